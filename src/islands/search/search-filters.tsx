/** Narrows an answer to one category or one level. */
import categories from '#content/docs/_categories.json' with { type: 'json' };
import type { SearchFilters } from '#features/search/search-articles.ts';

interface SearchFiltersProps {
  readonly id: string;
  readonly filters: SearchFilters;
  readonly onChange: (filters: SearchFilters) => void;
}

const levels = [
  { id: 'basico', title: 'Básico' },
  { id: 'intermediario', title: 'Intermediário' },
  { id: 'avancado', title: 'Avançado' },
] as const;

const fields = [
  { name: 'categoria', label: 'Categoria', all: 'Todas as categorias', options: categories },
  { name: 'nivel', label: 'Nível', all: 'Todos os níveis', options: levels },
] as const;

export function SearchFilterFields({ id, filters, onChange }: SearchFiltersProps) {
  return (
    <div className="search-filters">
      {fields.map(({ name, label, all, options }) => (
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
