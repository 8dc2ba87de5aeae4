/** State of the checkout form: values, validation, draft, and the address that reflects the choice. */
import { useEffect } from 'react';
import type { CardEntry, CheckoutForm } from '#domain/api-schemas/checkout.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { type ReviewedForm, useReviewedForm } from '#form/use-reviewed-form.ts';
import { storeChoice, storedChoice } from '#lib/chosen-plan.ts';
import { currentPath, renameAddress } from '#lib/navigate.ts';
import { lasting, tab } from '#lib/storage.ts';
import {
  addressOf,
  type CheckoutValues,
  keepSubdomain,
  openingValues,
  planFields,
  reviewForm,
  toDraft,
} from './form-values.ts';

export interface CheckoutFormState extends ReviewedForm<CheckoutValues, CheckoutForm> {
  choosePlan(plan: PlanId): void;
  chooseCycle(cycle: BillingCycle): void;
}

/** @param cardEntry May change once, when the server has answered. */
export function useCheckoutForm(cardEntry: CardEntry): CheckoutFormState {
  const reviewed = useReviewedForm(openHere, reviewForm);
  const { form, values } = reviewed;

  const draft = JSON.stringify(toDraft(values, window.location.search));
  useEffect(() => {
    tab.writeJson('checkoutDraft', JSON.parse(draft));
  }, [draft]);

  useEffect(() => {
    form.setValue('pagamento', planFields(form.getValues('plano'), cardEntry).pagamento);
  }, [form, cardEntry]);

  function choosePlan(plan: PlanId): void {
    const { plano, pagamento } = planFields(plan, cardEntry);
    form.setValue('plano', plano);
    form.setValue('pagamento', pagamento);
    renameAddress(addressOf(currentPath(), { plano, ciclo: form.getValues('ciclo') }));
  }

  function chooseCycle(cycle: BillingCycle): void {
    form.setValue('ciclo', cycle);
    storeChoice({ cycle });
    renameAddress(addressOf(currentPath(), { plano: form.getValues('plano'), ciclo: cycle }));
  }

  return { ...reviewed, choosePlan, chooseCycle };
}

function openHere(): CheckoutValues {
  const { plan, cycle } = storedChoice();
  const opening = openingValues({
    search: window.location.search,
    stored: { plan, cycle, subdomain: lasting.read('subdominio') },
    draft: tab.readJson('checkoutDraft'),
  });
  return { ...opening, subdominio: keepSubdomain(opening.subdominio) };
}
