/** The state of the checkout form: values, their review, the draft, and the address that follows the choice. */
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type FieldErrors,
  get,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form';
import { businessDay } from '#domain/order/order.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { currentPath, renameAddress } from '#lib/navigate.ts';
import { readTab, tabKeys, writeTab } from '#lib/session-storage.ts';
import { storeChoice, storedChoice, storedSubdomain } from '#lib/storage.ts';
import {
  addressOf,
  type CheckoutValues,
  keepSubdomain,
  openingValues,
  planFields,
  toDraft,
} from './form-values.ts';
import { type Refusals, type Review, reviewForm } from './problems.ts';

export interface CheckoutFormState {
  readonly form: UseFormReturn<CheckoutValues>;
  readonly values: CheckoutValues;
  readonly review: Review;
  choosePlan(plan: PlanId): void;
  chooseCycle(cycle: BillingCycle): void;
  /** Keeps what a server said about values, and shows it beside them. */
  refuse(sentences: Readonly<Record<string, string>>): void;
}

export function useCheckoutForm(): CheckoutFormState {
  const [refusals, setRefusals] = useState<Refusals>({});
  const known = useRef<Refusals>(refusals);
  const opening = useMemo(openHere, []);
  const resolver = useMemo<Resolver<CheckoutValues>>(
    () => async (values) => resolve(values, known.current),
    [],
  );
  const form = useForm<CheckoutValues>({
    defaultValues: opening,
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
            void form.trigger(name as keyof CheckoutValues);
          }
        },
      }),
    [form],
  );
  const values = useWatch({ control: form.control }) as CheckoutValues;
  const review = reviewForm(values, refusals, businessDay(Date.now()));

  const draft = JSON.stringify(toDraft(values, window.location.search));
  useEffect(() => {
    writeTab(tabKeys.checkoutDraft, JSON.parse(draft));
  }, [draft]);

  function refuse(sentences: Readonly<Record<string, string>>): void {
    const next = { ...known.current };
    for (const [path, sentence] of Object.entries(sentences)) {
      next[path] = { value: form.getValues(path as keyof CheckoutValues), sentence };
    }
    known.current = next;
    setRefusals(next);
    for (const path of Object.keys(sentences)) void form.trigger(path as keyof CheckoutValues);
  }

  function choosePlan(plan: PlanId): void {
    const { plano, pagamento } = planFields(plan);
    form.setValue('plano', plano);
    form.setValue('pagamento', pagamento);
    renameAddress(addressOf(currentPath(), { plano, ciclo: form.getValues('ciclo') }));
  }

  function chooseCycle(cycle: BillingCycle): void {
    form.setValue('ciclo', cycle);
    storeChoice({ cycle });
    renameAddress(addressOf(currentPath(), { plano: form.getValues('plano'), ciclo: cycle }));
  }

  return { form, values, review, choosePlan, chooseCycle, refuse };
}

function openHere(): CheckoutValues {
  const { plan, cycle } = storedChoice();
  const opening = openingValues({
    search: window.location.search,
    stored: { plan, cycle, subdomain: storedSubdomain() },
    draft: readTab(tabKeys.checkoutDraft),
  });
  return { ...opening, subdominio: keepSubdomain(opening.subdominio) };
}

/** The review in the shape the form library wants. */
function resolve(values: CheckoutValues, refusals: Refusals): Awaited<ReturnType<Resolver<CheckoutValues>>> {
  const review = reviewForm(values, refusals, businessDay(Date.now()));
  if (review.isReady) return { values, errors: {} };
  const errors: FieldErrors<CheckoutValues> = {};
  for (const { path, sentence } of review.problems) set(errors, path, { type: 'rule', message: sentence });
  return { values: {}, errors };
}
