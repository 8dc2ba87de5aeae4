/** The chosen tab of each group, shared by all lists and tools of a page. A DOM event, because articles load no store. */
import { storeTab } from '#lib/storage.ts';

const CHOSEN = 'tab-chosen';

interface TabChoice {
  readonly group: string;
  readonly label: string;
}

/** Remembers a choice, and tells the page. */
export function chooseTab(group: string, label: string): void {
  storeTab(group, label);
  document.dispatchEvent(new CustomEvent<TabChoice>(CHOSEN, { detail: { group, label } }));
}

/** @returns Stops listening. */
export function onTabChosen(listener: (choice: TabChoice) => void): () => void {
  const hear = (event: Event): void => listener((event as CustomEvent<TabChoice>).detail);
  document.addEventListener(CHOSEN, hear);
  return () => document.removeEventListener(CHOSEN, hear);
}
