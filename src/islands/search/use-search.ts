/** Runs the search: waits for a pause in typing and drops outdated results. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ArticleLink, IndexFile, WrittenArticle } from '#domain/search/index-file.ts';
import { type DocsIndex, openIndex, type SearchFilters } from '#features/search/docs-index.ts';
import { createSearch } from '#features/search/search-articles.ts';
import { type SearchState, shownArticles } from './search-state.ts';

const PAUSE_MS = 90;
/** Built by src/build/docs-search.ts. */
const FOLDER = '/docs/pagefind/';

const loadIndex = async (): Promise<DocsIndex> =>
  openIndex(await fetchPart<IndexFile>('index.json'), (file) => fetchPart<WrittenArticle>(file));

async function fetchPart<Part>(file: string): Promise<Part> {
  const response = await fetch(FOLDER + file);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response.json();
}

/** Shared by all search fields of a page. */
const searchArticles = createSearch(loadIndex);

export interface Search {
  readonly state: SearchState;
  /** Sets the query. */
  ask(query: string): void;
  /** Repeats the last search after a failure. */
  retry(): void;
}

/** @param filters A new object repeats the last search. */
export function useSearch(filters: SearchFilters): Search {
  const [state, setState] = useState<SearchState>({ kind: 'idle' });
  const latest = useRef(0);
  const lastQuery = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const run = useCallback(
    async (query: string) => {
      latest.current += 1;
      const mine = latest.current;
      setState((before) => ({ kind: 'searching', previous: shownArticles(before) }));
      const next = await answer(query, filters);
      if (mine === latest.current) setState(next);
    },
    [filters],
  );
  const runLatest = useRef(run);
  runLatest.current = run;

  const ask = useCallback((typed: string) => {
    const query = typed.trim();
    if (query === lastQuery.current) return;
    lastQuery.current = query;
    clearTimeout(timer.current);
    if (query !== '') {
      timer.current = setTimeout(() => void runLatest.current(query), PAUSE_MS);
      return;
    }
    latest.current += 1;
    setState({ kind: 'idle' });
  }, []);
  const retry = useCallback(() => void runLatest.current(lastQuery.current), []);

  // The filters changed: repeat the search.
  useEffect(() => {
    if (lastQuery.current !== '') void run(lastQuery.current);
  }, [run]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { state, ask, retry };
}

async function answer(query: string, filters: SearchFilters): Promise<SearchState> {
  try {
    const { articles, readAs, isVague, popular } = await searchArticles(query, filters);
    if (articles.length > 0) return { kind: 'found', query, articles, readAs };
    const everywhere = isVague ? [] : await withoutFilters(query, filters);
    const isElsewhere = everywhere.length > 0;
    const instead = isElsewhere ? everywhere : popular;
    return { kind: 'empty', query, filters, isVague, isElsewhere, instead };
  } catch {
    // The panel shows a button to try again.
    return { kind: 'failed' };
  }
}

const INSTEAD_MAX = 4;

/** Results outside of the filters. */
async function withoutFilters(query: string, filters: SearchFilters): Promise<readonly ArticleLink[]> {
  if (Object.keys(filters).length === 0) return [];
  const { articles } = await searchArticles(query);
  return articles.slice(0, INSTEAD_MAX).map(({ title, url }) => ({ title, url }));
}
