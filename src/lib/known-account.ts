/**
 * Whether this browser was signed in to an account, for pages that know no session: they show the way to it.
 *
 * Apart from storage.ts, because every page carries it. Says nothing about a session being open.
 */
/** Also read before the first paint, by src/browser/theme-script.ts. */
export const ACCOUNT_KEY = 'hasAccount';

export function rememberAccount(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(ACCOUNT_KEY, 'true');
    else localStorage.removeItem(ACCOUNT_KEY);
  } catch {
    // Blocked or full: the footer links to the account too.
  }
}
