/** `POST /api/tenant/{tenant}/quota/check` (requirements 000 §3, §7). No body. */
import * as z from 'zod/mini';
import { billingCycles, planIds } from '../plans/ids.ts';

export const quotaCheckEndpoint = '/api/tenant/:tenant/quota/check';

/** Address of the quota of one tenant. */
export function quotaCheckPath(tenant: string): string {
  return quotaCheckEndpoint.replace(':tenant', encodeURIComponent(tenant));
}

/**
 * Plans that a quota may name. `demo` and `stg` are environments of our own that pages treat like the free plan
 * (requirements 000 §4); they are not sold and have no contract.
 */
const quotaPlans = [...planIds, 'demo', 'stg'] as const;

const wholeNumber = z.int().check(z.nonnegative());

export const QuotaResponse = z.object({
  plan: z.enum(quotaPlans),
  /** Cycle of the contract, which a change of plan keeps by default. Absent when unknown. */
  cycle: z.optional(z.enum(billingCycles)),
  /** True from the cancellation of the renewal until the last day; absent otherwise. */
  ending: z.optional(z.boolean()),
  /** Active and paused monitors, without groups. */
  currentMonitors: wholeNumber,
  monitorLimit: wholeNumber,
  canCreate: z.boolean(),
  /** False when the count comes from the instance's metrics, which omit monitors without a heartbeat. */
  exact: z.boolean(),
  /** Monitors that break the terms (HTTP to a bare IP address, `.onion`); absent when the count is not exact. */
  prohibited: z.optional(wholeNumber),
});
export type QuotaResponse = z.output<typeof QuotaResponse>;
