/** `POST /api/tenant/{tenant}/quota/check` (requirements 000 §3, §7). No body. */
import * as z from 'zod/mini';
import { planIds } from '../plans/ids.ts';

export const QuotaResponse = z.object({
  plan: z.enum(planIds),
  currentMonitors: z.int(),
  monitorLimit: z.int(),
  canCreate: z.boolean(),
  /** False when the count comes from the instance's metrics, which leave monitors without a heartbeat out. */
  exact: z.boolean(),
  /** Monitors that break the terms (HTTP to a bare IP address, `.onion`); absent when the count is not exact. */
  prohibited: z.optional(z.int()),
});
export type QuotaResponse = z.output<typeof QuotaResponse>;
