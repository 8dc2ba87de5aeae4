/**
 * A local inbox that accepts mail as Resend does (`POST /emails`) and shows it instead of sending it. Its key may only
 * send, like the one for production: `GET /domains` refuses it with that error name. Every refusal of the vendor can be
 * asked for on the page, and the sender's domain can lose its verification (answers.ts).
 *
 * What becomes of a mail is chosen on its page; mail to `devolvido.example` returns by itself. It is told to the webhook in
 * the vendor's format, signed by Standard Webhooks under Svix's header names. An address that returned a mail is on the
 * suppression list from then on.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod';
import { answerControl, settingsControl } from '../control-page.ts';
import { createStandIn, createStateFile, type HonoStandIn } from '../stand-in.ts';
import { createWebhookQueue, newPending } from '../webhook-queue.ts';
import {
  type AnswerSettings,
  answerChoices,
  type EndName,
  ends,
  noAnswer,
  problems,
  type SenderSettings,
  verifiedSender,
} from './answers.ts';
import { inboxPage, messagePage } from './pages.ts';
import type { MailNotice, StoredMail } from './state.ts';

interface MailState {
  messages: StoredMail[];
  /** Idempotency-Key → its result. Kept by "delete all", as the provider would. */
  keys: Record<string, { id: string; fingerprint: string; at: number }>;
  /** Notices that the webhook has not accepted yet. */
  notices: MailNotice[];
  /** Addresses that returned a mail: later mail to them is accepted and never sent. */
  suppressed: string[];
  answers: AnswerSettings;
  sender: SenderSettings;
}

export interface MailStandInOptions {
  readonly port: number;
  /** Folder of the state file; without it the state is only in memory. */
  readonly stateDir?: string | null;
  readonly apiKey: string;
  /** Where notices go, and the `whsec_…` that signs them; with `null` they wait. */
  readonly webhook?: { readonly url: string; readonly secret: string } | null;
  readonly now?: () => number;
  /** Sends notices; for tests without a network. */
  readonly fetch?: (input: string, init: RequestInit) => Promise<Response>;
}

export interface MailStandIn extends HonoStandIn {
  readonly state: MailState;
  /** Delivers the notices that are due, and waits for it. A started stand-in does so by itself. */
  tick(): Promise<void>;
}

/** How long the provider remembers a key. */
const KEY_LIFE_MS = 24 * 60 * 60 * 1000;
const KEY_CHARACTERS_MAX = 256;
/** Mailboxes of this domain are refused. */
const REFUSED_DOMAIN = '@recusado.example';
/** Mailboxes of this domain return what was accepted. */
const RETURNED_DOMAIN = '@devolvido.example';
const RECIPIENTS_MAX = 50;
/** The one that may send. */
const SENDER_DOMAIN = 'vigia.example';
const DOMAIN_ID = 'd91cd9bd-1176-453e-8fc1-35364d380206';

export function createMailStandIn(options: MailStandInOptions): MailStandIn {
  const now = options.now ?? Date.now;
  const file = createStateFile<MailState>(options.stateDir ?? null, 'mail', () => ({
    messages: [],
    keys: {},
    notices: [],
    suppressed: [],
    answers: noAnswer(),
    sender: verifiedSender(),
  }));
  // A file of an earlier version lacks what came later.
  const state = Object.assign(file.read(), { answers: noAnswer(), sender: verifiedSender() });
  state.suppressed ??= [];
  const queue = createWebhookQueue<MailNotice>({
    now,
    fetch: options.fetch ?? fetch,
    pending: () => state.notices,
    drop: (notice) => {
      state.notices = state.notices.filter((each) => each !== notice);
    },
    lineOf: ({ id }) => id,
    target: () => options.webhook ?? null,
    headersOf: ({ id }, text) => signed(options.webhook?.secret ?? '', id, new Date(now()), text),
    save: () => file.write(state),
  });
  /** Tells the webhook what became of a mail. */
  function tell(mail: StoredMail, end: EndName): void {
    state.notices.push({ ...newPending(noticeOf(mail, end, now()), now()), id: `msg_${randomUUID()}` });
    if (end === 'devolver') state.suppressed = [...new Set([...state.suppressed, ...mail.to])];
    file.write(state);
    queue.schedule();
  }
  const answers = settingsControl<AnswerSettings>({
    name: 'answers',
    legend: 'Responder assim a quem envia',
    fields: {
      answer: { label: 'Resposta', choices: answerChoices },
      times: 'Quantas vezes',
      to: 'só a endereços com',
    },
    read: () => state.answers,
  });
  const sender = settingsControl<SenderSettings>({
    name: 'sender',
    legend: 'Remetente',
    fields: {
      domain: {
        label: 'Domínio',
        choices: { verified: 'verificado', pending: 'à espera do DNS', failed: 'não verificado' },
      },
      access: { label: 'Chave', choices: { sending_access: 'só envia', full_access: 'faz tudo' } },
    },
    read: () => state.sender,
  });

  const controls = new Hono()
    .get('/', (c) => c.redirect('/__stand-in'))
    .get('/__stand-in/messages/:id', (c) => {
      const message = state.messages.find((each) => each.id === c.req.param('id'));
      return message === undefined ? c.notFound() : c.html(messagePage(message));
    })
    .post('/__stand-in/messages/delete', (c) => {
      state.messages = [];
      file.write(state);
      return answerControl(c, {});
    })
    .post('/__stand-in/messages/:id/:end', (c) => {
      const { id, end } = c.req.param();
      const message = state.messages.find((each) => each.id === id);
      if (message === undefined || !Object.hasOwn(ends, end)) return c.notFound();
      tell(message, end as EndName);
      return c.redirect(`/__stand-in/messages/${id}`, 303);
    })
    .route('/', answers.routes)
    .route('/', sender.routes);
  const standIn = createStandIn({
    name: 'E-mail (caixa de entrada)',
    port: options.port,
    title: 'Caixa de entrada',
    page: () => html`${answers.form()} ${sender.form()} ${inboxPage(state.messages)}`,
    state: () => state,
    controls,
    onListening: () => queue.listen(),
  });
  const { app } = standIn;

  app.use(async (c, next) => {
    const authorization = c.req.header('authorization');
    if (!authorization?.startsWith('Bearer ')) {
      return problem(c, 401, 'missing_api_key', 'Missing API key in the authorization header.');
    }
    // Only the sending endpoints know of a key that it does not exist; the others find a wrong field.
    if (!isSame(authorization.slice('Bearer '.length), options.apiKey))
      return problem(c, c.req.path === '/emails' ? 401 : 400, 'validation_error', 'API key is invalid');
    if (c.req.path !== '/emails' && state.sender.access === 'sending_access')
      return problem(c, 401, 'restricted_api_key', 'This API key is restricted to only send emails.');
    return next();
  });

  app.get('/domains', (c) =>
    c.json({
      object: 'list',
      has_more: false,
      data: [
        {
          id: DOMAIN_ID,
          name: SENDER_DOMAIN,
          status: state.sender.domain,
          created_at: new Date(0).toISOString(),
          region: 'sa-east-1',
        },
      ],
    }),
  );

  app.delete('/suppressions/:address', (c) => {
    const address = c.req.param('address').toLowerCase();
    if (!state.suppressed.includes(address)) return problem(c, 404, 'not_found', 'Suppression not found');
    state.suppressed = state.suppressed.filter((each) => each !== address);
    file.write(state);
    return c.json({ object: 'suppression', id: DOMAIN_ID, deleted: true });
  });

  app.post('/emails', async (c) => {
    const key = c.req.header('idempotency-key') ?? null;
    if (key !== null && (key.length === 0 || key.length > KEY_CHARACTERS_MAX)) {
      return problem(c, 400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.');
    }
    const raw = await c.req.text();
    const mail = readMail(await c.req.json().catch(() => null));
    if ('missing' in mail)
      return problem(c, 422, 'missing_required_field', `Missing \`${mail.missing}\` field.`);
    if ('invalid' in mail) return problem(c, 422, 'validation_error', `Invalid \`${mail.invalid}\` field.`);

    const asked =
      askedProblem(state.answers, mail.to) ?? (state.sender.domain === 'verified' ? null : problems.dominio);
    if (asked !== null) {
      file.write(state);
      if ('retryAfter' in asked) c.header('retry-after', String(asked.retryAfter));
      return problem(c, asked.status, asked.name, asked.message);
    }
    // A mailbox that cannot exist, for tests of what follows a refusal.
    if (mail.to.some((address) => address.includes(REFUSED_DOMAIN))) {
      const { status, name, message } = problems.endereco;
      return problem(c, status, name, message);
    }

    const fingerprint = createHash('sha256').update(raw).digest('hex');
    const earlier = key === null ? undefined : state.keys[key];
    if (earlier !== undefined && now() - earlier.at < KEY_LIFE_MS) {
      if (earlier.fingerprint === fingerprint) return c.json({ id: earlier.id });
      const why = 'Same idempotency key used with a different request payload.';
      return problem(c, 409, 'invalid_idempotent_request', why);
    }
    const id = randomUUID();
    const stored = { id, receivedAt: now(), ...mail, idempotencyKey: key };
    const isSuppressed = mail.to.every((address) => state.suppressed.includes(address));
    if (isSuppressed) tell(stored, 'suprimir');
    else state.messages.push(stored);
    if (mail.to.some((address) => address.includes(RETURNED_DOMAIN)) && !isSuppressed)
      tell(stored, 'devolver');
    if (key !== null) state.keys[key] = { id, fingerprint, at: now() };
    file.write(state);
    return c.json({ id });
  });

  return { ...standIn, state, tick: queue.tick };
}

/** https://docs.svix.com/receiving/verifying-payloads/how-manual */
const signed = (secret: string, id: string, at: Date, text: string): Record<string, string> => ({
  'svix-id': id,
  'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
  'svix-signature': new Webhook(secret).sign(id, at, text),
});

/** As in https://resend.com/docs/webhooks/emails; tags come back as one object. */
function noticeOf(
  { id, from, to, subject, receivedAt, tags }: StoredMail,
  end: EndName,
  now: number,
): object {
  const { type, ...more } = ends[end];
  return {
    type,
    created_at: new Date(now).toISOString(),
    data: {
      email_id: id,
      created_at: new Date(receivedAt).toISOString(),
      from,
      to,
      subject,
      ...(tags.length > 0 && { tags: Object.fromEntries(tags.map(({ name, value }) => [name, value])) }),
      ...('bounce' in more
        ? { bounce: { ...more.bounce, message: "The recipient's email provider sent a bounce message." } }
        : more),
    },
  };
}

/** The refusal that was asked for, for mail to these addresses; counts it. */
function askedProblem(settings: AnswerSettings, to: readonly string[]) {
  const { answer, times, to: part } = settings;
  if (answer === '' || times <= 0 || !to.some((address) => address.includes(part))) return null;
  settings.times = times - 1;
  return problems[answer];
}

function problem(c: Context, statusCode: ContentfulStatusCode, name: string, message: string) {
  return c.json({ statusCode, name, message }, statusCode);
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const TAG = /^[\w-]{1,256}$/;

/** Address alone or `Name <address>`. */
const Address = z.string().regex(/^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/);

const Mail = z
  .object({
    from: Address,
    to: z.union([Address, z.array(Address).min(1).max(RECIPIENTS_MAX)]).transform((to) => [to].flat()),
    subject: z.string().min(1),
    html: z.string().nullable().default(null),
    text: z.string().nullable().default(null),
    headers: z.record(z.string(), z.string()).default({}),
    // ASCII letters, digits, underscores and dashes, at most 256: https://resend.com/docs/dashboard/emails/tags
    tags: z.array(z.object({ name: z.string().regex(TAG), value: z.string().regex(TAG) })).default([]),
  })
  .refine(({ html, text }) => html !== null || text !== null, { path: ['html'] });

/** The mail, or the field that the provider would complain about; a missing one before an invalid one. */
function readMail(body: unknown): z.output<typeof Mail> | { missing: string } | { invalid: string } {
  const read = Mail.safeParse(body);
  if (read.success) return read.data;
  const fields = read.error.issues.map(({ path, code }) => {
    const name = String(path[0] ?? 'body');
    const given = (body as Readonly<Record<string, unknown>> | null)?.[name];
    return {
      name,
      isMissing: code === 'custom' || (name !== 'body' && (given === undefined || given === '')),
    };
  });
  const missing = fields.find(({ isMissing }) => isMissing);
  return missing ? { missing: missing.name } : { invalid: fields[0]?.name ?? 'body' };
}
