/** Fields that narrow the results to a category or a level, and the sentence that names the choice. */
import categories from '#content/docs/_categories.json' with { type: 'json' };
import type { SearchFilters } from './docs-index.ts';
import { element } from './element.ts';

const levels = [
  { id: 'basico', title: 'Básico' },
  { id: 'intermediario', title: 'Intermediário' },
  { id: 'avancado', title: 'Avançado' },
] as const;

const kinds = [
  {
    name: 'categoria',
    label: 'Categoria',
    all: 'Todas as categorias',
    within: 'na categoria',
    options: categories,
  },
  { name: 'nivel', label: 'Nível', all: 'Todos os níveis', within: 'no nível', options: levels },
] as const;

/** The chosen filters. */
export interface Narrowed {
  readonly filters: SearchFilters;
  /** " na categoria Notificações, no nível Básico"; empty without filters. */
  readonly within: string;
}

export interface FilterFields {
  /** Closed at first, so that the results come before the fields; its line names the choice. */
  readonly whole: HTMLDetailsElement;
  narrowed(): Narrowed;
  clear(): void;
}

/** @param id Id of the search field. */
export function makeFilters(id: string): FilterFields {
  const fields = kinds.map(({ name, label, all, within, options }) => {
    const choices = options.map(({ id: value, title }) => new Option(title, value));
    const select = element('select', { id: `${id}-${name}` }, new Option(all, ''), ...choices);
    return { name, within, select, label: element('span', { className: 'sr-only' }, label) };
  });
  const chosenTitles = (): string[] =>
    fields.flatMap(({ select }) => (select.value === '' ? [] : [select.selectedOptions[0]?.text ?? '']));
  const line = element('summary', { className: 'fold-row' });
  const name = (): void => {
    const titles = chosenTitles();
    line.textContent = titles.length === 0 ? 'Filtrar' : `Filtro: ${titles.join(', ')}`;
    whole.toggleAttribute('data-chosen', titles.length > 0);
  };
  const labels = fields.map(({ label, select }) =>
    element('label', { className: 'search-filter' }, label, select),
  );
  const whole = element('details', { onchange: name }, line, element('div', {}, ...labels));
  name();
  return {
    whole,
    narrowed() {
      const chosen = fields.filter(({ select }) => select.value !== '');
      const phrases = chosen.map(({ within, select }) => `${within} ${select.selectedOptions[0]?.text}`);
      return {
        filters: Object.fromEntries(chosen.map(({ name, select }) => [name, select.value])),
        within: phrases.length === 0 ? '' : ` ${phrases.join(', ')}`,
      };
    },
    clear() {
      for (const { select } of fields) select.value = '';
      name();
    },
  };
}
