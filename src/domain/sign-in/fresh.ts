/**
 * How recent a sign-in must be before personal data is handed out or deleted.
 *
 * Owns: the limit. Does not own: the time of the sign-in, which the provider signs into the token (`auth_time`).
 */

/** Long enough to read what will happen; short enough that a page left open cannot be used for it. */
export const FRESH_SIGN_IN_MINUTES = 10;

/** @param signedInAt Milliseconds UTC; `null`, when the token does not say, is never recent. */
export function isFreshSignIn(signedInAt: number | null, now: number): boolean {
  return signedInAt !== null && now - signedInAt <= FRESH_SIGN_IN_MINUTES * 60_000;
}
