/**
 * The search field in the page itself, on /docs and where an article is missing.
 *
 * Without JavaScript it is not shown; the list of all articles is.
 */
import { SearchPanel } from './search-panel.tsx';

export function SearchInline() {
  return (
    <div className="search-inline">
      <SearchPanel id="busca" />
    </div>
  );
}
