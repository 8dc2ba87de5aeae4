/** The facts of the decision about an environment's sleep, gathered from the rooms that know them. */
import { type SleepFacts, sleepsAt } from '#domain/tenants/sleep.ts';
import { findFirstMonitor } from '#functions/alerts/channel-store.ts';
import type { Deps } from '#functions/compose.ts';
import { findWatching } from '#functions/limits/watching-store.ts';
import { lastActedAt } from '#functions/platform/activity.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { findSleep, isBusy, type SleepRow } from './store.ts';

type Needs = Pick<Deps, 'db' | 'sleepDayMs'>;

/** What the decision follows from, with the row of what was done before. */
export interface SleepCase {
  readonly facts: SleepFacts;
  readonly row: SleepRow;
}

export async function readSleep(
  { db }: Pick<Needs, 'db'>,
  { orderId, plan, state, stateSince }: Pick<Tenant, 'orderId' | 'plan' | 'state' | 'stateSince'>,
): Promise<SleepCase> {
  const [row, watching, actedAt, firstMonitor] = await Promise.all([
    findSleep(db, orderId),
    findWatching(db, orderId),
    lastActedAt(db, orderId),
    findFirstMonitor(db, orderId),
  ]);
  const busy = await isBusy(db, orderId, firstMonitor?.state ?? null);
  const { warnedAt, farewells, removesAt } = row;
  return {
    row,
    facts: {
      ...{ plan, state, stateSince, watching, actedAt, warnedAt, farewells, removesAt },
      isBusy: busy,
    },
  };
}

/** What an account is shown: when it sleeps, how long it has, when it is removed, and that it is waking. */
export interface ShownSleep {
  /** Milliseconds, UTC; when it sleeps unless something happens before. */
  readonly sleepsAt: number | null;
  /** Since when it sleeps. */
  readonly since: number | null;
  /** When it is removed; `null` until the first mail about that. */
  readonly removesAt: number | null;
  /** When it was last woken. */
  readonly wokenAt: number | null;
}

/** `null` for an environment that never sleeps. */
export async function shownSleep(needs: Needs, tenant: Tenant): Promise<ShownSleep | null> {
  if (tenant.plan !== 'free' || (tenant.state !== 'active' && tenant.state !== 'asleep')) return null;
  const row = await findSleep(needs.db, tenant.orderId);
  const isAsleep = tenant.state === 'asleep';
  // Most were never told, and the page is opened often.
  const isWarned = !isAsleep && row.warnedAt !== null;
  return {
    sleepsAt: isWarned ? sleepsAt((await readSleep(needs, tenant)).facts, needs.sleepDayMs) : null,
    since: isAsleep ? tenant.stateSince : null,
    removesAt: isAsleep ? row.removesAt : null,
    wokenAt: isAsleep ? null : row.wokenAt,
  };
}
