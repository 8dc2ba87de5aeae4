/**
 * Whether this browser was signed in to an account, and its environment, for pages that know no session: they show the
 * way to it, and examples with the reader's own address.
 *
 * Apart from storage.ts, because every page carries it. Says nothing about a session being open.
 */
/* Both are also read before the first paint, by src/browser/theme-script.ts. */
export const ACCOUNT_KEY = 'hasAccount';
/** Address of the environment: "https://acme.vigia.example". */
export const ENVIRONMENT_KEY = 'environment';

/** @param environment Address of the account's environment; `null` while it has none. */
export function rememberAccount(environment: string | null): void {
  try {
    localStorage.setItem(ACCOUNT_KEY, 'true');
    if (environment === null) localStorage.removeItem(ENVIRONMENT_KEY);
    else localStorage.setItem(ENVIRONMENT_KEY, environment);
  } catch {
    // Blocked or full: the footer links to the account too.
  }
}

export function forgetAccount(): void {
  try {
    for (const key of [ACCOUNT_KEY, ENVIRONMENT_KEY]) localStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
}
