/** Runs the search behind the field: waits for a pause in typing and drops answers that come too late. */
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type ArticleLink,
  createSearch,
  type DocsIndex,
  type PagefindIndex,
  type SearchFilters,
} from '#features/search/search-articles.ts';
import { type SearchState, shownArticles } from './search-state.ts';
import { allowSearchWorker } from './search-worker.ts';

const PAUSE_MS = 90;
const INDEX = '/docs/pagefind/';

/** Pagefind's module; an instance of it that failed to start stays broken, so each attempt makes a new one. */
interface PagefindModule {
  createInstance(options: object): PagefindIndex & { init(): Promise<void>; destroy(): Promise<void> };
}

async function loadIndex(): Promise<DocsIndex> {
  const [pagefind, known] = await Promise.all([loadPagefind(), loadWords()]);
  return { pagefind, ...known };
}

async function loadPagefind(): Promise<PagefindIndex> {
  // Made after the site is built, so the bundler must not look for it.
  const address = `${INDEX}pagefind.js`;
  allowSearchWorker(INDEX);
  const { createInstance }: PagefindModule = await import(/* @vite-ignore */ address);
  const index = createInstance({ basePath: INDEX, baseUrl: '/' });
  try {
    await index.init();
  } catch (cause) {
    await index.destroy();
    throw cause;
  }
  return index;
}

async function loadWords(): Promise<Pick<DocsIndex, 'vocabulary' | 'popular'>> {
  try {
    const response = await fetch(`${INDEX}docs-words.json`);
    const known: { words: string; popular: readonly ArticleLink[] } = await response.json();
    return { vocabulary: known.words.split(' '), popular: known.popular };
  } catch {
    // Without it no slip is mended, and the search still answers.
    return { vocabulary: [], popular: [] };
  }
}

/** One index for all search fields of a page. */
const searchArticles = createSearch(loadIndex);

export interface Search {
  readonly state: SearchState;
  /** Takes what stands in the field now. */
  ask(query: string): void;
  /** Asks the last question again, after a failure. */
  retry(): void;
}

/** @param filters What the answer is narrowed to; a new object asks the last question again. */
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

  // Other filters: the same question again.
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
    // Network or a browser without WebAssembly: the page offers another try and the full list.
    return { kind: 'failed' };
  }
}

const INSTEAD_MAX = 4;

/** What the filters keep away. */
async function withoutFilters(query: string, filters: SearchFilters): Promise<readonly ArticleLink[]> {
  if (Object.keys(filters).length === 0) return [];
  const { articles } = await searchArticles(query);
  return articles.slice(0, INSTEAD_MAX).map(({ title, url }) => ({ title, url }));
}
