/**
 * How recent a sign-in has to be for what hands out or deletes a person's data.
 *
 * Owns: the limit. Does not own: the moment of the sign-in, which the provider signs into the token (`auth_time`).
 */

/** Long enough to read what is about to happen; short enough that an open, forgotten page cannot do it. */
export const FRESH_SIGN_IN_MINUTES = 10;

/** @param signedInAt Milliseconds UTC; `null`, where the token does not say, is never recent. */
export function isFreshSignIn(signedInAt: number | null, now: number): boolean {
  return signedInAt !== null && now - signedInAt <= FRESH_SIGN_IN_MINUTES * 60_000;
}
