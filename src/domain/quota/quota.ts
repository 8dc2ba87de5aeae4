/**
 * Compares the number of monitors with the plan's limit.
 *
 * Owns: whether one more fits, what a page assumes when the count is unknown, how long a count is valid, and when a
 * customer is notified about a passed limit (requirements 000 §3, §7). Does not own: the limits (content/plans.json)
 * and the counting (functions/vendors/instances.ts).
 */
import type { Catalog } from '../plans/catalog.ts';
import type { PlanId } from '../plans/ids.ts';

/** How long a count is valid, for the page and the API. */
export const QUOTA_FRESH_MS = 5 * 60_000;

export interface Quota {
  readonly plan: PlanId;
  readonly currentMonitors: number;
  readonly monitorLimit: number;
  /** True when one more monitor fits. */
  readonly canCreate: boolean;
}

/** Compares a number of monitors with the plan's limit. */
export function quotaOf(catalog: Catalog, plan: PlanId, currentMonitors: number): Quota {
  const monitorLimit = catalog.plan(plan).limits.monitors;
  return { plan, currentMonitors, monitorLimit, canCreate: currentMonitors < monitorLimit };
}

/**
 * What a page assumes when the quota cannot be read: the free plan without monitors, which allows one to be created.
 */
export function defaultQuota(catalog: Catalog): Quota {
  return quotaOf(catalog, 'free', 0);
}

/** True when a count from `readAt` is still valid at `now`; both in milliseconds. A count from the future is not. */
export function isQuotaFresh(readAt: number, now: number): boolean {
  return readAt <= now && now - readAt < QUOTA_FRESH_MS;
}

/** How a count changes what the customer was last notified of. */
export type Crossing = 'passed' | 'back' | 'none';

/**
 * Whether prohibited monitors have appeared or are all gone.
 * @param prohibited How many there are; `null` when they were not counted.
 */
export function prohibitedCrossing(prohibited: number | null, wasNotified: boolean): Crossing {
  if (prohibited === null || prohibited > 0 === wasNotified) return 'none';
  return wasNotified ? 'back' : 'passed';
}
