/** The state of a form that is judged by one review: values, sentences, and what a server refused. */
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form';
import type { Refusals, Review } from '#features/form/problems.ts';

export interface ReviewedForm<Values extends FieldValues, Form> {
  readonly form: UseFormReturn<Values>;
  readonly values: Values;
  readonly review: Review<Form>;
  /** Keeps what a server said about values, and shows it beside them. */
  refuse(sentences: Readonly<Record<string, string>>): void;
}

/**
 * @param open Makes the first values; called once.
 * @param reviewValues Judges values; must not depend on anything but what it is given.
 */
export function useReviewedForm<Values extends FieldValues, Form>(
  open: () => Values,
  reviewValues: (values: Values, refusals: Refusals) => Review<Form>,
): ReviewedForm<Values, Form> {
  const [refusals, setRefusals] = useState<Refusals>({});
  const known = useRef<Refusals>(refusals);
  const [opening] = useState(open);
  const resolver = useMemo<Resolver<Values>>(
    () => async (values) => toResolved(values, reviewValues(values, known.current)),
    [reviewValues],
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
        // A sentence in sight is checked again with every change, also where the field was never left before.
        callback: ({ name }) => {
          if (name !== undefined && get(form.formState.errors, name) !== undefined) {
            void form.trigger(name as FieldPath<Values>);
          }
        },
      }),
    [form],
  );
  const values = useWatch({ control: form.control }) as Values;
  const review = reviewValues(values, refusals);

  function refuse(sentences: Readonly<Record<string, string>>): void {
    const next = { ...known.current };
    for (const [path, sentence] of Object.entries(sentences)) {
      next[path] = { value: form.getValues(path as FieldPath<Values>), sentence };
    }
    known.current = next;
    setRefusals(next);
    for (const path of Object.keys(sentences)) void form.trigger(path as FieldPath<Values>);
  }

  return { form, values, review, refuse };
}

/** The review in the shape the form library wants. */
function toResolved<Values extends FieldValues>(
  values: Values,
  review: Review<unknown>,
): Awaited<ReturnType<Resolver<Values>>> {
  if (review.isReady) return { values, errors: {} };
  const errors: FieldErrors<Values> = {};
  for (const { path, sentence } of review.problems) set(errors, path, { type: 'rule', message: sentence });
  return { values: {}, errors };
}
