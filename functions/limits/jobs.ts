/**
 * Applies plan limits to every active environment, a batch per run.
 *
 * Each environment is checked once per period; at least hourly once its grace was used, because a new excess then has
 * an immediate effect; and at once when a grace ends or the plan changes.
 */
import type { Deps } from '#functions/compose.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import { type Kept, keepLimits } from './keep-limits.ts';

/** One batch a minute: 2,700 environments within 45 minutes. */
const BATCH = 60;
/** When to check again after no response, when orders are left, or when a customer undoes them again and again. */
const RETRY_MS = 5 * 60_000;
/** With a run each minute this stays within the hour. */
const SPENT_EVERY_MS = 45 * 60_000;

type Needs = NeedsOf<typeof keepLimits> &
  Pick<Deps, 'tenants' | 'limitsStore' | 'clock' | 'logger' | 'quotaCheckSeconds'>;

async function keepAllLimits(needs: Needs): Promise<void> {
  const now = needs.clock.now();
  const retryAt = now + RETRY_MS;
  const due = await needs.limitsStore.claimDue(now, retryAt, BATCH);
  await sideBySide(
    due,
    async ({ subdomain }) => {
      const tenant = await needs.tenants.findBySubdomain(subdomain);
      if (tenant?.state !== 'active') return;
      const next = nextCheckAt(await keepLimits(needs, tenant), now, needs.quotaCheckSeconds * 1000);
      await needs.limitsStore.schedule(subdomain, next, retryAt);
    },
    ({ orderId }, error) => needs.logger.warn('limits-failed', { orderId, error }),
  );
}

function nextCheckAt(kept: Kept, now: number, everyMs: number): number {
  const { isDone, isSpent, isInsistent, graceEndsAt } = kept;
  if (!isDone || isInsistent) return now + RETRY_MS;
  const regular = now + (isSpent ? Math.min(SPENT_EVERY_MS, everyMs) : everyMs);
  return graceEndsAt === null ? regular : Math.min(regular, graceEndsAt);
}

export const limitsJobs = { limits: keepAllLimits };
