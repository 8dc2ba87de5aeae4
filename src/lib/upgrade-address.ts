/** Parses and builds the addresses of the two upgrade pages (requirements 000 §2). Pure. */
import { type BillingCycle, normalizePlanId, type PlanId, parseBillingCycle } from '#domain/plans/ids.ts';
import { normalizeSubdomain } from '#domain/subdomain/subdomain.ts';

export interface UpgradeAddress {
  /** `null` when the address has none. */
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

/** Page where a plan is chosen, with an earlier choice. */
export function upgradePath(
  tenant: string,
  choice: { plan?: PlanId | null; cycle?: BillingCycle | null } = {},
): string {
  const query = new URLSearchParams({ tenant });
  if (choice.plan) query.set('plan', choice.plan);
  if (choice.cycle) query.set('cycle', choice.cycle);
  return `/upgrade?${query}`;
}

/** Page where the chosen plan is paid. */
export function upgradeCheckoutPath(tenant: string, { plan, cycle }: UpgradeTarget): string {
  return `/upgrade/checkout?${new URLSearchParams({ plan, tenant, cycle })}`;
}
