/**
 * Front matter of content/legal: the legal pages and those about trust. Error messages address their editors.
 *
 * Owns: the fields and the ids. Does not own: retention periods (content/legal/retention.json).
 */
import * as z from 'zod/mini';
import { missingOr, strictFields, text } from './front-matter.ts';

/** Ids of the pages `/{id}.html`, in menu order. */
export const legalIds = ['termos', 'regras-de-cobranca', 'privacidade', 'lgpd', 'sla'] as const;
/** Ids of the pages `/{id}` about trust, in menu order. */
export const trustIds = [
  'seguranca',
  'suboperadores',
  'acordo-de-tratamento',
  'acessibilidade',
  'ficha-de-fornecedor',
  'proposta',
] as const;
export type LegalId = (typeof legalIds)[number] | (typeof trustIds)[number];

/** The address of a page: those of the requirements end in ".html". */
export const legalPath = (id: LegalId): string =>
  trustIds.some((each) => each === id) ? `/${id}` : `/${id}.html`;

export const LegalFrontMatter = strictFields({
  title: text('o título do texto').check(z.maxLength(50, 'O título passa de 50 caracteres.')),
  /** Short name for menus and the footer. */
  label: text('um nome curto para os menus').check(
    z.maxLength(28, 'O nome curto passa de 28 caracteres e não cabe no menu.'),
  ),
  description: text('do que o texto trata').check(
    z.maxLength(160, 'A descrição passa de 160 caracteres e seria cortada nas buscas.'),
  ),
  /** Date of the last change. */
  updated: z.date(
    missingOr(
      'Escreva o dia da última mudança, como 2026-11-21.',
      'Escreva o dia sem aspas, como 2026-11-21.',
    ),
  ),
});

/** A version as it was accepted; `npm run write:legal` writes it (src/build/legal-versions.ts). */
export const LegalVersionFrontMatter = strictFields({
  title: text('o título do texto'),
  description: text('do que o texto trata'),
  /** Digest of the text below: a change shows. */
  digest: text('o resumo do texto').check(z.regex(/^[0-9a-f]{64}$/, 'O resumo tem 64 dígitos.')),
});
