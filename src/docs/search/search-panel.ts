/**
 * A search field with its results: a combobox with a list below it, in the window or in the page.
 *
 * Owns: keys, pointer, focus, and updating the page. Does not own: the markup of the field (search-inline.astro,
 * search.ts), the elements it creates (search-rows.ts, search-filters.ts) or when to search (ask.ts).
 */

import { forgetSearches, recentSearches, rememberSearch } from '#docs/reader-memory.ts';
import { createSearchController } from './ask.ts';
import { element } from './element.ts';
import type { SearchArticles } from './search-articles.ts';
import { makeFilters } from './search-filters.ts';
import { noteOn, resultGroups, type SearchActions, stopId } from './search-rows.ts';
import { announcement, nextStop, searchStops, shownArticles } from './search-state.ts';

/** @param panel A <search> with a field; in a dialog, which closes when a result is followed. */
export function startSearch(panel: HTMLElement, searchArticles: SearchArticles): void {
  const field = panel.querySelector<HTMLInputElement>('input') as HTMLInputElement;
  const dialog = panel.closest('dialog');
  const filters = makeFilters(field.id);
  const filterSlot = element('div', { className: 'search-filters', hidden: true }, filters.whole);
  const note = element('div', {});
  const list = element('div', {
    id: `${field.id}-lista`,
    role: 'listbox',
    ariaLabel: 'Resultados da busca',
    className: 'search-list',
  });
  const status = element('p', { role: 'status', className: 'sr-only' });
  panel.append(filterSlot, note, list, status);
  field.setAttribute('aria-controls', list.id);
  /** Addresses of the articles that show all their rows. */
  const opened = new Set<string>();
  let active = -1;
  let enterWaits = false;
  const asking = createSearchController(searchArticles, filters.narrowed, show);
  const actions: SearchActions = {
    follow() {
      rememberSearch(field.value);
      // The result may be on this page.
      dialog?.close();
    },
    /** The first added row takes the place of "mais trechos" and stays chosen. */
    showAllRows({ url }) {
      opened.add(url);
      drawResults();
    },
    widen() {
      filters.clear();
      narrow();
    },
    retry: asking.again,
    keepTyped() {
      startOver();
      asking.keepTyped();
    },
    choose(query) {
      field.value = query;
      asking.ask(query);
    },
    forget() {
      forgetSearches();
      show();
    },
  };

  function show(): void {
    const { state } = asking;
    // Only in the window: in the page the list would move what is below.
    const recent = dialog === null ? null : recentSearches();
    note.replaceChildren(...noteOn(state, recent, actions));
    filterSlot.hidden = state.kind === 'idle';
    status.textContent = announcement(state);
    drawResults();
    // Enter was pressed before the results: opens the first one.
    if (state.kind === 'searching' || !enterWaits) return;
    enterWaits = false;
    if (state.kind === 'found') options()[0]?.click();
  }

  function drawResults(): void {
    const articles = shownArticles(asking.state);
    const stops = searchStops(articles, opened);
    list.replaceChildren(...resultGroups(list.id, articles, stops, actions));
    field.ariaExpanded = String(stops.length > 0);
    point(active);
  }

  const options = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role="option"]')];

  function point(stop: number): void {
    active = stop;
    for (const [index, option] of options().entries()) option.ariaSelected = String(index === stop);
    if (stop < 0) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', stopId(list.id, stop));
  }

  function startOver(): void {
    opened.clear();
    enterWaits = false;
    active = -1;
    drawResults();
  }

  function narrow(): void {
    startOver();
    asking.again();
  }

  field.addEventListener('input', () => {
    startOver();
    asking.ask(field.value);
  });
  field.addEventListener('keydown', (event) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      point(nextStop(active, key === 'ArrowDown' ? 1 : -1, options().length));
      options()[active]?.scrollIntoView({ block: 'nearest' });
    }
    if (key === 'Enter') {
      event.preventDefault();
      const query = field.value.trim();
      const isAnswered = asking.state.kind === 'found' && asking.state.query === query;
      if (active >= 0 || isAnswered) options()[Math.max(active, 0)]?.click();
      else enterWaits = query !== '';
    }
  });
  filterSlot.addEventListener('change', narrow);
  list.addEventListener('pointermove', ({ target }) => {
    const stop = options().findIndex((option) => option.contains(target as Node));
    if (stop >= 0 && stop !== active) point(stop);
  });
  // Every button disappears when pressed, so its focus moves to the field.
  panel.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('button')) field.focus();
  });
  show();
  // The reader may have typed before this script was loaded.
  asking.ask(field.value);
}
