/**
 * Remembers across pages which tab of a group the reader chose.
 *
 * Without storage the choice applies to this page only.
 */
const keyOf = (group: string): string => `vigia:abas:${group}`;

export function storedTab(group: string): string | null {
  try {
    return localStorage.getItem(keyOf(group));
  } catch {
    return null; // Storage is blocked: the first tab is shown.
  }
}

export function storeTab(group: string, label: string): void {
  try {
    localStorage.setItem(keyOf(group), label);
  } catch {
    // Blocked or full: the choice applies to this page only.
  }
}
