/** What monitors are, as their environment stated it last, for pages. */
import { all } from '#functions/platform/db.ts';

/** A monitor that is watched. */
interface WatchedMonitor {
  readonly monitorId: number;
  readonly createdAt: number;
  readonly name: string;
  /** `new`: it was never seen up or down. */
  readonly state: 'new' | 'up' | 'down';
  /** Since when it is what it is; of one that is down, the start of its first failing check. */
  readonly since: number;
  /** Since when nothing current is known of it; `null` where something is. */
  readonly uncheckedSince: number | null;
  /** Start of its newest check; `null` before the first. */
  readonly checkedAt: number | null;
  /** Seconds between two checks. */
  readonly interval: number;
}

/** Monitors of an environment that are watched. */
export const listWatched = (db: D1Database, orderId: string): Promise<readonly WatchedMonitor[]> =>
  all<WatchedMonitor>(db)`SELECT monitor_id, created_at, name, state, since, checked_at, interval,
      IIF(doubt = 'unchecked', COALESCE(doubt_since, since), NULL) AS unchecked_since
    FROM alert_levels WHERE order_id = ${orderId} AND state IN ('new', 'up', 'down') ORDER BY since`;
