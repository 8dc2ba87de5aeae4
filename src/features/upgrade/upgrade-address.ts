/** What the addresses of the two upgrade pages say (requirements 000 §2), read and written in one place. Pure. */
import { type BillingCycle, normalizePlanId, type PlanId, parseBillingCycle } from '#domain/plans/ids.ts';
import { normalizeSubdomain } from '#domain/subdomain/subdomain.ts';

export interface UpgradeAddress {
  /** `null` when the address names none. */
  readonly tenant: string | null;
  /** `null` when absent or empty; anything unknown is `free` (the alias rule). */
  readonly plan: PlanId | null;
  readonly cycle: BillingCycle | null;
}

/** @param search `window.location.search`. */
export function readUpgradeAddress(search: string): UpgradeAddress {
  const query = new URLSearchParams(search);
  const plan = query.get('plan') || query.get('plano');
  return {
    tenant: normalizeSubdomain(query.get('tenant') ?? '') || null,
    plan: plan ? normalizePlanId(plan) : null,
    cycle: parseBillingCycle(query.get('cycle')),
  };
}

export interface UpgradeTarget {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
}

/** Where a plan is chosen; a choice made before is kept. */
export function upgradePath(
  tenant: string,
  choice: { plan?: PlanId | null; cycle?: BillingCycle | null } = {},
): string {
  const query = new URLSearchParams({ tenant });
  if (choice.plan) query.set('plan', choice.plan);
  if (choice.cycle) query.set('cycle', choice.cycle);
  return `/upgrade?${query}`;
}

/** Where a chosen plan is paid for. */
export function upgradeCheckoutPath(tenant: string, { plan, cycle }: UpgradeTarget): string {
  return `/upgrade/checkout?${new URLSearchParams({ plan, tenant, cycle })}`;
}
