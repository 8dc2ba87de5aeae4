/** The state of a form: its values, their errors, and what the server refused. */
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type Resolver,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form';
import { businessDay } from '#domain/billing/days.ts';
import type { Refusals, Review } from './review.ts';
import { toErrors } from './use-checked-form.ts';

export interface ReviewedForm<Values extends FieldValues, Form> {
  readonly form: UseFormReturn<Values>;
  readonly values: Values;
  readonly review: Review<Form>;
  /** Stores the server's errors about the current values and shows them at the fields. */
  refuse(sentences: Readonly<Record<string, string>>): void;
}

/**
 * @param open Returns the initial values; called once.
 * @param review Validates the values; must be pure. `today` is `YYYY-MM-DD` in São Paulo.
 */
export function useReviewedForm<Values extends FieldValues, Form>(
  open: () => Values,
  review: (values: Values, refusals: Refusals, today: string) => Review<Form>,
): ReviewedForm<Values, Form> {
  const [refusals, setRefusals] = useState<Refusals>({});
  const known = useRef<Refusals>(refusals);
  const [opening] = useState(open);
  const resolver = useMemo<Resolver<Values>>(
    () => async (values) => toResolved(values, review(values, known.current, businessDay(Date.now()))),
    [review],
  );
  const form = useForm<Values>({
    defaultValues: opening as DefaultValues<Values>,
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        // A shown error is updated with every change, even before the field loses focus.
        callback: ({ name }) => {
          if (name !== undefined && get(form.formState.errors, name) !== undefined) {
            void form.trigger(name as FieldPath<Values>);
          }
        },
      }),
    [form],
  );
  const values = useWatch({ control: form.control }) as Values;

  function refuse(sentences: Readonly<Record<string, string>>): void {
    const next = { ...known.current };
    for (const [path, sentence] of Object.entries(sentences)) {
      next[path] = { value: form.getValues(path as FieldPath<Values>), sentence };
    }
    known.current = next;
    setRefusals(next);
    for (const path of Object.keys(sentences)) void form.trigger(path as FieldPath<Values>);
  }

  return { form, values, review: review(values, refusals, businessDay(Date.now())), refuse };
}

/** Converts the review to the form library's format. */
function toResolved<Values extends FieldValues>(
  values: Values,
  review: Review<unknown>,
): Awaited<ReturnType<Resolver<Values>>> {
  if (review.isReady) return { values, errors: {} };
  const sentences = Object.fromEntries(review.problems.map(({ path, sentence }) => [path, sentence]));
  return { values: {}, errors: toErrors(sentences) };
}
