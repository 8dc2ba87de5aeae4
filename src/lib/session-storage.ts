/**
 * What a tab remembers until it is closed. Never card data, CVV, CPF/CNPJ or tokens.
 *
 * A browser may refuse storage altogether; then nothing is remembered and nothing breaks.
 */
export const tabKeys = {
  checkoutDraft: 'checkoutDraft',
  checkoutAttempt: 'checkoutAttempt',
  upgradeDraft: 'upgradeDraft',
  upgradeAttempt: 'upgradeAttempt',
  cardAttempt: 'cardAttempt',
  handoverAttempt: 'handoverAttempt',
  quota: 'quota',
  invitation: 'invitation',
  authReload: 'authReload',
  sessionEnded: 'sessionEnded',
} as const;
export type TabKey = (typeof tabKeys)[keyof typeof tabKeys];

/** The remembered value, or `null` when there is none or it cannot be read. */
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
    // Full or refused: the page works without its memory.
  }
}

export function forgetTab(key: TabKey): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
