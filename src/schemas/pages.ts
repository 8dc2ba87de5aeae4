/**
 * Front matter of content/comparisons and content/tools: pages of their own that marketing writes.
 *
 * Messages speak to whoever edits those files. Prices and limits do not stand here: content/plans.json has them.
 */
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import * as z from 'zod/mini';

const text = z.string('escreva um texto.').check(z.trim(), z.minLength(1, 'o texto está vazio.'));

const page = {
  /** Title of the browser tab and of search results. */
  title: text.check(z.maxLength(60, 'o título passa de 60 caracteres e será cortado nas buscas.')),
  description: text.check(z.maxLength(170, 'a descrição passa de 170 caracteres e será cortada nas buscas.')),
  /** Short name for breadcrumbs and lists. */
  label: text,
  headline: text,
  lead: text,
};

const points = z
  .array(z.strictObject({ title: text, text }))
  .check(z.minLength(1, 'escreva ao menos um ponto, com title e text.'));

const ComparisonFrontMatter = z.strictObject({
  ...page,
  gains: z.strictObject({ title: text, points }),
  givesUp: z.strictObject({ title: text, points }),
});

const ToolFrontMatter = z.strictObject(page);

export const comparisonsCollection = defineCollection({
  loader: glob({ base: './content/comparisons', pattern: '*.mdx' }),
  schema: ComparisonFrontMatter,
});

export const toolsCollection = defineCollection({
  loader: glob({ base: './content/tools', pattern: '*.mdx' }),
  schema: ToolFrontMatter,
});
