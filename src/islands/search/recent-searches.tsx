/** Recent searches, shown while the field is empty. Stored only in this browser; a button deletes them. */
import { shownQuery } from './search-state.ts';

interface RecentSearchesProps {
  readonly queries: readonly string[];
  readonly onChoose: (query: string) => void;
  readonly onForget: () => void;
}

export function RecentSearches({ queries, onChoose, onForget }: RecentSearchesProps) {
  if (queries.length === 0) return null;
  return (
    <div className="search-recent">
      <div className="search-recent-head">
        <p>Buscas recentes</p>
        <button type="button" onClick={onForget}>
          Limpar
        </button>
      </div>
      <ul>
        {queries.map((query) => (
          <li key={query}>
            <button type="button" onClick={() => onChoose(query)}>
              {shownQuery(query)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
