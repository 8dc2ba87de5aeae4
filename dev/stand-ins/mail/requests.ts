/** What a request for mail says, and how it is refused. */
import type { Context } from 'hono';
import * as z from 'zod';
import { type AnswerSettings, problems } from './answers.ts';
import type { Problem } from './state.ts';

/** Mailboxes of this domain are refused. */
const REFUSED_DOMAIN = '@recusado.example';
const RECIPIENTS_MAX = 50;
const KEY_CHARACTERS_MAX = 256;

/** The refusal that was asked for, for mail to these addresses; counts it. */
export function askedProblem(settings: AnswerSettings, to: readonly string[]): Problem | null {
  const { answer, times, to: part } = settings;
  if (answer === '' || times <= 0 || !to.some((address) => address.includes(part))) return null;
  settings.times = times - 1;
  return problems[answer];
}

/** Answers with a refusal. */
export function refuse(c: Context, { status: statusCode, name, message, retryAfter }: Problem) {
  if (retryAfter !== undefined) c.header('retry-after', String(retryAfter));
  return c.json({ statusCode, name, message }, statusCode);
}

/** The key of a request; a refusal where it is malformed, `null` without one. */
export function keyOf(c: Context): string | null | Problem {
  const key = c.req.header('idempotency-key') ?? null;
  return key !== null && (key.length === 0 || key.length > KEY_CHARACTERS_MAX)
    ? problems['chave-malfeita']
    : key;
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
export type Mail = z.output<typeof Mail>;

/** The mail, or the refusal of the field that the provider would complain about; a missing one before an invalid one. */
export function readMail(body: unknown): Mail | Problem {
  const read = Mail.safeParse(body);
  // A mailbox that cannot exist, for tests of what follows a refusal.
  if (read.success)
    return read.data.to.some((address) => address.includes(REFUSED_DOMAIN)) ? problems.endereco : read.data;
  const fields = read.error.issues.map(({ path, code }) => {
    const name = String(path[0] ?? 'body');
    const given = (body as Readonly<Record<string, unknown>> | null)?.[name];
    return {
      name,
      isMissing: code === 'custom' || (name !== 'body' && (given === undefined || given === '')),
    };
  });
  const missing = fields.find(({ isMissing }) => isMissing);
  return missing === undefined
    ? {
        status: 422,
        name: 'validation_error',
        message: `Invalid \`${fields[0]?.name ?? 'body'}\` field.`,
      }
    : { status: 422, name: 'missing_required_field', message: `Missing \`${missing.name}\` field.` };
}
