/**
 * What still stands between the form and its button: one list for the note, the summary, the toast and the fields.
 *
 * Pure. The rules are the contract's; added are the server's refusals, each tied to the value it refused, so that
 * it goes away with that value and comes back with it.
 */
import { get } from 'react-hook-form';
import { type CheckoutForm, checkoutFormSchema } from '#domain/contracts/checkout.ts';
import { fieldSentences } from '#domain/contracts/field.ts';
import { message } from '#domain/messages.ts';
import { fieldId, paymentLabels } from '#features/payment/payment-values.ts';
import type { SummaryEntry } from '#ui/error-summary.tsx';
import type { Toast } from '#ui/toaster.tsx';
import type { CheckoutValues } from './form-values.ts';

export interface Problem extends SummaryEntry {
  readonly path: string;
  /** Nothing was typed yet: the note asks for it, rather than calling it wrong. */
  readonly isMissing: boolean;
}

export interface Refusal {
  readonly value: unknown;
  readonly sentence: string;
}
/** By field path. */
export type Refusals = Readonly<Record<string, Refusal>>;

export type Review =
  | { readonly isReady: true; readonly form: CheckoutForm; readonly problems: readonly [] }
  | { readonly isReady: false; readonly problems: readonly Problem[] };

/** Names of the fields in the order of the page. */
const labels: Readonly<Record<string, string>> = {
  plano: 'Plano',
  ciclo: 'Cobrança',
  subdominio: 'Subdomínio',
  pagamento: message('form.payment-title'),
  ...paymentLabels,
  termos: message('form.terms-title'),
};
const order = Object.keys(labels);

/** @param today `YYYY-MM-DD` in São Paulo. */
export function reviewForm(values: CheckoutValues, refusals: Refusals, today: string): Review {
  const read = checkoutFormSchema(today).safeParse(values);
  const sentences = { ...(read.success ? {} : fieldSentences(read.error)) };
  for (const [path, refusal] of Object.entries(refusals)) {
    if (isAsked(path, values) && get(values, path) === refusal.value) sentences[path] ??= refusal.sentence;
  }
  const problems = Object.entries(sentences)
    .map(([path, sentence]) => problemOf(path, sentence, values))
    .sort((one, other) => order.indexOf(one.path) - order.indexOf(other.path));
  if (read.success && problems.length === 0) return { isReady: true, form: read.data, problems: [] };
  return { isReady: false, problems };
}

/** The free plan asks for no payment, so nothing there can be wrong. */
function isAsked(path: string, values: CheckoutValues): boolean {
  return values.pagamento === 'cartao' || !path.includes('.');
}

function problemOf(path: string, sentence: string, values: CheckoutValues): Problem {
  const value: unknown = get(values, path);
  return {
    path,
    fieldId: fieldId(path),
    label: labels[path] ?? path,
    sentence,
    isMissing: value === undefined || value === '' || value === false,
  };
}

const LISTED_MAX = 3;

/** The catalogue's toast: up to three sentences, then how many more (requirements 000 §5, §8). */
export function problemToast(problems: readonly Problem[]): Toast {
  const lines = problems.slice(0, LISTED_MAX).map((problem) => problem.sentence);
  const more = problems.length - LISTED_MAX;
  if (more > 0) lines.push(message('form.more-errors', { count: more }));
  // The summary stays and says it all.
  return { title: toastTitle(problems), lines: [...new Set(lines)], isBrief: true };
}

function toastTitle(problems: readonly Problem[]): string {
  if (problems.every((problem) => problem.path === 'termos')) return message('form.terms-title');
  if (problems.every((problem) => problem.path === 'pagamento')) return message('form.payment-title');
  if (problems.every((problem) => problem.isMissing)) return message('form.required-title');
  return message('form.errors-title');
}
