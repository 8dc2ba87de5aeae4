/** How a form tells what is wrong: sentences at the fields, a toast, and a summary that takes focus. */
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import { problemToast } from '#features/form/problems.ts';
import type { ReviewedForm } from '#features/form/use-reviewed-form.ts';
import type { Failure } from '#features/submit/failure.ts';
import { showToast } from '#ui/toaster.tsx';

export interface ProblemReport {
  /** How often the summary was asked for; it stands on the page from the first time on. */
  readonly summaryFocus: number;
  showProblems(): Promise<void>;
  /** Shows what the server said about single fields. */
  showRefused(failure: Failure): void;
  readonly handlers: {
    readonly onSubmit: (event: FormEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

/** @param onReady Called with the proved form when a complete one is sent. */
export function useProblemReport<Values extends FieldValues & { termos: boolean }, Form>(
  { form, review, refuse }: ReviewedForm<Values, Form>,
  onReady: (form: Form) => void,
): ProblemReport {
  const [summaryFocus, setSummaryFocus] = useState(0);
  const termos = 'termos' as FieldPath<Values>;

  function showRefused({ fields, isFinal }: Failure): void {
    const { termos: ofTerms, ...others } = fields;
    if (ofTerms !== undefined) {
      form.setValue(termos, false as FieldPathValue<Values, typeof termos>);
      form.setError(termos, { type: 'server', message: ofTerms });
    }
    if (isFinal) refuse(others);
    else showOnce(others);
    if (Object.keys(fields).length > 0) setSummaryFocus((count) => count + 1);
  }

  /** A declined card may be good tomorrow: the sentence stands there, the value stays allowed. */
  function showOnce(fields: Readonly<Record<string, string>>): void {
    for (const [path, sentence] of Object.entries(fields)) {
      form.setError(path as FieldPath<Values>, { type: 'server', message: sentence });
    }
  }

  async function showProblems(): Promise<void> {
    await form.trigger();
    showToast(problemToast(review.problems));
    setSummaryFocus((count) => count + 1);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (review.isReady) onReady(review.form);
    else void showProblems();
  }

  /** A disabled button also switches Enter off; whoever presses it hears what is missing instead of nothing. */
  function onKeyDown(event: KeyboardEvent): void {
    const isTyping =
      event.target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(event.target.type);
    if (event.key !== 'Enter' || !isTyping || review.isReady || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void showProblems();
  }

  return { summaryFocus, showProblems, showRefused, handlers: { onSubmit, onKeyDown } };
}
