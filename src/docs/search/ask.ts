/** Searches while somebody types: waits for a pause, and ignores outdated answers. */
import type { ArticleLink } from '#docs/search/rules/index-file.ts';
import type { SearchArticles } from './search-articles.ts';
import type { Narrowed } from './search-filters.ts';
import { type SearchState, shownArticles } from './search-state.ts';

const PAUSE_MS = 90;

export interface SearchController {
  state: SearchState;
  /** Searches for the field's present text. */
  ask(typed: string): void;
  /** Repeats the last search: after a failure, or with other filters. */
  again(): void;
  /** Searches for exactly what was typed, without a correction. */
  keepTyped(): void;
}

/**
 * @param narrowed Returns the chosen filters.
 * @param show Called after each change of the state.
 */
export function createSearchController(
  search: SearchArticles,
  narrowed: () => Narrowed,
  show: () => void,
): SearchController {
  let query = '';
  let isAsTyped = false;
  let latest = 0;
  const become = (state: SearchState): void => {
    asking.state = state;
    show();
  };
  const run = async (pauseMs: number): Promise<void> => {
    latest += 1;
    const mine = latest;
    if (query === '') return become({ kind: 'idle' });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (mine !== latest) return;
    become({ kind: 'searching', previous: shownArticles(asking.state) });
    const next = await answer(search, query, narrowed(), isAsTyped);
    if (mine === latest) become(next);
  };
  const asking: SearchController = {
    state: { kind: 'idle' },
    ask(typed) {
      if (typed.trim() === query) return;
      query = typed.trim();
      isAsTyped = false;
      void run(PAUSE_MS);
    },
    again: () => void run(0),
    keepTyped() {
      isAsTyped = true;
      void run(0);
    },
  };
  return asking;
}

async function answer(
  search: SearchArticles,
  query: string,
  narrowed: Narrowed,
  isAsTyped: boolean,
): Promise<SearchState> {
  try {
    const { articles, correction, isVague, popular } = await search(query, narrowed.filters, isAsTyped);
    if (articles.length > 0)
      return { kind: 'found', query, articles, correction: isAsTyped ? null : correction };
    const { within } = narrowed;
    const everywhere = isVague || within === '' ? [] : await withoutFilters(search, query);
    const isElsewhere = everywhere.length > 0;
    return {
      kind: 'empty',
      query,
      within,
      isVague,
      isElsewhere,
      instead: isElsewhere ? everywhere : popular,
    };
  } catch {
    // The page offers a retry.
    return { kind: 'failed' };
  }
}

const INSTEAD_MAX = 4;

/** Articles outside the filters. */
async function withoutFilters(search: SearchArticles, query: string): Promise<readonly ArticleLink[]> {
  const { articles } = await search(query);
  return articles.slice(0, INSTEAD_MAX).map(({ title, url }) => ({ title, url }));
}
