/**
 * Whether somebody signed in on this browser, for pages that know no session: they show the way to the account.
 *
 * Apart from storage.ts, because every page carries it. Says nothing about a session that still stands.
 */
const ACCOUNT_KEY = 'hasAccount';

export function isAccountKnown(): boolean {
  try {
    return localStorage.getItem(ACCOUNT_KEY) !== null;
  } catch {
    // Storage is blocked: nobody is known.
    return false;
  }
}

export function rememberAccount(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(ACCOUNT_KEY, 'true');
    else localStorage.removeItem(ACCOUNT_KEY);
  } catch {
    // Blocked or full: the way to the account still stands in the footer.
  }
}
