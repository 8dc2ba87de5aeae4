/**
 * Reviews the values of a form: which of them are wrong, and why.
 *
 * Pure. The rules come from the contract. The server's refusals are added, each tied to the refused value, so that the
 * error disappears when the value changes and returns with it.
 */
import { get } from 'react-hook-form';
import type * as z from 'zod/mini';
import { fieldSentences } from '#domain/api-schemas/field.ts';
import { fieldId } from './field-id.ts';
import type { Problem } from './problems.ts';

interface Refusal {
  readonly value: unknown;
  readonly sentence: string;
}
/** By field path. */
export type Refusals = Readonly<Record<string, Refusal>>;

export type Review<Form> =
  | { readonly isReady: true; readonly form: Form; readonly problems: readonly [] }
  | { readonly isReady: false; readonly problems: readonly Problem[] };

interface Reviewed<Form> {
  /** The fields as typed. */
  readonly values: object;
  /** The contract's result for them. */
  readonly read: z.core.util.SafeParseResult<Form>;
  readonly refusals: Refusals;
  /** Errors by field path that the contract does not know. */
  readonly others?: Readonly<Record<string, string>>;
  /** Labels of the fields in page order. */
  readonly labels: Readonly<Record<string, string>>;
  /** False for a field that is not shown now and so has no errors; another one does while the contract refuses it. */
  readonly isAsked?: (path: string) => boolean;
}

export function reviewValues<Form>(about: Reviewed<Form>): Review<Form> {
  const { values, read, refusals, others = {}, labels, isAsked = () => true } = about;
  const wrong = read.success ? [] : Object.entries(fieldSentences(read.error));
  const sentences = Object.fromEntries(wrong.filter(([path]) => isAsked(path)));
  for (const [path, sentence] of Object.entries(others)) {
    if (isAsked(path)) sentences[path] ??= sentence;
  }
  for (const [path, refusal] of Object.entries(refusals)) {
    if (isAsked(path) && get(values, path) === refusal.value) sentences[path] ??= refusal.sentence;
  }
  const order = Object.keys(labels);
  const problems = Object.entries(sentences)
    .map(([path, sentence]) => problemOf(path, labels[path] ?? path, sentence, get(values, path)))
    .sort((one, other) => order.indexOf(one.path) - order.indexOf(other.path));
  if (read.success && problems.length === 0) return { isReady: true, form: read.data, problems: [] };
  return { isReady: false, problems };
}

function problemOf(path: string, label: string, sentence: string, value: unknown): Problem {
  const isMissing = value === undefined || value === '' || value === false;
  return { path, fieldId: fieldId(path), label, sentence, isMissing };
}
