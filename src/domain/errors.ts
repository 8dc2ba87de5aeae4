/**
 * Failures that a caller can distinguish.
 *
 * Owns: the closed list of error codes, and which of them are temporary. Does not own: HTTP status
 * (functions/http/answer.ts) or Portuguese sentences (messages/errors.ts).
 */

/** Every code of an error body; part of the API's contract. */
export const errorCodes = [
  'invalid-request',
  'validation-failed',
  'body-too-large',
  'unsupported-media-type',
  'not-found',
  'method-not-allowed',
  'unauthenticated',
  'forbidden',
  'origin-refused',
  'rate-limited',
  'idempotency-key-missing',
  'idempotency-key-reused',
  'idempotency-in-progress',
  'terms-outdated',
  'card-entry-changed',
  'email-unproven',
  'challenge-failed',
  'sign-in-stale',
  'deletion-open',
  'subdomain-taken',
  'subdomain-reserved',
  'no-room',
  'sales-closed',
  'order-open',
  'tenant-exists',
  'member-elsewhere',
  'owner-only',
  'member-paused',
  'seats-full',
  'already-in',
  'invitation-over',
  'invitation-other',
  'alert-code-wrong',
  'alert-code-over',
  'alert-code-wait',
  'alert-code-day',
  'alert-recipients-full',
  'alert-refused',
  'alert-known',
  'alert-not-on-plan',
  'alert-channel-silent',
  'report-version',
  'first-monitor-late',
  'order-missing',
  'tenant-missing',
  'upgrade-not-higher',
  'upgrade-open',
  'subscription-missing',
  'withdrawal-over',
  'debt-open',
  'payment-disputed',
  'purchase-held',
  'quote-changed',
  'order-closed',
  'payment-declined',
  'payment-pending',
  'payment-unclear',
  'payment-unavailable',
  'identity-unavailable',
  'cluster-unavailable',
  'cluster-refused',
  'name-occupied',
  'mail-unavailable',
  'messenger-unavailable',
  'source-unavailable',
  'tenant-unavailable',
  'challenge-unavailable',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Codes of failures that may pass without any change by the customer. */
const retryableCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'rate-limited',
  'idempotency-in-progress',
  'sales-closed',
  'payment-unclear',
  'payment-unavailable',
  'identity-unavailable',
  'cluster-unavailable',
  'mail-unavailable',
  'messenger-unavailable',
  'source-unavailable',
  'tenant-unavailable',
  'challenge-unavailable',
]);

export interface DomainErrorOptions {
  /** For logs only; never shown to a customer. Carries no personal or card data. */
  message?: string;
  /** Sentence per field path (`billingAddress.cep`), shown beside the field. */
  fields?: Record<string, string>;
  /** Further facts that the requirements let a client read, e.g. where to go next. */
  details?: Record<string, string>;
  /** Sentence for the customer when the one for the code is too general. */
  sentence?: string;
  /** When to try again, if known. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A failure with a meaning. Anything else thrown is a defect and becomes `internal`. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  /** True when the same call may succeed later without any change by the customer. */
  readonly retryable: boolean;
  readonly fields: Record<string, string> | undefined;
  readonly details: Record<string, string> | undefined;
  readonly sentence: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: DomainErrorOptions = {}) {
    super(options.message ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = retryableCodes.has(code);
    this.fields = options.fields;
    this.details = options.details;
    this.sentence = options.sentence;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The code under which a failure is recorded. */
export const codeOf = (error: unknown): ErrorCode => (error instanceof DomainError ? error.code : 'internal');
