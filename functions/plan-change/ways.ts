/** What the ways of a change of plan share: the caller's card and the first day. */
import { businessDay } from '#domain/billing/days.ts';
import type { UpgradeRequest } from '#domain/contracts/upgrade.ts';
import type { PaymentBlocks } from '#functions/checkout/payer.ts';
import type { ChargeAsker } from '#functions/platform/within-share.ts';
import type { PlanChange } from './plan-change.ts';

export interface ChangePlanInput extends ChargeAsker {
  /** Subdomain of the environment, as in the address of the call. */
  readonly tenant: string;
  readonly request: UpgradeRequest;
}

/** The blocks of a card, or `null` when none were sent; the contract takes all or none. */
export function blocksOf({ billingAddress, cardHolder, card }: UpgradeRequest): PaymentBlocks | null {
  if (billingAddress === undefined || cardHolder === undefined || card === undefined) return null;
  return { billingAddress, cardHolder, card };
}

/** The processor takes no day that has passed. */
export function firstDueDate({ firstDueOn }: PlanChange, now: number): string {
  const today = businessDay(now);
  return firstDueOn !== null && firstDueOn > today ? firstDueOn : today;
}
