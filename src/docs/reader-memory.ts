/**
 * What the browser remembers about a reader of the documentation: votes and recent searches.
 *
 * Nothing here identifies a person: a vote's key is random and used for one page only.
 */
import { lasting } from '#lib/storage.ts';

const SEARCHES_MAX = 5;
const QUERY_LENGTH_MAX = 80;

/** A vote of this browser on one page. */
export interface Vote {
  readonly key: string;
  readonly isHelpful: boolean | null;
}

/** The vote on a page; without one, a new key and no answer. */
export function voteOn(page: string): Vote {
  const kept = votes()[page];
  const { key, isHelpful } = isObject(kept) ? kept : {};
  return typeof key === 'string'
    ? { key, isHelpful: typeof isHelpful === 'boolean' ? isHelpful : null }
    : { key: crypto.randomUUID(), isHelpful: null };
}

export function rememberVote(page: string, vote: Vote): void {
  lasting.writeJson('docsVotes', { ...votes(), [page]: vote });
}

function votes(): Readonly<Record<string, unknown>> {
  const kept = lasting.readJson('docsVotes');
  return isObject(kept) ? kept : {};
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Recent searches, the newest first. */
export function recentSearches(): readonly string[] {
  const kept = lasting.readJson('docsSearches');
  return Array.isArray(kept) ? kept.filter((query) => typeof query === 'string').slice(0, SEARCHES_MAX) : [];
}

export function rememberSearch(typed: string): void {
  const query = typed.trim().slice(0, QUERY_LENGTH_MAX);
  if (query === '') return;
  const others = recentSearches().filter((known) => known.toLowerCase() !== query.toLowerCase());
  lasting.writeJson('docsSearches', [query, ...others].slice(0, SEARCHES_MAX));
}

export function forgetSearches(): void {
  lasting.forget('docsSearches');
}
