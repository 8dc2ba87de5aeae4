/** A plan change: its row, the data that opens one, and its references at the processor. */

import type { PaidPlanId } from '#domain/api-schemas/checkout.ts';
import type { planChangeStates } from '#domain/contract/codes.ts';
import type { offerKinds } from '#domain/plan-change/upgrade.ts';
import type { BillingCycle } from '#domain/plans/ids.ts';
import type { LeasedRow } from '#functions/platform/leased-rows.ts';

/** The kind of work that continues an open change; its key is the change. */
export const PLAN_CHANGE_WORK = 'plan-change';

export interface PlanChange extends LeasedRow {
  readonly subdomain: string;
  readonly plan: PaidPlanId;
  readonly cycle: BillingCycle;
  /** Price of one period as offered. */
  readonly amountCentavos: number;
  readonly kind: (typeof offerKinds)[number];
  /** Charged now. */
  readonly todayCentavos: number;
  /** Due day of the first charge, `YYYY-MM-DD` in São Paulo; `null` when an existing contract is changed. */
  readonly firstDueOn: string | null;
  /** For a difference: the last day that it covers. */
  readonly coversThrough: string | null;
  /** For a difference: the price of a full period that it was calculated from. */
  readonly baseCentavos: number | null;
  readonly state: (typeof planChangeStates)[number];
  /** When its charge was first seen paid. */
  readonly paidAt: number | null;
  /** Keyed hash of who pays; `null` until it is known. */
  readonly payer: string | null;
  readonly customerId: string | null;
  /** The subscription of the changed contract, or of the new one. */
  readonly subscriptionId: string | null;
  readonly paymentId: string | null;
  readonly pageId: string | null;
  readonly payUrl: string | null;
  readonly expiresAt: number;
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

/** True for kinds that open a new subscription. */
export const isBought = ({ kind }: Pick<PlanChange, 'kind'>): boolean =>
  kind === 'purchase' || kind === 'resume';
