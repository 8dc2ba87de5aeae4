/** Filters of the search, and their description in a sentence. */
import categories from '#content/docs/_categories.json' with { type: 'json' };
import type { SearchFilters } from '#features/search/docs-index.ts';

const levels = [
  { id: 'basico', title: 'Básico' },
  { id: 'intermediario', title: 'Intermediário' },
  { id: 'avancado', title: 'Avançado' },
] as const;

export const filterOptions = [
  {
    name: 'categoria',
    label: 'Categoria',
    all: 'Todas as categorias',
    within: 'na categoria',
    options: categories,
  },
  { name: 'nivel', label: 'Nível', all: 'Todos os níveis', within: 'no nível', options: levels },
] as const;

/** " na categoria Notificações, no nível Básico"; empty without filters. */
export function filterSentence(filters: SearchFilters): string {
  const parts = filterOptions.flatMap(({ name, within, options }) => {
    const chosen = options.find(({ id }) => id === filters[name]);
    return chosen === undefined ? [] : [`${within} ${chosen.title}`];
  });
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`;
}
