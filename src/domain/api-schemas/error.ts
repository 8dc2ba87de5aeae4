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

/** Text for people: one line that a page has room for, without markup, and no line of a stack. */
const SENTENCE = /^(?=.*\S)(?!.*\bat \S+ ?\(?\S*:\d+:\d+)[^<>{}\r\n]{1,600}$/;

const Texts = z.record(z.string(), z.string());
const ownCodes: ReadonlySet<unknown> = new Set(errorCodes);

/** An error body as a page reads it. The code may be one of a later version, or missing, as the rest may be. */
export interface ErrorRead {
  readonly error: string;
  readonly code?: string | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly requestId?: string | undefined;
  readonly details?: Readonly<Record<string, string>> | undefined;
}

/**
 * Reads an error body, also of a gateway or a later version: its sentence is shown (requirements 000 §8).
 * @returns `null` without a sentence for people.
 */
export function readError(body: unknown): ErrorRead | null {
  const { error, code, fields, requestId, details } = Object(body) as Record<string, unknown>;
  if (typeof error !== 'string' || !(ownCodes.has(code) || SENTENCE.test(error))) return null;
  return {
    error,
    code: textIn(code),
    fields: Texts.safeParse(fields).data,
    requestId: textIn(requestId),
    details: Texts.safeParse(details).data,
  };
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
