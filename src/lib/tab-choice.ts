/**
 * Which tab of a group a reader chose: the same language stays chosen on every page and in every tool.
 *
 * Without storage (private windows, blocked cookies) the choice lasts as long as the page.
 */
const keyOf = (group: string): string => `vigia:abas:${group}`;
const EVENT = 'vigia:aba';

export interface TabChoice {
  readonly group: string;
  readonly label: string;
}

export function storedTab(group: string): string | null {
  try {
    return localStorage.getItem(keyOf(group));
  } catch {
    return null; // Storage is blocked: the first tab is shown.
  }
}

/** Remembers the choice and tells everything on the page that shows the group. */
export function chooseTab(choice: TabChoice): void {
  try {
    localStorage.setItem(keyOf(choice.group), choice.label);
  } catch {
    // Blocked or full: the choice holds on this page.
  }
  dispatchEvent(new CustomEvent<TabChoice>(EVENT, { detail: choice }));
}

/** @returns A function that stops listening. */
export function onTabChoice(listener: (choice: TabChoice) => void): () => void {
  const hear = (event: Event): void => {
    if (event instanceof CustomEvent) listener(event.detail as TabChoice);
  };
  addEventListener(EVENT, hear);
  return () => removeEventListener(EVENT, hear);
}
