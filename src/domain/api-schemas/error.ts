/** The API's only error body, as it is written and as a page reads it; `error` is a Portuguese sentence for people. */
import * as z from 'zod/mini';
import { errorCodes } from '../errors.ts';

export const ErrorBody = z.object({
  error: z.string(),
  code: z.enum(errorCodes),
  /** Field path (`billingAddress.cep`) → sentence. */
  fields: z.optional(z.record(z.string(), z.string())),
  requestId: z.string(),
  details: z.optional(z.record(z.string(), z.string())),
});
export type ErrorBody = z.output<typeof ErrorBody>;

/** Longer than any sentence of ours; a page has room for it. */
const SENTENCE_MAX = 600;

/** Text for people: without markup, and no line of a stack. */
const isSentence = (text: string): boolean =>
  text.trim() !== '' && !/[<>{}\r\n]|\bat \S+ ?\(?\S*:\d+:\d+/.test(text);

const texts = z.record(z.string(), z.string());
const ownCodes: ReadonlySet<string | undefined> = new Set(errorCodes);

/**
 * The same as a page reads it: a gateway or a later version may answer, and its sentence is shown (requirements 000 §8).
 * A code may be unknown; what else is missing or of another form is left out.
 */
export const ErrorRead = z
  .object({
    error: z.string().check(z.maxLength(SENTENCE_MAX)),
    code: z.catch(z.optional(z.string()), undefined),
    fields: z.catch(z.optional(texts), undefined),
    requestId: z.catch(z.optional(z.string()), undefined),
    details: z.catch(z.optional(texts), undefined),
  })
  .check(z.refine(({ code, error }) => ownCodes.has(code) || isSentence(error)));
export type ErrorRead = z.output<typeof ErrorRead>;
