/** `POST /api/tenant/{tenant}/quota/check` (requirements 000 §3, §7). No body. */
import * as z from 'zod/mini';
import { billingCycles, planIds } from '../plans/ids.ts';

export const quotaCheckEndpoint = '/api/tenant/:tenant/quota/check';

/** Address of the quota of one tenant. */
export function quotaCheckPath(tenant: string): string {
  return quotaCheckEndpoint.replace(':tenant', encodeURIComponent(tenant));
}

/**
 * Plans as a quota may name them. `demo` and `stg` are environments of our own, which a page treats like the free plan
 * (requirements 000 §4); the catalogue does not sell them and this API has no contract for them.
 */
const quotaPlans = [...planIds, 'demo', 'stg'] as const;

const wholeNumber = z.int().check(z.nonnegative());

export const QuotaResponse = z.object({
  plan: z.enum(quotaPlans),
  /** Cycle of the contract: a change of plan keeps it unless asked otherwise. Absent where nobody knows. */
  cycle: z.optional(z.enum(billingCycles)),
  /** True once the renewal is cancelled and until the last day; absent otherwise. */
  ending: z.optional(z.boolean()),
  /** Active and paused monitors; groups are left out. */
  currentMonitors: wholeNumber,
  monitorLimit: wholeNumber,
  canCreate: z.boolean(),
  /** False when the count comes from the instance's metrics, which leave monitors without a heartbeat out. */
  exact: z.boolean(),
  /** Monitors that break the terms (HTTP to a bare IP address, `.onion`); absent when the count is not exact. */
  prohibited: z.optional(wholeNumber),
});
export type QuotaResponse = z.output<typeof QuotaResponse>;
