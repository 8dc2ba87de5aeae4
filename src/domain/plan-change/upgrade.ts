/**
 * Upgrades (requirements 000 §4 and §8; docs/payments.md).
 *
 * Owns: which plans a customer may choose, which page is shown, which cycle applies, and when a new price applies to
 * open charges. Pages and server call the same functions; the server's record decides. Does not own: the limits
 * (content/plans.json) and the calls.
 */
import type { UpgradeMessageId } from '../messages/plan-change.ts';
import type { Catalog } from '../plans/catalog.ts';
import type { PlanId } from '../plans/ids.ts';

/**
 * Kinds of offer and of plan change. `purchase`: a new contract, paid today. `resume`: a cancelled renewal resumes, with
 * nothing to pay before the next charge. `trust`: the limits rise at once and the next charge is higher. `difference`: the
 * customer pays the higher price for the rest of the paid days now. `cycle`: the same plan renews in another cycle.
 */
export const offerKinds = ['purchase', 'resume', 'trust', 'difference', 'cycle'] as const;

/** How a plan compares to the tenant's. */
export type PlanDifference = 'current' | 'upgrade' | 'lower';

/** An upgrade needs a higher monitor limit; the same plan in another cycle or an equal limit is not one. */
export function comparePlans(catalog: Catalog, current: PlanId, plan: PlanId): PlanDifference {
  if (plan === current) return 'current';
  return catalog.plan(plan).limits.monitors > catalog.plan(current).limits.monitors ? 'upgrade' : 'lower';
}

const refusals: Readonly<Record<PlanDifference, UpgradeMessageId | null>> = {
  current: 'upgrade.same-plan',
  upgrade: null,
  lower: 'upgrade.not-higher',
};

/** Returns the message id that says why `target` cannot follow `current`; `null` when it can. */
export function upgradeRefusal(catalog: Catalog, current: PlanId, target: PlanId): UpgradeMessageId | null {
  return refusals[comparePlans(catalog, current, target)];
}

/** `direct`: a block that asks only for the terms. `card`: the page with card and address. */
export type UpgradeWay = 'direct' | 'card';

/** Plans without charges, as the quota names them. */
const plansWithoutCharge: ReadonlySet<string> = new Set(['free', 'demo', 'stg']);

/**
 * Which page to show. `writtenPlan` is the plan as the quota names it, before aliases: afterwards `demo`, `stg` and
 * anything unknown would all read as free.
 */
export function upgradeWay(writtenPlan: string): UpgradeWay {
  return plansWithoutCharge.has(writtenPlan) ? 'direct' : 'card';
}

/**
 * True when open charges take the new price: all of them must be due after today, in the next cycle. A charge that is
 * due keeps the price at which its cycle was sold.
 *
 * @param openDueDates Due dates of unpaid charges, `YYYY-MM-DD`.
 * @param today The same, in America/Sao_Paulo.
 */
export function reachesOpenCharges(openDueDates: readonly string[], today: string): boolean {
  return openDueDates.length > 0 && openDueDates.every((day) => day > today);
}
