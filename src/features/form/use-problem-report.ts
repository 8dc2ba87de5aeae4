/** Shows the errors of a form: at the fields, in a toast, and in a summary that takes focus. */
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import { fieldId } from '#features/form/field-id.ts';
import { problemToast } from '#features/form/problems.ts';
import type { ReviewedForm } from '#features/form/use-reviewed-form.ts';
import type { Failure } from '#features/submit/failure.ts';
import { endToast, showToast } from '#stores/toast.ts';
import type { SummaryEntry } from '#ui/error-summary.tsx';

export interface ProblemReport {
  /** The summary's entries: a refused card, then the problems in page order. */
  readonly entries: readonly SummaryEntry[];
  /** Why the card was refused; `null` once the customer changes the payment fields. */
  readonly declined: string | null;
  /** How often the summary was requested; 0 hides it. */
  readonly summaryFocus: number;
  showProblems(): Promise<void>;
  /** Shows the server's errors about single fields. */
  showRefused(failure: Failure): void;
  readonly handlers: {
    readonly onSubmit: (event: FormEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

/** A change in one of these fields clears the message about a refused card. */
const whatPays = /^(card|cardHolder|cartao|pagamento)(\.|$)/;

/** @param onReady Called with the validated form when it is submitted. */
export function useProblemReport<Values extends FieldValues, Form>(
  { form, review, refuse }: ReviewedForm<Values, Form>,
  onReady: (form: Form) => void,
): ProblemReport {
  const [summaryFocus, setSummaryFocus] = useState(0);
  const [declined, setDeclined] = useState<Failure['declined']>();
  const termos = 'termos' as FieldPath<Values>;

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name === undefined) return;
          endToast('edit');
          if (whatPays.test(name)) setDeclined(undefined);
        },
      }),
    [form],
  );

  function showRefused(failure: Failure): void {
    const { fields, isFinal } = failure;
    const { termos: ofTerms, ...others } = fields;
    if (ofTerms !== undefined) {
      form.setValue(termos, false as FieldPathValue<Values, typeof termos>);
      form.setError(termos, { type: 'server', message: ofTerms });
    }
    if (isFinal) refuse(others);
    setDeclined(failure.declined);
    if (failure.declined || Object.keys(fields).length > 0) setSummaryFocus((count) => count + 1);
  }

  async function showProblems(): Promise<void> {
    await form.trigger();
    showToast({ ...problemToast(review.problems), isRepeated: true });
    setSummaryFocus((count) => count + 1);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setDeclined(undefined);
    if (review.isReady) onReady(review.form);
    else void showProblems();
  }

  /** A disabled button also disables Enter, so Enter shows what is missing. */
  function onKeyDown(event: KeyboardEvent): void {
    const isTyping =
      event.target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(event.target.type);
    if (event.key !== 'Enter' || !isTyping || review.isReady || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void showProblems();
  }

  const ofCard = declined && {
    fieldId: fieldId(declined.path),
    label: 'Cartão',
    sentence: declined.sentence,
  };
  return {
    entries: ofCard ? [ofCard, ...review.problems] : review.problems,
    declined: declined?.sentence ?? null,
    summaryFocus,
    showProblems,
    showRefused,
    handlers: { onSubmit, onKeyDown },
  };
}
