/**
 * Reads the monitors of every active environment: applies plan limits, counts them, and looks for ones that break the
 * terms.
 *
 * Each environment is read once per period; at least hourly once its grace was used, because a new excess then has an
 * immediate effect; and at once when a grace ends or the plan changes. Reports have a reading of their own
 * (functions/reports): it takes finished days, at night, and only from paying tenants.
 */
import type { Deps } from '#functions/compose.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import { followTerms } from '#functions/quota/follow-terms.ts';
import { findTenant } from '#functions/tenants/store.ts';
import { type Kept, keepLimits } from './keep-limits.ts';

/** When to check again when orders are left, or when a customer undoes them again and again. */
const RETRY_MS = 5 * 60_000;
/** With a run each minute this stays within the hour. */
const SPENT_EVERY_MS = 45 * 60_000;

/** Sixty a minute: 2,700 environments within 45 minutes. */
export const limitsWork = defineWork<Deps>({
  kind: ENVIRONMENT_WORK.limits,
  title: 'Monitores e limites do plano',
  perRun: 60,
  async run(needs, { key: orderId }) {
    const now = needs.clock.now();
    const tenant = await findTenant(needs.db, orderId);
    if (tenant?.state !== 'active') return;
    const [counted, kept] = await Promise.allSettled([followTerms(needs, tenant), keepLimits(needs, tenant)]);
    // Each is done even if the other fails: without a companion the metrics still give a count.
    if (kept.status === 'rejected') throw kept.reason;
    if (counted.status === 'rejected') throw counted.reason;
    return { againAt: nextCheckAt(kept.value, now, needs.quotaCheckSeconds * 1000) };
  },
});

function nextCheckAt(kept: Kept, now: number, everyMs: number): number {
  const { isDone, isSpent, isInsistent, graceEndsAt } = kept;
  if (!isDone || isInsistent) return now + RETRY_MS;
  const regular = now + (isSpent ? Math.min(SPENT_EVERY_MS, everyMs) : everyMs);
  return graceEndsAt === null ? regular : Math.min(regular, graceEndsAt);
}
