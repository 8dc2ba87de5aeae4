/** Days as an instance recorded them, with the falls that our alerts told in place of what it kept of them. */
import { addDays, startOfDay } from '#domain/billing/days.ts';
import type { RecordedDay } from '#domain/reports/days.ts';
import { withToldFalls } from '#domain/reports/falls.ts';
import { readToldFalls, type ToldMonitor } from './told-falls.ts';

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
  const { watched, falls } = await readToldFalls(db, orderId, startOfDay(first), endOf(last));
  return days.map((day) => {
    const [start, end] = [startOfDay(day.day), endOf(day.day)];
    const isTold = ({ enteredAt, leftAt, newsAt }: ToldMonitor): boolean =>
      enteredAt <= start && (leftAt === null || leftAt >= end) && newsAt >= end;
    return withToldFalls(day, new Set(watched.filter(isTold).map(({ monitor }) => monitor)), falls);
  });
}

const endOf = (day: string): number => startOfDay(addDays(day, 1));
