/** Order of the questions, and the tabs above them with their counts. */
import { type FaqCategory, type FaqEntry, faqCategories } from '../schemas/faq.ts';

const faqLabels: Readonly<Record<'todos' | FaqCategory, string>> = {
  todos: 'Todos',
  precos: 'Preços',
  recursos: 'Recursos',
  migracao: 'Migração',
  suporte: 'Suporte',
};

export interface FaqTab {
  readonly id: 'todos' | FaqCategory;
  readonly label: string;
  readonly count: number;
}

/** Visible questions, by category. */
export function orderedFaq<Entry extends { readonly data: FaqEntry }>(written: readonly Entry[]): Entry[] {
  const rank = ({ data }: Entry) => faqCategories.indexOf(data.category);
  return written
    .filter(({ data }) => !data.hidden)
    .toSorted((a, b) => rank(a) - rank(b) || a.data.order - b.data.order);
}

export function faqTabs(shown: readonly { readonly data: FaqEntry }[]): FaqTab[] {
  const count = (id: FaqCategory) => shown.filter(({ data }) => data.category === id).length;
  return [
    { id: 'todos', label: faqLabels.todos, count: shown.length },
    ...faqCategories.map((id) => ({ id, label: faqLabels[id], count: count(id) })),
  ];
}
