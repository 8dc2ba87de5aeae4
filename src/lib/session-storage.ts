/**
 * What a tab remembers until it is closed; never card data, CVV, CPF/CNPJ or tokens.
 *
 * Without storage nothing is remembered and nothing breaks.
 */
export const tabKeys = {
  checkoutDraft: 'checkoutDraft',
  checkoutAttempt: 'checkoutAttempt',
  upgradeDraft: 'upgradeDraft',
  upgradeAttempt: 'upgradeAttempt',
  cardAttempt: 'cardAttempt',
  quota: 'quota',
  invitation: 'invitation',
  authReload: 'authReload',
  sessionEnded: 'sessionEnded',
} as const;
export type TabKey = (typeof tabKeys)[keyof typeof tabKeys];

/** The stored value; `null` when there is none or it cannot be read. */
export function readTab(key: TabKey): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export function writeTab(key: TabKey, value: unknown): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or refused: the page works without it.
  }
}

export function forgetTab(key: TabKey): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
