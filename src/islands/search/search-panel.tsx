/** Field and answer of the search, shared by the dialog and the field on /docs. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SearchFilters } from '#features/search/search-articles.ts';
import { forgetSearches, recentSearches, rememberSearch } from '#lib/reader-memory.ts';
import { RecentSearches } from './recent-searches.tsx';
import { SearchFilterFields } from './search-filters.tsx';
import { SearchResults, stopId } from './search-results.tsx';
import { announcement, nextStop, searchStops, shownArticles } from './search-state.ts';
import { useSearch } from './use-search.ts';

export interface SearchPanelProps {
  /** Distinguishes two fields on one page. */
  readonly id: string;
  /** Called when a result is followed by click, so that a dialog closes even if the result is on this page. */
  readonly onFollow?: () => void;
  /** Offers what was searched for before; only where the list pushes nothing aside. */
  readonly hasRecent?: boolean;
}

const NO_FILTERS: SearchFilters = {};

export function SearchPanel({ id, onFollow = () => {}, hasRecent = false }: SearchPanelProps) {
  const [filters, setFilters] = useState(NO_FILTERS);
  const { state, ask, retry } = useSearch(filters);
  const [recent, setRecent] = useState<readonly string[]>([]);
  const [active, setActive] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const listId = `${id}-lista`;
  const stops = searchStops(shownArticles(state));

  // The reader may have typed before this island was awake.
  useEffect(() => ask(field.current?.value ?? ''), [ask]);
  useEffect(() => setRecent(hasRecent ? recentSearches() : []), [hasRecent]);

  function follow() {
    rememberSearch(field.current?.value ?? '');
    if (hasRecent) setRecent(recentSearches());
    onFollow();
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
      document.getElementById(stopId(listId, Math.max(active, 0)))?.click();
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
        active={active}
        isNarrowed={Object.keys(filters).length > 0}
        onWiden={() => setFilters(NO_FILTERS)}
        onRetry={retry}
        onPoint={setActive}
        onFollow={follow}
      />
      <p role="status" className="sr-only">
        {announcement(state)}
      </p>
    </search>
  );
}
