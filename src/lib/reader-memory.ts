/**
 * What the browser remembers about a reader of the documentation: votes and recent searches.
 *
 * Owns: the keys. Without storage nothing is remembered. Nothing here identifies a person: a vote's key is random and
 * used for one page only. Does not own: what the site remembers about a customer (lib/storage.ts).
 */
import * as z from 'zod/mini';

const VOTES_KEY = 'docsVotes';
const SEARCHES_KEY = 'docsSearches';
const SEARCHES_MAX = 5;
const QUERY_LENGTH_MAX = 80;

/** A vote of this browser on one page. */
const Vote = z.object({ key: z.string(), isHelpful: z.nullable(z.boolean()) });
export type Vote = z.output<typeof Vote>;

const Votes = z.record(z.string(), Vote);
const Searches = z.array(z.string());

/** The vote on a page; without one, a new key and no answer. */
export function voteOn(page: string): Vote {
  return read(VOTES_KEY, Votes)?.[page] ?? { key: crypto.randomUUID(), isHelpful: null };
}

export function rememberVote(page: string, vote: Vote): void {
  write(VOTES_KEY, { ...read(VOTES_KEY, Votes), [page]: vote });
}

/** Recent searches, the newest first. */
export function recentSearches(): readonly string[] {
  return (read(SEARCHES_KEY, Searches) ?? []).slice(0, SEARCHES_MAX);
}

export function rememberSearch(typed: string): void {
  const query = typed.trim().slice(0, QUERY_LENGTH_MAX);
  if (query === '') return;
  const others = recentSearches().filter((known) => known.toLowerCase() !== query.toLowerCase());
  write(SEARCHES_KEY, [query, ...others].slice(0, SEARCHES_MAX));
}

export function forgetSearches(): void {
  try {
    localStorage.removeItem(SEARCHES_KEY);
  } catch {
    // Nothing was kept either.
  }
}

function read<S extends z.ZodMiniType>(key: string, schema: S): z.output<S> | null {
  try {
    const kept = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    return kept.success ? kept.data : null;
  } catch {
    // Storage is blocked or contains something else: treat it as empty.
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Blocked or full: the reader may vote again, and no recent searches are shown.
  }
}
