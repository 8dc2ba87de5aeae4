/** When monitors were read, and when one was last seen running, in D1. */
import { type LimitsReport, runningOf } from '#domain/limits/monitors.ts';
import type { Watching } from '#domain/tenants/sleep.ts';
import { first, run } from '#functions/platform/db.ts';

/** What is known of an environment's monitors; `null` while they were never read. */
export const findWatching = (db: D1Database, orderId: string) =>
  first<Watching>(db)`SELECT read_at, running_at, entered_at FROM watchings WHERE order_id = ${orderId}`;

/** Keeps what a reading says. Nothing is kept of one that failed: it says nothing of the monitors. */
export const noteWatching = (
  db: D1Database,
  orderId: string,
  { monitors, enteredAt }: LimitsReport,
  now: number,
) => {
  const runningAt = runningOf(monitors).length > 0 ? now : null;
  return run(db)`INSERT INTO watchings (order_id, read_at, running_at, entered_at)
    SELECT order_id, ${now}, ${runningAt}, ${enteredAt ?? null} FROM environments WHERE order_id = ${orderId}
    ON CONFLICT (order_id) DO UPDATE SET read_at = excluded.read_at,
      running_at = COALESCE(excluded.running_at, running_at),
      entered_at = COALESCE(MAX(excluded.entered_at, entered_at), excluded.entered_at, entered_at)`;
};
