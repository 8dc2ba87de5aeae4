/**
 * A session that ended while its page was open: told apart from everything else a call can fail of, asked for again, and
 * remembered, so that the page that comes back says why.
 */
import { ApiError } from '#lib/api.ts';
import { currentPath } from '#lib/navigate.ts';
import { login, SessionError } from '#lib/session.ts';
import { forgetTab, readTab, tabKeys, writeTab } from '#lib/session-storage.ts';

/** Only then does signing in again help. */
export function isSessionExpired(error: unknown): boolean {
  const cause = error instanceof ApiError && error.kind === 'session' ? error.cause : null;
  return cause instanceof SessionError && cause.reason === 'expired';
}

/** Leaves for the sign-in page, which brings back this one as it was (requirements 000 §4). */
export async function signInAgain(): Promise<void> {
  writeTab(tabKeys.sessionEnded, window.location.pathname);
  // Offline, the way to the sign-in page is closed too: the page says what it could not do.
  await login({ redirectTo: currentPath() }).catch(() => forgetTab(tabKeys.sessionEnded));
}

/** As `signInAgain`, where that is what helps. */
export async function signInIfExpired(error: unknown): Promise<void> {
  if (isSessionExpired(error)) await signInAgain();
}

/** True once, on the page that came back. */
export function takeSessionEnded(): boolean {
  const path = readTab(tabKeys.sessionEnded);
  forgetTab(tabKeys.sessionEnded);
  return path === window.location.pathname;
}
