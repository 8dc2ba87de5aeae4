/** The error body and the map from error code to status. */
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorBody } from '#domain/api-schemas/error.ts';
import { DomainError, type ErrorCode } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { AppContext } from './request.ts';

/** `Record` makes the compiler require a status for every new code. */
const statusByCode: Record<ErrorCode, ContentfulStatusCode> = {
  'invalid-request': 400,
  'validation-failed': 422,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'not-found': 404,
  'method-not-allowed': 405,
  unauthenticated: 401,
  forbidden: 403,
  'origin-refused': 403,
  'rate-limited': 429,
  'idempotency-key-missing': 400,
  'idempotency-key-reused': 422,
  'idempotency-in-progress': 409,
  'terms-outdated': 409,
  'card-entry-changed': 422,
  'email-unproven': 403,
  'challenge-failed': 422,
  // Not 401 or 403: on those the page renews its token, and a renewed token does not make the sign-in newer.
  'sign-in-stale': 409,
  'deletion-open': 409,
  'subdomain-taken': 409,
  'subdomain-reserved': 422,
  'no-room': 409,
  'sales-closed': 503,
  'order-open': 409,
  'tenant-exists': 409,
  'member-elsewhere': 409,
  'owner-only': 403,
  'member-paused': 403,
  'seats-full': 409,
  'already-in': 409,
  'invitation-over': 409,
  'invitation-other': 409,
  'alert-code-wrong': 422,
  'alert-code-over': 409,
  'alert-code-wait': 429,
  'alert-code-day': 429,
  'alert-recipients-full': 409,
  'alert-refused': 409,
  'alert-known': 409,
  'alert-not-on-plan': 403,
  'alert-channel-silent': 409,
  // Not 422: what cannot be read is left out by who reports, and this must wait.
  'report-version': 426,
  'first-monitor-late': 409,
  'order-missing': 404,
  'tenant-missing': 404,
  'upgrade-not-higher': 409,
  'upgrade-open': 409,
  'subscription-missing': 409,
  'withdrawal-over': 409,
  'debt-open': 409,
  'payment-disputed': 409,
  'purchase-held': 409,
  'quote-changed': 409,
  'order-closed': 409,
  'payment-declined': 402,
  'payment-pending': 409,
  'payment-unclear': 503,
  'payment-unavailable': 503,
  'identity-unavailable': 503,
  'cluster-unavailable': 503,
  'cluster-refused': 500,
  'name-occupied': 409,
  'mail-unavailable': 503,
  'messenger-unavailable': 503,
  'source-unavailable': 503,
  'tenant-unavailable': 503,
  'challenge-unavailable': 503,
  internal: 500,
};

/** The HTTP status of a code. */
export const statusOf = (code: ErrorCode): ContentfulStatusCode => statusByCode[code];

/** Value of `Retry-After` for retryable errors. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Builds the response to a failure. Anything but a `DomainError` is a defect: answered as `internal`, without its
 * message.
 */
export function errorAnswer(c: AppContext, error: unknown): Response {
  const failure = error instanceof DomainError ? error : new DomainError('internal', { cause: error });
  const body: ErrorBody = {
    error: failure.sentence ?? message(`error.${failure.code}`),
    code: failure.code,
    ...(failure.fields ? { fields: failure.fields } : {}),
    requestId: c.get('requestId'),
    ...(failure.details ? { details: failure.details } : {}),
  };
  if (failure.retryable) c.header('Retry-After', String(failure.retryAfterSeconds ?? RETRY_AFTER_SECONDS));
  return c.json(body, statusOf(failure.code));
}
