/** The cycle chosen on this page; monthly until the browser's memory or the visitor says otherwise. */
import { atom } from 'nanostores';
import { type BillingCycle, DEFAULT_BILLING_CYCLE } from '#domain/plans/ids.ts';
import { storeChoice } from '#lib/storage.ts';

export const $billingCycle = atom<BillingCycle>(DEFAULT_BILLING_CYCLE);

export function chooseBillingCycle(cycle: BillingCycle): void {
  $billingCycle.set(cycle);
  storeChoice({ cycle });
}
