/**
 * Which tab of a group a reader chose, as the browser remembers it on the next page.
 *
 * Without storage (private windows, blocked cookies) the choice lasts as long as the page.
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
    // Blocked or full: the choice holds on this page.
  }
}
