/**
 * What the browser remembers: `lasting` for good, `tab` until the tab is closed.
 *
 * Owns: every key (requirements 000 §3); the privacy page lists them. Without storage nothing is remembered and nothing
 * breaks. Never store card data, CVV, CPF/CNPJ or tokens. The theme is in layouts/theme-script.ts, small enough to be
 * inlined in every page.
 */

/** The last one is followed by the name of a group of tabs. */
export const lastingKeys = [
  'selectedPlan',
  'billingCycle',
  'subdominio',
  'hasAccount',
  'environment',
  'handedOver',
  'docsVotes',
  'docsSearches',
  'vigia:abas:',
] as const;
/** Includes the older names of the plan's key, which are only read. */
type LastingKey = (typeof lastingKeys)[number] | `vigia:abas:${string}` | 'plano' | 'plan';

export const tabKeys = [
  'firstAddress',
  'checkoutDraft',
  'checkoutAttempt',
  'upgradeDraft',
  'upgradeAttempt',
  'cardAttempt',
  'quota',
  'invitation',
  'elapsed',
  'authReload',
  'sessionEnded',
] as const;
export type TabKey = (typeof tabKeys)[number];

/** @param area The browser's storage; blocked, full or absent it throws. */
function memory<Key extends string>(area: () => Storage) {
  function read(key: Key): string | null {
    try {
      return area().getItem(key);
    } catch {
      return null;
    }
  }

  function write(key: Key, text: string): void {
    try {
      area().setItem(key, text);
    } catch {
      // The page works without it.
    }
  }

  return {
    read,
    write,
    /** The stored value; `null` when there is none or it cannot be read. */
    readJson(key: Key): unknown {
      try {
        return JSON.parse(read(key) ?? 'null');
      } catch {
        return null;
      }
    },
    writeJson: (key: Key, value: unknown): void => write(key, JSON.stringify(value)),
    forget(key: Key): void {
      try {
        area().removeItem(key);
      } catch {
        // Then nothing was stored either.
      }
    },
  };
}

export const lasting = memory<LastingKey>(() => localStorage);
export const tab = memory<TabKey>(() => sessionStorage);

/** The tab of a group that the reader chose, on this page or another. */
export const storedTab = (group: string): string | null => lasting.read(`vigia:abas:${group}`);

export const storeTab = (group: string, label: string): void => lasting.write(`vigia:abas:${group}`, label);
