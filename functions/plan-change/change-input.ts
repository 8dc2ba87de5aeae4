/** Shared by all kinds of plan change: the caller's card and the first due day. */

import type { UpgradeRequest } from '#domain/api-schemas/plan-change.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { PaymentBlocks } from '#functions/checkout/payer.ts';
import type { ChargeCaller } from '#functions/platform/within-processor-quota.ts';
import type { PlanChange } from './plan-change.ts';

export interface ChangePlanInput extends ChargeCaller {
  /** Subdomain of the environment, from the request's path. */
  readonly tenant: string;
  readonly request: UpgradeRequest;
}

/** The payment fields of a card, or `null` when none were sent; the schema accepts all or none. */
export function cardFieldsOf({ billingAddress, cardHolder, card }: UpgradeRequest): PaymentBlocks | null {
  if (billingAddress === undefined || cardHolder === undefined || card === undefined) return null;
  return { billingAddress, cardHolder, card };
}

/** The first due day, today at the earliest: the processor refuses past days. */
export function firstDueDate({ firstDueOn }: PlanChange, now: number): string {
  const today = businessDay(now);
  return firstDueOn !== null && firstDueOn > today ? firstDueOn : today;
}
