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

/** Keeps digits only: what masks, spaces and pastes leave behind does not matter. */
export const onlyDigits = (typed: string): string => typed.replace(/\D/g, '');

/** Trims and folds runs of white space, so that two pasted spaces do not count as characters. */
export const tidy = (typed: string): string => typed.trim().replace(/\s+/g, ' ');
