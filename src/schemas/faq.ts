/**
 * Front matter of content/faq: one MDX file per question; its text is the answer.
 *
 * Owns: its fields, the categories and their order. Used by the landing page and the support page.
 */
import * as z from 'zod/mini';
import { missingOr, position, strictFields, text, yesOrNo } from './front-matter.ts';

/** Categories of the requirements (000 §2), in tab order after `todos`. */
export const faqCategories = ['precos', 'recursos', 'migracao', 'suporte'] as const;
export type FaqCategory = (typeof faqCategories)[number];

export const FaqEntry = strictFields({
  question: text('a pergunta').check(
    z.maxLength(90, 'A pergunta passa de 90 caracteres: pergunte como um cliente perguntaria.'),
    z.refine((question) => question.endsWith('?'), 'A pergunta termina com um ponto de interrogação.'),
  ),
  category: z.enum(
    faqCategories,
    missingOr('Escolha uma categoria.', `Use uma destas categorias: ${faqCategories.join(', ')}.`),
  ),
  /** Position in the category. */
  order: position,
  /** `true` hides the question on every page. */
  hidden: z._default(yesOrNo, false),
});
export type FaqEntry = z.output<typeof FaqEntry>;
