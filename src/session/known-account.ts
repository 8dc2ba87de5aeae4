/**
 * Whether this browser was signed in before, and to which environment. Pages without a session use it to link to the
 * account and to show the reader's own address in examples; layouts/theme-script.ts reads both before the first paint.
 *
 * Does not mean that a session is open.
 */
import { lasting } from '#lib/storage.ts';

/** @param environment Address of the account's environment ("https://acme.vigia.example"); `null` while it has none. */
export function rememberAccount(environment: string | null): void {
  if (lasting.read('hasAccount') === null) lasting.write('hasAccount', 'true');
  if (environment === null) lasting.forget('environment');
  else lasting.write('environment', environment);
}

/** Notes whether the account works in another's environment, on this page too. */
export function rememberMember(isMember: boolean): void {
  const value = isMember ? 'member' : 'true';
  document.documentElement.dataset['account'] = value;
  lasting.write('hasAccount', value);
}

/** True when this browser last saw the account work in another's environment. */
export const isKnownMember = (): boolean => lasting.read('hasAccount') === 'member';

export function forgetAccount(): void {
  lasting.forget('hasAccount');
  lasting.forget('environment');
}

/** Address of the account's environment, set before the first paint (layouts/theme-script.ts); `null` when unknown. */
export function knownEnvironment(): string | null {
  const { environment } = document.documentElement.dataset;
  return environment !== undefined && /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/.test(environment)
    ? environment
    : null;
}
