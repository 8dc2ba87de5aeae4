/**
 * The errors of a form: one list for the note, the summary (or the toast) and the fields.
 *
 * Pure, and without the form library, which a form with few fields does not load (review.ts does).
 */
import { message } from '#domain/messages/shared.ts';
import type { SummaryEntry } from '#ui/error-summary.tsx';
import type { Toast } from '#ui/toaster.tsx';

export interface Problem extends SummaryEntry {
  readonly path: string;
  /** The field is empty: the note asks for it instead of calling it wrong. */
  readonly isMissing: boolean;
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
