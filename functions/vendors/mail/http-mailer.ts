/**
 * The mailer on Resend's HTTP API (`POST /emails`, and `GET /domains` to check the key).
 *
 * The outbox retries with the same key, so every failure is handled alike: the mail was not accepted. The provider
 * remembers a key for 24 hours and would then send again; the outbox stops well before.
 */
import { DomainError } from '#domain/errors.ts';
import { createVendorHttp, type Fetch, type VendorAnswer } from '#functions/platform/vendor-http.ts';
import type { Mailer } from '#functions/vendors/mailer.ts';
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
/** Error name for an address that cannot have a mailbox. */
const INVALID = 'validation_error';

export function createHttpMailer(options: HttpMailerOptions): Mailer {
  const http = createVendorHttp({
    baseUrl: options.baseUrl,
    fetch: options.fetch,
    timeoutMs: options.timeoutMs ?? 15_000,
    // The provider refuses requests without a User-Agent, and a Worker sends none by default.
    headers: { authorization: `Bearer ${options.apiKey}`, 'user-agent': 'vigia' },
  });

  return {
    async send(message) {
      const answer = await http({
        method: 'POST',
        path: '/emails',
        headers: { 'idempotency-key': message.idempotencyKey },
        json: {
          from: options.from,
          to: [message.to],
          subject: message.subject,
          html: message.html,
          text: message.text,
          ...(message.replyTo ? { reply_to: message.replyTo } : {}),
          ...(message.headers ? { headers: message.headers } : {}),
          ...(message.reference ? { tags: [{ name: REFERENCE_TAG, value: message.reference }] } : {}),
        },
      });
      if (answer.outcome === 'ok') return 'sent';
      if (nameIn(answer) === INVALID) return 'refused';
      throw unavailable(answer);
    },
    async check() {
      const answer = await http({ method: 'GET', path: '/domains' });
      if (answer.outcome !== 'ok' && nameIn(answer) !== SENDING_ONLY) throw unavailable(answer);
    },
  };
}

/** Name of the error in a refusal. */
function nameIn(answer: VendorAnswer): unknown {
  const body = answer.outcome === 'refused' ? answer.body : null;
  return typeof body === 'object' && body !== null && 'name' in body ? body.name : null;
}

const unavailable = ({ outcome, status }: VendorAnswer): DomainError =>
  new DomainError('mail-unavailable', { message: `mail: ${outcome} with ${status ?? 'no answer'}` });
