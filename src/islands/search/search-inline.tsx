/**
 * The search field within a page: on /docs and on the page for a missing article.
 *
 * Hidden without JavaScript.
 */
import { SearchPanel } from './search-panel.tsx';

export function SearchInline() {
  return (
    <div className="search-inline">
      <SearchPanel id="busca" />
    </div>
  );
}
