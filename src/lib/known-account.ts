/**
 * Whether this browser was signed in to an account, and its environment, for pages that know no session: they show the
 * way to it, and examples with the reader's own address.
 *
 * Apart from storage.ts, because every page carries it. Says nothing about a session being open.
 */
/** Also read before the first paint, by src/browser/theme-script.ts. */
export const ACCOUNT_KEY = 'hasAccount';
/** Address of the environment: "https://acme.vigia.example". */
const ENVIRONMENT_KEY = 'environment';

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

/** Address of the environment of the account that was last signed in here; `null` when none is known. */
export function knownEnvironment(): string | null {
  try {
    const kept = localStorage.getItem(ENVIRONMENT_KEY);
    return kept !== null && /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/.test(kept) ? kept : null;
  } catch {
    return null;
  }
}
