/**
 * Which Idempotency-Key an attempt sends.
 *
 * Owns: when a key is kept and when a new one is made (decision 7). Pure: the
 * caller supplies the key maker and stores the attempt. A key is reused while the outcome of its payload is unknown, so
 * that sending again finds the first order instead of making a second one.
 */

export interface Payload {
  /** Canonical text of every field that may be stored. */
  readonly fingerprint: string;
  /** Canonical text of card, CVV, CPF/CNPJ and phone; only compared in memory, never stored. */
  readonly secret: string;
}

export interface Attempt {
  readonly key: string;
  readonly fingerprint: string;
  /** `null` after a reload: these fields are lost, so only the fingerprint can be compared. */
  readonly secret: string | null;
}

/** The outcome of a request, as far as the browser knows. */
export type Outcome =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string | null };

/** Returns the attempt to send: the pending one for the same payload, else a new one. */
export function attemptFor(pending: Attempt | null, payload: Payload, makeKey: () => string): Attempt {
  const isSame =
    pending !== null &&
    pending.fingerprint === payload.fingerprint &&
    (pending.secret === null || pending.secret === payload.secret);
  return { ...payload, key: isSame ? pending.key : makeKey() };
}

/** Codes that say nothing about the first request with this key: it may have succeeded, or still may. */
const openCodes: ReadonlySet<string> = new Set([
  'idempotency-in-progress',
  'payment-unclear',
  // Refused before the request itself was read.
  'unauthenticated',
  'rate-limited',
]);

/** True when sending the same payload again must reuse the key. */
export function isOutcomeOpen(outcome: Outcome): boolean {
  if (outcome.kind !== 'refused') return outcome.kind === 'unknown';
  return outcome.status >= 500 || (outcome.code !== null && openCodes.has(outcome.code));
}

/** Returns the attempt to remember after an answer. */
export function afterOutcome(attempt: Attempt, outcome: Outcome): Attempt | null {
  return isOutcomeOpen(outcome) ? attempt : null;
}

/** The part of an attempt that may go into the tab's storage. */
export function toStored(attempt: Attempt): { key: string; fingerprint: string } {
  return { key: attempt.key, fingerprint: attempt.fingerprint };
}

/** Reads a stored attempt; `null` for anything else. */
export function fromStored(stored: unknown): Attempt | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { key, fingerprint } = stored as Record<string, unknown>;
  return typeof key === 'string' && typeof fingerprint === 'string'
    ? { key, fingerprint, secret: null }
    : null;
}
