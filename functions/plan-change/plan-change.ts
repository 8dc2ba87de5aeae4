/** A change of plan, what opens one, and what the processor holds for it. */
import type { Offer } from '#domain/contract/offers.ts';
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
  /** What it is; see domain/contract/offers.ts. */
  readonly kind: Offer['kind'];
  /** Charged for it now. */
  readonly todayCentavos: number;
  /** First charge of what is bought, `YYYY-MM-DD` in São Paulo; `null` where a contract is changed. */
  readonly firstDueOn: string | null;
  /** Of a difference: the last day that it was sold for. */
  readonly coversThrough: string | null;
  /** Of a difference: the level that it was counted from, as the price of a whole period. */
  readonly baseCentavos: number | null;
  /** See the `state` column of plan_changes. */
  readonly state: 'asked' | 'unclear' | 'waiting' | 'applying' | 'applied' | 'closed';
  /** While the processor may still be working on a call whose answer was lost; 0 before any. */
  readonly unclearUntil: number;
  /** When its charge was seen paid. */
  readonly paidAt: number | null;
  /** Keyed hash of who pays; `null` until it is known. */
  readonly payer: string | null;
  readonly customerId: string | null;
  /** The subscription of the contract that is changed, or the one that was bought. */
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
    | 'kind'
    | 'todayCentavos'
    | 'payer'
    | 'firstDueOn'
    | 'coversThrough'
    | 'baseCentavos'
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
  readonly paidAt?: number;
  readonly payer?: string | null;
  /** Where to pay; replaces what was known when given, also by `null`. */
  readonly payUrl?: string | null;
}

/** True where a subscription is opened for it. */
export const isBought = ({ kind }: Pick<PlanChange, 'kind'>): boolean =>
  kind === 'purchase' || kind === 'resume';
