/**
 * The outcome of a rule over something typed: the proved value, or the id of the sentence that says what to mend.
 * Forms show the sentence, contracts put it into the error body; neither writes the rule again.
 */
import type { MessageId } from './messages.ts';

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: MessageId };

export const proved = <T>(value: T): Checked<T> => ({ ok: true, value });
export const refused = (problem: MessageId): Checked<never> => ({ ok: false, problem });

/**
 * What a document can say of a rule ahead of it. Whatever the rule accepts fits the shape; the reverse may need more
 * than a pattern can say (check digits, reserved names), and the description says it. Pages never read a shape: it stays
 * out of their bundles as long as nothing in it looks like a call with consequences.
 */
export interface FieldShape {
  /** For readers of the API's description, in Portuguese. */
  readonly description: string;
  /** ECMA-262, for the text as typed. */
  readonly pattern: string;
  readonly minLength?: number;
  readonly example: string;
}

/** Pattern of a text that `tidy` leaves with at most `max` characters. */
export const tidyPattern = (max: number, min: 0 | 1 = 1): string => `^\\s*(?:\\S\\s*){${min},${max}}$`;

/** Keeps digits only: what masks, spaces and pastes leave behind does not matter. */
export const onlyDigits = (typed: string): string => typed.replace(/\D/g, '');

/** Trims and folds runs of white space, so that two pasted spaces do not count as characters. */
export const tidy = (typed: string): string => typed.trim().replace(/\s+/g, ' ');
