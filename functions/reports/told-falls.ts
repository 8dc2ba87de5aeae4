/** Monitors whose alerts are ours, and their falls, as the alerts keep them. */
import type { ToldFall } from '#domain/reports/falls.ts';
import { rowsOf, statement } from '#functions/platform/db.ts';

/** A monitor whose alerts are ours. */
export interface ToldMonitor {
  readonly monitor: number;
  /** Since when its falls are known, and until when; `null`: they still are. */
  readonly enteredAt: number;
  readonly leftAt: number | null;
  /** When its environment was heard last. */
  readonly newsAt: number;
}

/** Monitors whose falls are known, and the falls of a time. */
export async function readToldFalls(
  db: D1Database,
  orderId: string,
  start: number,
  end: number,
): Promise<{ readonly watched: readonly ToldMonitor[]; readonly falls: readonly ToldFall[] }> {
  const [monitors, falls] = await db.batch([
    statement(db)`SELECT monitor_id AS monitor, entered_at, left_at, news_at FROM told_monitors
      WHERE order_id = ${orderId}`,
    statement(db)`SELECT monitor_id AS monitor, since, until, is_folded FROM told_falls
      WHERE order_id = ${orderId} AND since < ${end} AND (until IS NULL OR until > ${start}) ORDER BY since`,
  ]);
  return {
    watched: rowsOf<ToldMonitor>(monitors),
    falls: rowsOf<Omit<ToldFall, 'isFolded'> & { isFolded: number }>(falls).map((fall) => ({
      ...fall,
      isFolded: fall.isFolded === 1,
    })),
  };
}
