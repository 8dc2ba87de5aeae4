/**
 * A local inbox that accepts mail as Resend does (`POST /emails`, `POST /emails/batch`) and shows it instead of sending
 * it. Its key may only send, like the one for production: `GET /domains` refuses it with that error name. Every refusal of
 * the vendor can be asked for on the page, as can its limit of requests a second (pace.ts), and the sender's domain can
 * lose its verification (answers.ts).
 *
 * What becomes of a mail is chosen on its page; mail to `devolvido.example` returns by itself. It is told to the webhook in
 * the vendor's format, signed by Standard Webhooks under Svix's header names. An address that returned a mail is on the
 * suppression list from then on.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { answerControl, settingsControl } from '../control-page.ts';
import { createStandIn, createStateFile, type HonoStandIn } from '../stand-in.ts';
import { createWebhookQueue, newPending } from '../webhook-queue.ts';
import {
  type AnswerSettings,
  answerChoices,
  type EndName,
  ends,
  isAboutOneMail,
  noAnswer,
  problems,
  type SenderSettings,
  verifiedSender,
} from './answers.ts';
import { noticeOf, signed } from './notices.ts';
import { createPace, noPace, type PaceSettings } from './pace.ts';
import { inboxPage, messagePage } from './pages.ts';
import { askedProblem, keyOf, type Mail, readMail, refuse } from './requests.ts';
import type { MailNotice, Problem, StoredMail } from './state.ts';

interface MailState {
  messages: StoredMail[];
  /** Idempotency-Key → its result. Kept by "delete all", as the provider would. */
  keys: Record<string, { answer: object; fingerprint: string; at: number }>;
  /** Notices that the webhook has not accepted yet. */
  notices: MailNotice[];
  /** Addresses that returned a mail: later mail to them is accepted and never sent. */
  suppressed: string[];
  answers: AnswerSettings;
  sender: SenderSettings;
  pace: PaceSettings;
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
/** Mails of one request. */
const BATCH_MAX = 100;
/** Mailboxes of this domain return what was accepted. */
const RETURNED_DOMAIN = '@devolvido.example';
/** The one that may send. */
const SENDER_DOMAIN = 'vigia.example';
/** What a key that may only send may ask for. */
const sendingPaths = ['/emails', '/emails/batch'];
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
    pace: noPace(),
  }));
  // A file of an earlier version lacks what came later.
  const state = Object.assign(file.read(), { answers: noAnswer(), sender: verifiedSender(), pace: noPace() });
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

  const pace = createPace(now, () => state.pace);
  const paceForm = settingsControl<PaceSettings>({
    name: 'pace',
    legend: 'Ritmo',
    fields: { requestsPerSecond: 'Pedidos por segundo (0: sem limite)' },
    read: () => state.pace,
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
    .route('/', sender.routes)
    .route('/', paceForm.routes);
  const standIn = createStandIn({
    name: 'E-mail (caixa de entrada)',
    port: options.port,
    title: 'Caixa de entrada',
    page: () => html`${answers.form()} ${sender.form()} ${paceForm.form()} ${inboxPage(state.messages)}`,
    state: () => state,
    controls,
    onListening: () => queue.listen(),
  });
  const { app } = standIn;

  app.use(async (c, next) => {
    const authorization = c.req.header('authorization');
    if (!authorization?.startsWith('Bearer ')) return refuse(c, problems['sem-chave']);
    const isSending = sendingPaths.includes(c.req.path);
    // Only the sending endpoints know of a key that it does not exist; the others find a wrong field.
    if (!isSame(authorization.slice('Bearer '.length), options.apiKey))
      return refuse(c, { ...problems['chave-invalida'], status: isSending ? 401 : 400 });
    const tooMany = pace(c);
    if (tooMany !== null) return refuse(c, tooMany);
    if (!isSending && state.sender.access === 'sending_access') return refuse(c, problems['chave-so-envia']);
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
    if (!state.suppressed.includes(address)) return refuse(c, problems['sem-supressao']);
    state.suppressed = state.suppressed.filter((each) => each !== address);
    file.write(state);
    return c.json({ object: 'suppression', id: DOMAIN_ID, deleted: true });
  });

  /** Why nothing to these addresses is accepted, if it is not: what was asked for, or the sender. */
  const refusalTo = (to: readonly string[]): Problem | null =>
    askedProblem(state.answers, to) ?? (state.sender.domain === 'verified' ? null : problems.dominio);
  /** Keeps an accepted mail, and tells what becomes of it at once. */
  function keep(mail: Mail, idempotencyKey: string | null): string {
    const stored = { id: randomUUID(), receivedAt: now(), ...mail, idempotencyKey };
    const isSuppressed = mail.to.every((address) => state.suppressed.includes(address));
    if (isSuppressed) tell(stored, 'suprimir');
    else state.messages.push(stored);
    if (mail.to.some((address) => address.includes(RETURNED_DOMAIN)) && !isSuppressed)
      tell(stored, 'devolver');
    return stored.id;
  }
  /** The answer that a key got before: the same to the same bytes, a refusal to others. */
  function repeated(key: string | null, fingerprint: string): object | null {
    const earlier = key === null ? undefined : state.keys[key];
    if (earlier === undefined || now() - earlier.at >= KEY_LIFE_MS) return null;
    return earlier.fingerprint === fingerprint ? earlier.answer : problems['chave-outra'];
  }
  /** A request for mail: `answerTo` says what is accepted of it, or why nothing is. */
  const accepting =
    (answerTo: (body: unknown, key: string | null, isPermissive: boolean) => object) =>
    async (c: Context) => {
      const key = keyOf(c);
      if (typeof key === 'object' && key !== null) return refuse(c, key);
      const fingerprint = createHash('sha256')
        .update(await c.req.text())
        .digest('hex');
      const body: unknown = await c.req.json().catch(() => null);
      const isPermissive = c.req.header('x-batch-validation') === 'permissive';
      const answer = repeated(key, fingerprint) ?? answerTo(body, key, isPermissive);
      if (!isProblem(answer) && key !== null) state.keys[key] = { answer, fingerprint, at: now() };
      file.write(state);
      return isProblem(answer) ? refuse(c, answer) : c.json(answer);
    };

  app.post(
    '/emails',
    accepting((body, key) => {
      const mail = readMail(body);
      return isProblem(mail) ? mail : (refusalTo(mail.to) ?? { id: keep(mail, key) });
    }),
  );

  // https://resend.com/docs/api-reference/emails/send-batch-emails
  app.post(
    '/emails/batch',
    accepting((body, key, isPermissive) => {
      if (!Array.isArray(body)) return wrongBatch('The `request.body` field must be an `array`.');
      if (body.length > BATCH_MAX) return wrongBatch('The batch contains more than 100 emails.');
      const mails = body.map(readMail);
      const isAskedOfOne = isAboutOneMail(state.answers.answer);
      const ofAll = isAskedOfOne
        ? null
        : refusalTo(mails.flatMap((mail) => (isProblem(mail) ? [] : mail.to)));
      if (ofAll !== null) return ofAll;
      const answers = mails.map((mail) =>
        isProblem(mail) ? mail : ((isAskedOfOne ? refusalTo(mail.to) : null) ?? mail),
      );
      const errors = answers.flatMap((each, index) =>
        isProblem(each) ? [{ index, message: each.message }] : [],
      );
      const [firstWrong] = answers.filter(isProblem);
      if (firstWrong !== undefined && !isPermissive) return firstWrong;
      return {
        data: answers.flatMap((each) => (isProblem(each) ? [] : [{ id: keep(each, key) }])),
        ...(isPermissive && { errors }),
      };
    }),
  );

  return { ...standIn, state, tick: queue.tick };
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const wrongBatch = (message: string): Problem => ({ status: 422, name: 'validation_error', message });

const isProblem = (answer: object): answer is Problem => 'status' in answer;
