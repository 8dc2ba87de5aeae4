/** Search field and results, shared by the dialog and the inline search. */
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { SearchFilters } from '#features/search/docs-index.ts';
import type { FoundArticle } from '#features/search/search-articles.ts';
import { forgetSearches, recentSearches, rememberSearch } from '#lib/reader-memory.ts';
import { RecentSearches } from './recent-searches.tsx';
import { SearchFilterFields } from './search-filters.tsx';
import { SearchResults, stopId } from './search-results.tsx';
import { announcement, nextStop, searchStops, shownArticles } from './search-state.ts';
import { useSearch } from './use-search.ts';

export interface SearchPanelProps {
  /** Distinguishes two fields on one page. */
  readonly id: string;
  /** Called when a result is clicked, so that the dialog closes even if the result is on this page. */
  readonly onFollow?: () => void;
  /** Shows recent searches; only where the list does not shift the page. */
  readonly hasRecent?: boolean;
}

const NO_FILTERS: SearchFilters = {};

export function SearchPanel({ id, onFollow = () => {}, hasRecent = false }: SearchPanelProps) {
  const [filters, setFilters] = useState(NO_FILTERS);
  const { state, ask, retry } = useSearch(filters);
  const [recent, setRecent] = useState<readonly string[]>([]);
  const [active, setActive] = useState(-1);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const field = useRef<HTMLInputElement>(null);
  const enterWaits = useRef(false);
  const listId = `${id}-lista`;
  const stops = searchStops(shownArticles(state), opened);
  const open = useCallback(
    (stop: number) => document.getElementById(stopId(listId, stop))?.click(),
    [listId],
  );

  // The reader may have typed before hydration.
  useEffect(() => ask(field.current?.value ?? ''), [ask]);
  // Enter was pressed before the results arrived: open the first result of that query.
  useEffect(() => {
    if (state.kind === 'searching' || !enterWaits.current) return;
    enterWaits.current = false;
    if (state.kind === 'found') open(0);
  }, [state, open]);
  useEffect(() => setRecent(hasRecent ? recentSearches() : []), [hasRecent]);

  function follow() {
    rememberSearch(field.current?.value ?? '');
    if (hasRecent) setRecent(recentSearches());
    onFollow();
  }

  /** "mais trechos" is replaced by more rows; keep the selection on the first of them. */
  function showAllRows({ url }: FoundArticle) {
    setOpened((before) => new Set([...before, url]));
    field.current?.focus();
  }

  function choose(query: string) {
    if (field.current === null) return;
    field.current.value = query;
    field.current.focus();
    ask(query);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = nextStop(active, event.key === 'ArrowDown' ? 1 : -1, stops.length);
      setActive(next);
      document.getElementById(stopId(listId, next))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const isAnswered = state.kind === 'found' && state.query === event.currentTarget.value.trim();
      if (active >= 0 || isAnswered) open(Math.max(active, 0));
      else enterWaits.current = event.currentTarget.value.trim() !== '';
    }
  }

  return (
    <search className="search-panel">
      <label htmlFor={id} className="sr-only">
        Buscar na documentação
      </label>
      <div className="search-field">
        <svg aria-hidden="true" viewBox="0 0 20 20" width="18" height="18" className="search-icon">
          <circle cx="9" cy="9" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.7" />
          <path d="m13.2 13.2 4 4" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" />
        </svg>
        <input
          ref={field}
          id={id}
          type="search"
          role="combobox"
          aria-expanded={stops.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(active < 0 ? {} : { 'aria-activedescendant': stopId(listId, active) })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder="Buscar na documentação"
          onInput={(event) => {
            setActive(-1);
            setOpened(new Set());
            enterWaits.current = false;
            ask(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {state.kind === 'idle' ? (
        <RecentSearches
          queries={recent}
          onChoose={choose}
          onForget={() => {
            forgetSearches();
            setRecent([]);
            field.current?.focus();
          }}
        />
      ) : (
        <SearchFilterFields id={id} filters={filters} onChange={setFilters} />
      )}
      <SearchResults
        listId={listId}
        state={state}
        stops={stops}
        active={active}
        onWiden={() => setFilters(NO_FILTERS)}
        onRetry={retry}
        onPoint={setActive}
        onFollow={follow}
        onMore={showAllRows}
      />
      <p role="status" className="sr-only">
        {announcement(state)}
      </p>
    </search>
  );
}
