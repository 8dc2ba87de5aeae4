/**
 * Applies plan limits to every active environment.
 *
 * Each environment is checked once per period; at least hourly once its grace was used, because a new excess then has
 * an immediate effect; and at once when a grace ends or the plan changes.
 */
import type { Deps } from '#functions/compose.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import { type Kept, keepLimits } from './keep-limits.ts';

/** When to check again when orders are left, or when a customer undoes them again and again. */
const RETRY_MS = 5 * 60_000;
/** With a run each minute this stays within the hour. */
const SPENT_EVERY_MS = 45 * 60_000;

type Needs = NeedsOf<typeof keepLimits> & Pick<Deps, 'tenants' | 'clock' | 'quotaCheckSeconds'>;

/** Sixty a minute: 2,700 environments within 45 minutes. */
export const limitsWork = defineWork<Needs>({
  kind: ENVIRONMENT_WORK.limits,
  title: 'Limites do plano',
  perRun: 60,
  async run(needs, { key: orderId }) {
    const now = needs.clock.now();
    const tenant = await needs.tenants.findByOrder(orderId);
    if (tenant?.state !== 'active') return;
    return { againAt: nextCheckAt(await keepLimits(needs, tenant), now, needs.quotaCheckSeconds * 1000) };
  },
});

function nextCheckAt(kept: Kept, now: number, everyMs: number): number {
  const { isDone, isSpent, isInsistent, graceEndsAt } = kept;
  if (!isDone || isInsistent) return now + RETRY_MS;
  const regular = now + (isSpent ? Math.min(SPENT_EVERY_MS, everyMs) : everyMs);
  return graceEndsAt === null ? regular : Math.min(regular, graceEndsAt);
}
