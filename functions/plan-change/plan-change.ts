/** A change of plan, what opens one, and what the processor holds for it. */
import type { PaidPlanId } from '#domain/contracts/checkout.ts';
import type { BillingCycle } from '#domain/plans/ids.ts';

export interface PlanChange {
  readonly id: string;
  readonly orderId: string;
  readonly subdomain: string;
  readonly plan: PaidPlanId;
  readonly cycle: BillingCycle;
  /** Price of one period as offered. */
  readonly amountCentavos: number;
  /** See the `way` column of plan_changes. */
  readonly way: 'subscription' | 'purchase';
  /** First charge of a purchase, `YYYY-MM-DD` in São Paulo; `null` for a running subscription. */
  readonly firstDueOn: string | null;
  /** See the `state` column of plan_changes. */
  readonly state: 'asked' | 'unclear' | 'waiting' | 'applying' | 'applied' | 'closed';
  /** While the processor may still be working on a call whose answer was lost; 0 before any. */
  readonly unclearUntil: number;
  readonly customerId: string | null;
  /** The running subscription that gets another price, or the one that was bought. */
  readonly subscriptionId: string | null;
  readonly paymentId: string | null;
  readonly pageId: string | null;
  readonly payUrl: string | null;
  readonly expiresAt: number;
  readonly leaseUntil: number;
  /** When it was applied or closed; `null` while it is open. */
  readonly settledAt: number | null;
}

export interface NewPlanChange
  extends Pick<
    PlanChange,
    | 'id'
    | 'orderId'
    | 'subdomain'
    | 'plan'
    | 'cycle'
    | 'amountCentavos'
    | 'way'
    | 'firstDueOn'
    | 'subscriptionId'
    | 'expiresAt'
  > {
  readonly terms: { readonly version: string; readonly address: string } | null;
}

/** What the processor holds for a purchase. Missing parts leave what is known. */
export interface PurchaseReferences {
  readonly customerId?: string | null;
  readonly subscriptionId?: string | null;
  readonly paymentId?: string | null;
  readonly pageId?: string | null;
  /** Where to pay; replaces what was known when given, also by `null`. */
  readonly payUrl?: string | null;
}
