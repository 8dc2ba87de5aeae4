/**
 * Front matter of content/comparisons, content/news and content/tools, single pages written by marketing.
 *
 * Error messages address their editors. Prices and limits are in content/plans.json.
 */
import * as z from 'zod/mini';
import { list, missingOr, strictFields, text } from './front-matter.ts';

const page = {
  /** Title of the browser tab and of search results. */
  title: text('o título da página').check(
    z.maxLength(60, 'O título passa de 60 caracteres e seria cortado nas buscas.'),
  ),
  description: text('o que a página oferece').check(
    z.maxLength(170, 'A descrição passa de 170 caracteres e seria cortada nas buscas.'),
  ),
  /** Short name for breadcrumbs and lists. */
  label: text('um nome curto para os menus'),
  headline: text('a chamada da página'),
  lead: text('a frase abaixo da chamada'),
};

const point = strictFields({ title: text('o título do ponto'), text: text('o texto do ponto') });
const points = strictFields({
  title: text('o título da lista'),
  points: list(point, 'os pontos, cada um com title e text', 12),
});

export const ComparisonFrontMatter = strictFields({ ...page, gains: points, givesUp: points });

export const NewsFrontMatter = strictFields({
  title: text('o que mudou, em uma frase').check(z.maxLength(90, 'A frase passa de 90 caracteres.')),
  date: z.date(
    missingOr('Escreva o dia da notícia, como 2026-11-28.', 'Escreva o dia sem aspas, como 2026-11-28.'),
  ),
});

export const ToolFrontMatter = strictFields(page);
