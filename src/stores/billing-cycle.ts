/** The cycle chosen on this page; monthly until the browser's memory or the visitor says otherwise. */
import { atom } from 'nanostores';
import { type BillingCycle, DEFAULT_BILLING_CYCLE } from '#domain/plans/ids.ts';
import { storeChoice, storedChoice } from '#lib/storage.ts';

export const $billingCycle = atom<BillingCycle>(DEFAULT_BILLING_CYCLE);

/** Takes up the stored cycle; call once on the client. */
export function restoreBillingCycle(): void {
  const { cycle } = storedChoice();
  if (cycle !== null) $billingCycle.set(cycle);
}

export function chooseBillingCycle(cycle: BillingCycle): void {
  $billingCycle.set(cycle);
  storeChoice({ cycle });
}
