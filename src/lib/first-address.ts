/**
 * The address that the visitor typed on the landing page, kept in the tab until it is watched.
 *
 * As typed: src/domain/alerts/first-address.ts says whether it may be watched.
 */
import { tab } from './storage.ts';

/** Its name in the address of the sign-up form, which a browser without scripts, or one that is still loading, sends. */
export const FIRST_ADDRESS_PARAM = 'site';
const LENGTH_MAX = 2000;

export function keepFirstAddress(typed: string): void {
  const text = typed.trim().slice(0, LENGTH_MAX);
  if (text === '') tab.forget('firstAddress');
  else tab.write('firstAddress', text);
}

/** `null` when there is none. */
export const keptFirstAddress = (): string | null => tab.read('firstAddress');

export const forgetFirstAddress = (): void => tab.forget('firstAddress');

/** Keeps the one of a page's query. @returns The query without it. */
export function takeFirstAddress(search: string): string {
  const query = new URLSearchParams(search);
  const typed = query.get(FIRST_ADDRESS_PARAM);
  if (typed === null) return search;
  keepFirstAddress(typed);
  query.delete(FIRST_ADDRESS_PARAM);
  return query.size === 0 ? '' : `?${query}`;
}
