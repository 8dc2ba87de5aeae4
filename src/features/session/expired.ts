/**
 * A session that expired while its page was open: recognises it, starts a new sign-in, and remembers it, so that the
 * page can say afterwards what happened.
 */
import { ApiError } from '#lib/api.ts';
import { currentPath } from '#lib/navigate.ts';
import { login, SessionError } from '#lib/session.ts';
import { forgetTab, readTab, tabKeys, writeTab } from '#lib/session-storage.ts';

/** True for the only failure that signing in again can fix. */
export function isSessionExpired(error: unknown): boolean {
  const cause = error instanceof ApiError && error.kind === 'session' ? error.cause : null;
  return cause instanceof SessionError && cause.reason === 'expired';
}

/** Goes to the sign-in page, which returns to this one (requirements 000 §4). */
export async function signInAgain(): Promise<void> {
  writeTab(tabKeys.sessionEnded, window.location.pathname);
  // Offline the sign-in page cannot be reached either; the page shows its own error.
  await login({ redirectTo: currentPath() }).catch(() => forgetTab(tabKeys.sessionEnded));
}

/** Calls `signInAgain` if the session has expired. */
export async function signInIfExpired(error: unknown): Promise<void> {
  if (isSessionExpired(error)) await signInAgain();
}

/** True once, on the page that the sign-in returned to. */
export function takeSessionEnded(): boolean {
  const path = readTab(tabKeys.sessionEnded);
  forgetTab(tabKeys.sessionEnded);
  return path === window.location.pathname;
}
