/** State of the checkout form: values, validation, draft, and the address that reflects the choice. */
import { useEffect, useState } from 'react';
import type { CardEntry, CheckoutForm } from '#domain/api-schemas/checkout.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { proposedSubdomain } from '#domain/subdomain/suggest.ts';
import { type ReviewedForm, useReviewedForm } from '#form/use-reviewed-form.ts';
import { storeChoice, storedChoice } from '#lib/chosen-plan.ts';
import { currentPath, renameAddress } from '#lib/navigate.ts';
import { lasting, tab } from '#lib/storage.ts';
import type { AuthenticatedSession } from '#session/session.ts';
import {
  addressOf,
  type CheckoutValues,
  openingPlan,
  openingValues,
  planFields,
  reviewForm,
  toDraft,
  isPlanChosen as wasChosen,
} from './form-values.ts';

type Account = Pick<AuthenticatedSession, 'email' | 'name'>;

export interface CheckoutFormState extends ReviewedForm<CheckoutValues, CheckoutForm> {
  /** The page was opened with a plan. */
  readonly isPlanChosen: boolean;
  choosePlan(plan: PlanId): void;
  chooseCycle(cycle: BillingCycle): void;
}

/**
 * @param cardEntry May change once, when the server has answered.
 * @param account Whose name or e-mail the address begins with.
 */
export function useCheckoutForm(cardEntry: CardEntry, account: Account): CheckoutFormState {
  const [isPlanChosen] = useState(() => wasChosen(openedWith()));
  const reviewed = useReviewedForm(() => openFor(account), reviewForm);
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

  return { ...reviewed, isPlanChosen, choosePlan, chooseCycle };
}

function openedWith() {
  const { plan, cycle } = storedChoice();
  const stored = { plan, cycle, subdomain: lasting.read('subdominio') };
  return { search: window.location.search, stored };
}

/** A free order loads no code of the payment. */
export const opensPaid = (): boolean => openingPlan(openedWith()).plan !== 'free';

function openFor({ email, name }: Account): CheckoutValues {
  return openingValues({
    ...openedWith(),
    draft: tab.readJson('checkoutDraft'),
    proposed: proposedSubdomain(email, name),
  });
}
