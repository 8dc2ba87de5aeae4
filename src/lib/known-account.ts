/**
 * Whether this browser was signed in before, and to which environment. Pages without a session use it to link to the
 * account and to show the reader's own address in examples.
 *
 * Separate from storage.ts, because every page loads it. Does not mean that a session is open.
 */
/* src/browser/theme-script.ts also reads both before the first paint. */
export const ACCOUNT_KEY = 'hasAccount';
/** Value of `ACCOUNT_KEY` for an account that works in another's environment. */
const MEMBER = 'member';
/** Address of the environment: "https://acme.vigia.example". */
export const ENVIRONMENT_KEY = 'environment';

/** @param environment Address of the account's environment; `null` while it has none. */
export function rememberAccount(environment: string | null): void {
  try {
    if (localStorage.getItem(ACCOUNT_KEY) === null) localStorage.setItem(ACCOUNT_KEY, 'true');
    if (environment === null) localStorage.removeItem(ENVIRONMENT_KEY);
    else localStorage.setItem(ENVIRONMENT_KEY, environment);
  } catch {
    // Blocked or full: the footer links to the account too.
  }
}

/** Notes whether the account works in another's environment, on this page too. */
export function rememberMember(isMember: boolean): void {
  const value = isMember ? MEMBER : 'true';
  document.documentElement.dataset['account'] = value;
  try {
    localStorage.setItem(ACCOUNT_KEY, value);
  } catch {
    // The next page finds out again.
  }
}

export function forgetAccount(): void {
  try {
    for (const key of [ACCOUNT_KEY, ENVIRONMENT_KEY]) localStorage.removeItem(key);
  } catch {
    // Then nothing was stored either.
  }
}
