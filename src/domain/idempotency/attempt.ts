/**
 * Which Idempotency-Key an attempt carries.
 *
 * Owns: when a key is kept and when a new one is made (product.md, "What the functions do behind the calls"). Pure:
 * the caller brings the key maker and keeps the attempt. A key lives as long as the outcome of its payload is
 * unknown; only then does sending again find the first order instead of making a second one.
 */

export interface Payload {
  /** Canonical text of every field that may be stored. */
  readonly fingerprint: string;
  /** Canonical text of card, CVV, CPF/CNPJ and phone; compared in memory, stored nowhere. */
  readonly secret: string;
}

export interface Attempt {
  readonly key: string;
  readonly fingerprint: string;
  /** `null` after a reload: what was typed is gone, so only the fingerprint can be compared. */
  readonly secret: string | null;
}

/** What became of a request, as far as the browser knows. */
export type Outcome =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string | null };

/** The attempt to send now: the pending one for the same payload, else a new one. */
export function attemptFor(pending: Attempt | null, payload: Payload, makeKey: () => string): Attempt {
  const isSame =
    pending !== null &&
    pending.fingerprint === payload.fingerprint &&
    (pending.secret === null || pending.secret === payload.secret);
  return { ...payload, key: isSame ? pending.key : makeKey() };
}

/** Codes that tell nothing about the first request with this key: it may still succeed, or did. */
const openCodes: ReadonlySet<string> = new Set([
  'idempotency-in-progress',
  'payment-unclear',
  // Turned away at the door: the request itself was not looked at.
  'unauthenticated',
  'rate-limited',
]);

/** True while sending the same payload again must carry the same key. */
export function isOutcomeOpen(outcome: Outcome): boolean {
  if (outcome.kind !== 'refused') return outcome.kind === 'unknown';
  return outcome.status >= 500 || (outcome.code !== null && openCodes.has(outcome.code));
}

/** What to remember after an answer. */
export function afterOutcome(attempt: Attempt, outcome: Outcome): Attempt | null {
  return isOutcomeOpen(outcome) ? attempt : null;
}

/** The part of an attempt that may be written to the tab's storage. */
export function toStored(attempt: Attempt): { key: string; fingerprint: string } {
  return { key: attempt.key, fingerprint: attempt.fingerprint };
}

/** Reads a stored attempt; anything else than one is none. */
export function fromStored(stored: unknown): Attempt | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { key, fingerprint } = stored as Record<string, unknown>;
  return typeof key === 'string' && typeof fingerprint === 'string'
    ? { key, fingerprint, secret: null }
    : null;
}
