/**
 * What each answer of Resend to `POST /emails` and `POST /emails/batch` means.
 *
 * Names and texts: https://resend.com/docs/api-reference/errors and `RESEND_ERROR_CODES_BY_KEY` of its Node client, read
 * on 2026-11-28. `validation_error` alone says nothing: by status and text it is a wrong address, a wrong field, a key or
 * a domain that is not ours.
 */
import * as z from 'zod';
import type { VendorAnswer } from '#functions/platform/vendor-http.ts';
import {
  type AnswerRow,
  HOUR_MS,
  type Meaning,
  PAGE_AFTER_MS,
  QUOTA_PAUSE_MS,
  RATE_PAUSE_MAX_MS,
  rowOf,
  type SampleAnswer,
  stopped,
  unlisted,
} from '#functions/vendors/delivery.ts';

const sample = (statusCode: number, name: string, message: string): SampleAnswer => ({
  status: statusCode,
  body: { statusCode, name, message },
});

const KEY_BUSY_MS = 5_000;
/** Seconds to wait when a 429 does not say how long. */
const PAUSE_SECONDS = 5;

/** In this order: the first row that fits decides. */
export const mailAnswers: readonly AnswerRow[] = [
  {
    name: 'our key is unknown, ended or may not send',
    statuses: [401],
    samples: [
      sample(401, 'validation_error', 'API key is invalid'),
      sample(401, 'missing_api_key', 'Missing API key in the authorization header.'),
      sample(401, 'restricted_api_key', 'This API key is restricted to only send emails.'),
    ],
    meaning: stopped('credentials'),
  },
  {
    name: 'our key is unknown, told with 400',
    statuses: [400],
    errors: ['validation_error'],
    says: /api key/i,
    samples: [sample(400, 'validation_error', 'API key is invalid')],
    meaning: stopped('credentials'),
  },
  {
    name: 'the sender’s domain is not verified',
    statuses: [403],
    errors: ['validation_error'],
    says: /domain/i,
    samples: [
      sample(403, 'validation_error', 'The vigia.example domain is not verified. Please, add and verify it.'),
      sample(
        403,
        'validation_error',
        'You can only send testing emails to your own email address. To send to others, verify a domain.',
      ),
    ],
    meaning: stopped('sender-domain'),
  },
  {
    name: 'our key or sender is refused',
    statuses: [403],
    errors: [
      'validation_error',
      'invalid_api_key',
      'invalid_api_Key',
      'suspended_api_key',
      'restricted_api_key',
    ],
    samples: [
      sample(403, 'invalid_api_key', 'API key is invalid.'),
      sample(403, 'suspended_api_key', 'This API key is suspended.'),
    ],
    meaning: stopped('credentials'),
  },
  {
    name: 'the sender’s address is refused',
    statuses: [400, 403, 422],
    errors: ['invalid_from_address'],
    samples: [sample(403, 'invalid_from_address', 'The from address is not valid.')],
    meaning: stopped('sender'),
  },
  {
    name: 'only test mails may be sent, under its older name',
    statuses: [403],
    errors: ['invalid_to_address'],
    samples: [
      sample(403, 'invalid_to_address', 'You can only send testing emails to your own email address.'),
    ],
    meaning: stopped('sender-domain'),
  },
  {
    name: 'the address cannot have a mailbox',
    statuses: [400, 422],
    errors: ['validation_error'],
    says: /`to`/,
    samples: [
      sample(
        422,
        'validation_error',
        'Invalid `to` field. The email address needs to follow the `email@example.com` format.',
      ),
    ],
    meaning: { kind: 'message-refused', code: 'address', endsAfter: { times: 3, overMs: HOUR_MS } },
  },
  {
    name: 'the address cannot have a mailbox, under its own name',
    statuses: [400, 422],
    errors: ['invalid_to_address'],
    samples: [sample(422, 'invalid_to_address', 'The to address is not valid.')],
    meaning: { kind: 'message-refused', code: 'address', endsAfter: { times: 3, overMs: HOUR_MS } },
  },
  {
    name: 'another field is refused',
    statuses: [400, 422],
    errors: [
      'validation_error',
      'missing_required_field',
      'missing_required_fields',
      'invalid_parameter',
      'invalid_attachment',
      'invalid_access',
      'invalid_scope',
      'invalid_region',
    ],
    samples: [
      sample(422, 'validation_error', 'Invalid `subject` field.'),
      sample(422, 'missing_required_field', 'Missing `subject` field.'),
      sample(422, 'invalid_parameter', 'The parameter must be a valid UUID.'),
      sample(422, 'invalid_attachment', 'Attachment must have either a `content` or `path`.'),
      sample(400, 'validation_error', 'We found an error with one or more fields in the request.'),
    ],
    meaning: { kind: 'message-refused', code: 'content', mayBeOurs: true },
  },
  {
    name: 'the content is too large or not wanted',
    statuses: [413, 451],
    samples: [
      sample(413, 'payload_too_large', 'The request is too large.'),
      sample(451, 'security_error', 'We may have found a security issue with the request.'),
    ],
    meaning: { kind: 'message-refused', code: 'content', mayBeOurs: true },
  },
  {
    name: 'the address of the API is wrong',
    statuses: [404, 405],
    samples: [
      sample(404, 'not_found', 'The requested endpoint does not exist.'),
      sample(405, 'method_not_allowed', 'Method is not allowed for the requested path.'),
    ],
    meaning: stopped('endpoint'),
  },
  {
    name: 'the quota of the day or month is used up',
    statuses: [429],
    errors: ['daily_quota_exceeded', 'monthly_quota_exceeded'],
    samples: [
      sample(429, 'daily_quota_exceeded', 'You have reached your daily email sending quota.'),
      sample(429, 'monthly_quota_exceeded', 'You have reached your monthly email sending quota.'),
    ],
    meaning: stopped('quota', QUOTA_PAUSE_MS),
  },
  {
    name: 'too many requests',
    statuses: [429],
    samples: [sample(429, 'rate_limit_exceeded', 'Too many requests. Please limit the number of requests.')],
    meaning: {
      kind: 'provider-waits',
      code: 'rate',
      ms: PAUSE_SECONDS * 1000,
      pageAfterMs: PAGE_AFTER_MS,
    },
  },
  {
    name: 'the same key is being worked on',
    statuses: [409],
    errors: ['concurrent_idempotent_requests'],
    samples: [
      sample(
        409,
        'concurrent_idempotent_requests',
        'Same idempotency key used while original request is still in progress.',
      ),
    ],
    meaning: { kind: 'unclear', code: 'key-busy', ms: KEY_BUSY_MS },
  },
  {
    name: 'the same key was used with other bytes',
    statuses: [409],
    errors: ['invalid_idempotent_request'],
    samples: [
      sample(
        409,
        'invalid_idempotent_request',
        'Same idempotency key used with a different request payload.',
      ),
    ],
    meaning: { kind: 'maybe-sent', code: 'key-used' },
  },
  {
    name: 'the key itself is wrong',
    statuses: [400],
    errors: ['invalid_idempotency_key'],
    samples: [sample(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.')],
    meaning: { kind: 'message-refused', code: 'key-format', isDefect: true },
  },
  {
    name: 'the provider fails',
    statuses: [408, 425, 500, 502, 503, 504],
    samples: [
      sample(500, 'application_error', 'An unexpected error occurred.'),
      sample(500, 'internal_server_error', 'An unexpected error occurred.'),
      { status: 503, body: { error: 'unavailable' } },
    ],
    meaning: { kind: 'unclear', code: 'unreachable' },
  },
];

const Refusal = z.object({ name: z.string().default(''), message: z.string().default('') });

/** What an answer to `POST /emails` means. */
export function meaningOfMail(answer: VendorAnswer): Meaning {
  if (answer.outcome === 'ok') return { kind: 'sent' };
  if (answer.outcome !== 'refused') return { kind: 'unclear', code: 'unreachable' };
  const { status } = answer;
  const { name: error, message: text } = Refusal.safeParse(answer.body).data ?? { name: '', message: '' };
  const meaning = rowOf(mailAnswers, { status, error, text })?.meaning ?? unlisted(status);
  return meaning.kind === 'provider-waits' && meaning.code === 'rate'
    ? { ...meaning, ms: Math.min((answer.retryAfterSeconds ?? PAUSE_SECONDS) * 1000, RATE_PAUSE_MAX_MS) }
    : meaning;
}

/** The answer to a batch in its permissive mode: what was made, and by its place what could not be. */
const Batch = z.object({
  errors: z.array(z.object({ index: z.int().nonnegative(), message: z.string() })).default([]),
});

/**
 * What an answer to `POST /emails/batch` means.
 * @returns One meaning for each of `count` mails, or one for the whole request.
 */
export function meaningOfBatch(answer: VendorAnswer, count: number): Meaning | readonly Meaning[] {
  const read = answer.outcome === 'ok' ? Batch.safeParse(answer.body).data : undefined;
  if (read === undefined) return meaningOfMail(answer);
  const refused = new Map(read.errors.map(({ index, message }) => [index, message]));
  return Array.from({ length: count }, (_, place) => {
    const text = refused.get(place);
    return text === undefined ? { kind: 'sent' } : meaningInBatch(text);
  });
}

/** Of a mail in a batch only the text of its refusal is told: as for a mail alone, it decides. */
function meaningInBatch(text: string): Meaning {
  if (/domain.+verif/i.test(text)) return stopped('sender-domain');
  return rowOf(mailAnswers, { status: 422, error: 'validation_error', text })?.meaning ?? unlisted(422);
}
