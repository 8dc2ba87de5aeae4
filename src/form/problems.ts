/**
 * The errors of a form: one list for the note, the summary (or the toast) and the fields.
 *
 * Pure. The rules come from the contract. The server's refusals are added, each tied to the refused value, so that the
 * error disappears when the value changes and returns with it.
 */
import { get } from 'react-hook-form';
import type * as z from 'zod/mini';
import { fieldSentences } from '#domain/contracts/field.ts';
import { message } from '#domain/messages/shared.ts';
import type { SummaryEntry } from '#ui/error-summary.tsx';
import type { Toast } from '#ui/toaster.tsx';
import { fieldId } from './field-id.ts';

export interface Problem extends SummaryEntry {
  readonly path: string;
  /** The field is empty: the note asks for it instead of calling it wrong. */
  readonly isMissing: boolean;
}

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
  /** False for a field that is not shown now and so has no errors. */
  readonly isAsked?: (path: string) => boolean;
}

export function reviewValues<Form>(about: Reviewed<Form>): Review<Form> {
  const { values, read, refusals, others = {}, labels, isAsked = () => true } = about;
  const sentences = { ...(read.success ? {} : fieldSentences(read.error)) };
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

const LISTED_MAX = 3;

/** What a form shows of its errors in one place: up to three, then how many more (requirements 000 §5, §8). */
export interface Listed {
  readonly title: string;
  readonly entries: readonly SummaryEntry[];
  /** "e mais 2 erro(s)"; `null` when all are listed. */
  readonly more: string | null;
}

export function listProblems(problems: readonly Problem[], title = titleOf(problems)): Listed {
  const more = problems.length - LISTED_MAX;
  return {
    title,
    entries: problems.slice(0, LISTED_MAX),
    more: more > 0 ? message('form.more-errors', { count: more }) : null,
  };
}

/** The same as a toast, for a form without a summary. */
export function problemToast(problems: readonly Problem[]): Toast {
  const { title, entries, more } = listProblems(problems);
  const lines = new Set(entries.map(({ sentence }) => sentence));
  return { title, lines: [...lines, ...(more === null ? [] : [more])], endsWith: 'edit' };
}

function titleOf(problems: readonly Problem[]): string {
  if (problems.every((problem) => problem.path === 'termos')) return message('form.terms-title');
  if (problems.every((problem) => problem.path === 'pagamento')) return message('form.payment-title');
  if (problems.every((problem) => problem.isMissing)) return message('form.required-title');
  return message('form.errors-title');
}
