/**
 * How many monitors a plan holds against how many there are.
 *
 * Owns: whether one more fits, what a page assumes when nobody can tell, how long a count is good for, and when the
 * customer is told of a limit passed (requirements 000 §3, §7). Does not own: the limits (content/plans.json) and the
 * counting (functions/vendors/instance.ts).
 */
import type { Catalog } from '../plans/catalog.ts';
import type { PlanId } from '../plans/ids.ts';

/** A count this old is taken again; page and API keep the same time. */
export const QUOTA_FRESH_MS = 5 * 60_000;

export interface Quota {
  readonly plan: PlanId;
  readonly currentMonitors: number;
  readonly monitorLimit: number;
  /** Whether one more monitor fits. */
  readonly canCreate: boolean;
}

/** What a plan says to a number of monitors. */
export function quotaOf(catalog: Catalog, plan: PlanId, currentMonitors: number): Quota {
  const monitorLimit = catalog.plan(plan).limits.monitors;
  return { plan, currentMonitors, monitorLimit, canCreate: currentMonitors < monitorLimit };
}

/** What a page goes on with when the quota cannot be read: the free plan without a monitor, which lets one be made. */
export function defaultQuota(catalog: Catalog): Quota {
  return quotaOf(catalog, 'free', 0);
}

/** Whether a count taken at `readAt` still holds at `now`; both in milliseconds. A count from the future does not. */
export function isQuotaFresh(readAt: number, now: number): boolean {
  return readAt <= now && now - readAt < QUOTA_FRESH_MS;
}

/** What a count means for what the customer was told before. */
export type Crossing = 'passed' | 'back' | 'none';

/**
 * Whether monitors that break the terms have appeared or are all gone.
 * @param prohibited How many there are; `null` when nobody counted them.
 */
export function prohibitedCrossing(prohibited: number | null, wasTold: boolean): Crossing {
  if (prohibited === null || prohibited > 0 === wasTold) return 'none';
  return wasTold ? 'back' : 'passed';
}
