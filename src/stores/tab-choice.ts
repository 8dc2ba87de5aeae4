/** The chosen tab of each group on this page, shared by all lists and tools. */
import { map } from 'nanostores';
import { storedTab, storeTab } from '#lib/storage.ts';

/** Group → label of the chosen tab. */
export const $tabChoices = map<Readonly<Record<string, string>>>({});

export function chooseTab(group: string, label: string): void {
  $tabChoices.setKey(group, label);
  storeTab(group, label);
}

/** Restores the choice made on another page. */
export function recallTab(group: string): void {
  const label = storedTab(group);
  if (label !== null) $tabChoices.setKey(group, label);
}
