/**
 * `POST /api/feedback`: a reader says whether an article helped and may add a few words.
 *
 * Owns: what may be sent, and which part of the text may be stored. Does not own: how many votes are stored
 * (functions/feedback).
 */
import * as z from 'zod/mini';

export const feedbackEndpoint = '/api/feedback';

export const FEEDBACK_TEXT_LENGTH_MAX = 1000;

/** A route of the documentation; no query, no fragment. */
const articlePath = /^\/docs(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){1,4}$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const FeedbackRequest = z.strictObject({
  page: z.string().check(z.maxLength(120), z.regex(articlePath)),
  /** Random, made by the browser for this page only: it distinguishes votes, not readers. */
  key: z.string().check(z.regex(uuid)),
  isHelpful: z.boolean(),
  text: z.optional(z.string().check(z.trim(), z.maxLength(FEEDBACK_TEXT_LENGTH_MAX))),
});
export type FeedbackRequest = z.output<typeof FeedbackRequest>;

/** Text that may identify a person: an e-mail address, or eleven digits and more (CPF, phone, CNPJ, card). */
const personal: readonly RegExp[] = [/\S*@\S*/g, /\d(?:[\s().-]{0,2}\d){10,}/g];

/** The reader's text without anything that may identify a person; `null` when nothing is left. */
export function keptFeedbackText(text: string | undefined): string | null {
  if (text === undefined) return null;
  const kept = personal.reduce((rest, form) => rest.replace(form, '(removido)'), text).trim();
  return kept === '' ? null : kept;
}
