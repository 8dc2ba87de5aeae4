/**
 * What an upgrade is (requirements 000 §4 and §8; product decisions, "Upgrade").
 *
 * Owns: which plan may be chosen, which way a page takes, which cycle holds, and when a new price reaches a charge that
 * stands already. Pages and server ask the same functions; the server's record decides. Does not own: the limits
 * (content/plans.json) and the calls.
 */
import type { MessageId } from '../messages.ts';
import type { Catalog } from '../plans/catalog.ts';
import type { PlanId } from '../plans/ids.ts';

/** How a plan stands to the one a tenant has. */
export type PlanStanding = 'current' | 'upgrade' | 'lower';

/** Only a higher monitor limit makes an upgrade: the same plan in another cycle is none, nor is an equal limit. */
export function planStanding(catalog: Catalog, current: PlanId, plan: PlanId): PlanStanding {
  if (plan === current) return 'current';
  return catalog.plan(plan).limits.monitors > catalog.plan(current).limits.monitors ? 'upgrade' : 'lower';
}

const refusals: Readonly<Record<PlanStanding, MessageId | null>> = {
  current: 'upgrade.same-plan',
  upgrade: null,
  lower: 'upgrade.not-higher',
};

/** Why `target` cannot follow on `current`, as an id of the catalogue; `null` when it can. */
export function upgradeRefusal(catalog: Catalog, current: PlanId, target: PlanId): MessageId | null {
  return refusals[planStanding(catalog, current, target)];
}

/** `direct`: a block that asks for the terms. `card`: the page with card and address. */
export type UpgradeWay = 'direct' | 'card';

/** Plans that have nothing to charge yet, as the quota writes them. */
const plansWithoutCharge: ReadonlySet<string> = new Set(['free', 'demo', 'stg']);

/**
 * Which way the page takes. `writtenPlan` is the plan as the quota writes it, before aliases: `demo` and `stg` are no
 * plans of the catalogue and would all read as free afterwards, as would anything unknown.
 */
export function upgradeWay(writtenPlan: string): UpgradeWay {
  return plansWithoutCharge.has(writtenPlan) ? 'direct' : 'card';
}

/**
 * Whether charges that stand already take the new price: only if all of them belong to the next cycle, that is, fall
 * due after today. One that is due for the present cycle keeps the price at which that cycle was sold.
 *
 * @param openDueDates Due dates of unpaid charges, `YYYY-MM-DD`.
 * @param today The same, in America/Sao_Paulo.
 */
export function reachesOpenCharges(openDueDates: readonly string[], today: string): boolean {
  return openDueDates.length > 0 && openDueDates.every((day) => day > today);
}
