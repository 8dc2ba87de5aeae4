/** Filters the results by category and level. */
import type { SearchFilters } from '#features/search/docs-index.ts';
import { filterOptions } from './filter-options.ts';

interface SearchFiltersProps {
  readonly id: string;
  readonly filters: SearchFilters;
  readonly onChange: (filters: SearchFilters) => void;
}

export function SearchFilterFields({ id, filters, onChange }: SearchFiltersProps) {
  return (
    <div className="search-filters">
      {filterOptions.map(({ name, label, all, options }) => (
        <label key={name} htmlFor={`${id}-${name}`}>
          <span className="sr-only">{label}</span>
          <select
            id={`${id}-${name}`}
            value={filters[name] ?? ''}
            onChange={({ target }) => {
              const { [name]: _before, ...others } = filters;
              onChange(target.value === '' ? others : { ...others, [name]: target.value });
            }}
          >
            <option value="">{all}</option>
            {options.map((option) => (
              <option key={option.id} value={option.id}>
                {option.title}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  );
}
