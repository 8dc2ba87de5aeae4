/**
 * The mailer on Resend's HTTP API (`POST /emails`, `POST /emails/batch`, `GET /domains` to check key and domain,
 * `DELETE /suppressions`).
 *
 * What an answer means: mail-answers.ts. The provider remembers a key for 24 hours and would then send again; the outbox
 * stops well before.
 */
import * as z from 'zod';
import { DomainError } from '#domain/errors.ts';
import { wholeText } from '#domain/text/cut-text.ts';
import { createVendorHttp, type Fetch, type VendorAnswer } from '#functions/platform/vendor-http.ts';
import { Unverified } from '#functions/vendors/dependency.ts';
import type { Mailer, MailMessage } from '#functions/vendors/mailer.ts';
import { meaningOfBatch, meaningOfMail } from './mail-answers.ts';
import { REFERENCE_TAG } from './mail-notices.ts';

export interface HttpMailerOptions {
  /** `https://api.resend.com`, or the local inbox. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** `Name <address>`; its domain must be verified at the provider. */
  readonly from: string;
  readonly fetch: Fetch;
  readonly timeoutMs?: number;
}

/** Error name for a key that may only send; an unknown key has another error. */
const SENDING_ONLY = 'restricted_api_key';
/** Characters of a subject; longer ones are refused by some receivers. */
const SUBJECT_MAX = 240;
/** 429 is not among them: what it means depends on its name. */
const passingStatuses = new Set([408, 425]);

/** States of a domain in which the provider sends for it. */
const sendingStates: readonly string[] = ['verified', 'partially_verified', 'temporary_failure'];
const Domains = z.object({
  data: z.array(z.object({ name: z.string(), status: z.string() })),
  has_more: z.boolean().default(false),
});

export function createHttpMailer(options: HttpMailerOptions): Mailer {
  const http = createVendorHttp({
    baseUrl: options.baseUrl,
    fetch: options.fetch,
    timeoutMs: options.timeoutMs ?? 15_000,
    passingStatuses,
    // The provider refuses requests without a User-Agent, and a Worker sends none by default.
    headers: { authorization: `Bearer ${options.apiKey}`, 'user-agent': 'vigia' },
  });

  return {
    async send(message) {
      const answer = await http({
        method: 'POST',
        path: '/emails',
        headers: { 'idempotency-key': message.idempotencyKey },
        json: bodyOf(options.from, message),
      });
      return meaningOfMail(answer);
    },
    async sendBatch(messages, idempotencyKey) {
      const answer = await http({
        method: 'POST',
        path: '/emails/batch',
        // One address that cannot exist must not refuse the others.
        headers: { 'idempotency-key': idempotencyKey, 'x-batch-validation': 'permissive' },
        json: messages.map((message) => bodyOf(options.from, message)),
      });
      return meaningOfBatch(answer, messages.length);
    },
    async allowAgain(address) {
      const answer = await http({ method: 'DELETE', path: `/suppressions/${encodeURIComponent(address)}` });
      return answer.outcome === 'ok' || (answer.outcome === 'refused' && isUnlisted(answer.body));
    },
    async check() {
      const answer = await http({ method: 'GET', path: '/domains' });
      if (answer.outcome === 'refused' && nameIn(answer.body) === SENDING_ONLY) return;
      if (answer.outcome !== 'ok') throw unavailable(answer);
      requireSending(answer.body, domainOf(options.from));
    },
  };
}

/** A mail as the API reads it. */
const bodyOf = (from: string, message: MailMessage) => ({
  from,
  to: [message.to],
  subject: wholeText(message.subject, SUBJECT_MAX),
  html: wholeText(message.html),
  text: wholeText(message.text),
  ...(message.replyTo ? { reply_to: message.replyTo } : {}),
  ...(message.headers ? { headers: message.headers } : {}),
  ...(message.reference ? { tags: [{ name: REFERENCE_TAG, value: message.reference }] } : {}),
});

/** Domain of `Name <address>` or an address alone. */
const domainOf = (from: string): string => /@([^\s<>@]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? '';

function requireSending(body: unknown, domain: string): void {
  const { data: domains, has_more: isCut } = Domains.safeParse(body).data ?? { data: [], has_more: true };
  const own = domains.find(({ name }) => name.toLowerCase() === domain);
  if (own === undefined ? !isCut : !sendingStates.includes(own.status))
    throw new Unverified(`mail: the sender's domain is ${own?.status ?? 'unknown'} at the provider`);
}

const Problem = z.object({ name: z.string().default(''), message: z.string().default('') });

/** Name of the error in a refusal. */
const nameIn = (body: unknown): string => Problem.safeParse(body).data?.name ?? '';

/** The list is only open to some accounts: "not found" may be the address on it, or the list itself. */
const isUnlisted = (body: unknown): boolean =>
  /suppression not found/i.test(Problem.safeParse(body).data?.message ?? '');

const unavailable = ({ outcome, status }: VendorAnswer): DomainError =>
  new DomainError('mail-unavailable', { message: `mail: ${outcome} with ${status ?? 'no answer'}` });
