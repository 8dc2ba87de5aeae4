/** Shows the errors of a form: at the fields, and in a summary that takes focus. A refused card has its own notice. */
import { type FormEvent, type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import type { Failure } from './failure.ts';
import { type Listed, listProblems, type Problem } from './problems.ts';
import { endToast } from './toast.ts';
import type { ReviewedForm } from './use-reviewed-form.ts';

export interface ProblemReport {
  /** All errors, shown or not. */
  readonly problems: readonly Problem[];
  readonly summary: Listed;
  /** A field was changed or left, or what is missing was asked for: until then nothing is missed. */
  readonly isTouched: boolean;
  /** The refused card; `null` once the customer changes the payment fields. */
  readonly declined: Declined | null;
  /** How often the summary was requested; 0 hides it. */
  readonly summaryFocus: number;
  showProblems(): Promise<void>;
  /** Shows the server's errors about single fields. */
  showRefused(failure: Failure): void;
  readonly handlers: {
    readonly onSubmit: (event: FormEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onClick: (event: MouseEvent) => void;
  };
}

/** A refused card, shown where the card is given. */
export interface Declined {
  readonly title: string;
  readonly sentence: string;
  /** Form path of the control that takes focus. */
  readonly path: string;
}

/** A change in one of these fields clears the message about a refused card. */
const whatPays = /^(card|cardHolder|cartao|pagamento)(\.|$)/;

/** @param onReady Called with the validated form when it is submitted. */
export function useProblemReport<Values extends FieldValues, Form>(
  { form, review, refuse }: ReviewedForm<Values, Form>,
  onReady: (form: Form) => void,
): ProblemReport {
  const [summaryFocus, setSummaryFocus] = useState(0);
  const [refusedTitle, setRefusedTitle] = useState<string>();
  const [declined, setDeclined] = useState<Declined | null>(null);
  const termos = 'termos' as FieldPath<Values>;
  const { dirtyFields, touchedFields } = form.formState;
  const isTouched = [dirtyFields, touchedFields].some((fields) => Object.keys(fields).length > 0);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name === undefined) return;
          endToast('edit');
          setRefusedTitle(undefined);
          if (whatPays.test(name)) setDeclined(null);
        },
      }),
    [form],
  );

  function showRefused(failure: Failure): void {
    const { fields, isFinal, toast } = failure;
    const { termos: ofTerms, ...others } = fields;
    if (ofTerms !== undefined) {
      form.setValue(termos, false as FieldPathValue<Values, typeof termos>);
      form.setError(termos, { type: 'server', message: ofTerms });
    }
    if (isFinal) refuse(others);
    setDeclined(failure.declined ? { title: toast.title, ...failure.declined } : null);
    if (Object.keys(fields).length === 0) return;
    setRefusedTitle(toast.title);
    setSummaryFocus((count) => count + 1);
  }

  async function showProblems(): Promise<void> {
    await form.trigger();
    setRefusedTitle(undefined);
    setSummaryFocus((count) => count + 1);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setDeclined(null);
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

  /** The same for a press on it, where the button stands (submit-button.tsx). */
  function onClick({ target }: MouseEvent): void {
    if (target instanceof HTMLElement && 'asks' in target.dataset) void showProblems();
  }

  return {
    problems: review.problems,
    summary: listProblems(review.problems, refusedTitle),
    isTouched: isTouched || summaryFocus > 0,
    declined,
    summaryFocus,
    showProblems,
    showRefused,
    handlers: { onSubmit, onKeyDown, onClick },
  };
}
