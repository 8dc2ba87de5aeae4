/**
 * The outcome of a rule for typed text: the valid value, or the id of the message that says what to correct. Forms show
 * the message and the API puts it into the error body; neither repeats the rule.
 */
export type Result<T, Id extends string = string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Id };

export const valid = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const invalid = <Id extends string>(problem: Id): Result<never, Id> => ({ ok: false, problem });

/**
 * What the API's description can say about a rule. Whatever the rule accepts matches the shape, but not the reverse:
 * check digits and reserved names need more than a pattern, and the description says so. Pages never read a shape;
 * bundlers drop it as long as it contains no call with side effects.
 */
export interface FieldShape {
  /** For readers of the API's description; in Portuguese. */
  readonly description: string;
  /** ECMA-262, matched against the text as typed. */
  readonly pattern: string;
  readonly minLength?: number;
  readonly example: string;
}

/** Pattern for a text that has at most `max` characters after `tidy`. */
export const tidyPattern = (max: number, min: 0 | 1 = 1): string => `^\\s*(?:\\S\\s*){${min},${max}}$`;

/** Keeps only the digits, whatever masks, spaces and pasting added. */
export const onlyDigits = (typed: string): string => typed.replace(/\D/g, '');

/** Trims the text and collapses white space, so that pasted double spaces do not count as characters. */
export const tidy = (typed: string): string => typed.trim().replace(/\s+/g, ' ');
