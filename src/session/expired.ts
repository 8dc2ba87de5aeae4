/** A session that expired while its page was open: recognises it and starts a new sign-in. */
import { ApiError } from '#lib/api.ts';
import { currentPath } from '#lib/navigate.ts';
import { login, SessionError } from './session.ts';
import { forgetSessionEnded, markSessionEnded } from './session-ended.ts';

/** True for the only failure that signing in again can fix. */
export function isSessionExpired(error: unknown): boolean {
  const cause = error instanceof ApiError && error.kind === 'session' ? error.cause : null;
  return cause instanceof SessionError && cause.reason === 'expired';
}

/** Goes to the sign-in page, which returns to this one (requirements 000 §4). */
export async function signInAgain(): Promise<void> {
  markSessionEnded('sign-in');
  // Offline the sign-in page cannot be reached either; the page shows its own error.
  await login({ redirectTo: currentPath() }).catch(forgetSessionEnded);
}

/** Calls `signInAgain` if the session has expired. */
export async function signInIfExpired(error: unknown): Promise<void> {
  if (isSessionExpired(error)) await signInAgain();
}
