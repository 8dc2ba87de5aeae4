/** Days as an instance recorded them, with the falls that our alerts told in place of what it kept of them. */
import { addDays, startOfDay } from '#domain/billing/days.ts';
import type { RecordedDay } from '#domain/reports/days.ts';
import { type ToldFall, withToldFalls } from '#domain/reports/falls.ts';
import { rowsOf, statement } from '#functions/platform/db.ts';

/** A monitor whose alerts are ours. */
interface ToldMonitor {
  readonly monitor: number;
  /** Since when its falls are known, and until when; `null`: they still are. */
  readonly enteredAt: number;
  readonly leftAt: number | null;
  /** When its environment was heard last. */
  readonly newsAt: number;
}

/** Monitors whose falls are known, and the falls of a time. */
export async function readOwnFalls(
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

/**
 * An instance deletes the first failing check of a long fall after a day; the table of falls keeps it. Of a day after which
 * the environment was not heard, falls may be missing, so it stays as it was recorded.
 */
export async function withOwnFalls(
  db: D1Database,
  orderId: string,
  days: readonly RecordedDay[],
): Promise<RecordedDay[]> {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  const { watched, falls } = await readOwnFalls(db, orderId, startOfDay(first), endOf(last));
  return days.map((day) => {
    const [start, end] = [startOfDay(day.day), endOf(day.day)];
    const isTold = ({ enteredAt, leftAt, newsAt }: ToldMonitor): boolean =>
      enteredAt <= start && (leftAt === null || leftAt >= end) && newsAt >= end;
    return withToldFalls(day, new Set(watched.filter(isTold).map(({ monitor }) => monitor)), falls);
  });
}

const endOf = (day: string): number => startOfDay(addDays(day, 1));
