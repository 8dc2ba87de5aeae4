/**
 * Front matter of content/legal: the five legal pages. Messages speak to whoever edits those files.
 *
 * Owns: the fields and the five ids. Does not own: periods of keeping (content/legal/retention.json).
 */
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import * as z from 'zod/mini';

/** Each is a page `/{id}.html`, in the order in which pages list them. */
export const legalIds = ['termos', 'regras-de-cobranca', 'privacidade', 'lgpd', 'sla'] as const;
export type LegalId = (typeof legalIds)[number];

const text = z.string('escreva um texto.').check(z.trim(), z.minLength(1, 'o texto está vazio.'));

const LegalFrontMatter = z.strictObject(
  {
    title: text.check(z.maxLength(50, 'o título passa de 50 caracteres.')),
    /** Short name for menus and the footer. */
    label: text.check(z.maxLength(28, 'o nome curto passa de 28 caracteres e não cabe no menu.')),
    description: text.check(
      z.maxLength(160, 'a descrição passa de 160 caracteres e seria cortada nas buscas.'),
    ),
    /** Day of the last change of the text. */
    updated: z.date('escreva a data da última atualização sem aspas, como 2026-11-21.'),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `campo desconhecido: ${issue.keys.join(', ')}. Os campos são title, label, description e updated.`
        : undefined,
  },
);

export const legalCollection = defineCollection({
  loader: glob({ base: './content/legal', pattern: '*.mdx' }),
  schema: LegalFrontMatter,
});
