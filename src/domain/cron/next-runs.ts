/**
 * When a cron expression comes true next.
 *
 * Owns: the calendar. Times are wall clock, without a zone; zone.ts turns them into instants. As in every cron, day
 * of the month and day of the week together mean "one or the other" when both are restricted. By hand because the
 * environment's croner weighs 10 kB where this weighs 1; a test holds both to the same runs.
 */
import type { CronExpression } from './parse-cron.ts';

/** A minute on the wall clock of some place. */
export interface WallTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** Long enough to meet 29 February on a given weekday more than once. */
const SEARCHED_DAYS = 366 * 41;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1440;

/**
 * The next runs after `from`, at most `count`.
 *
 * @returns Fewer than `count`, or none, when the date hardly or never exists (31 February).
 */
export function nextRuns(expression: CronExpression, from: WallTime, count: number): WallTime[] {
  const runs: WallTime[] = [];
  const start = Date.UTC(from.year, from.month - 1, from.day);
  for (let offset = 0; offset < SEARCHED_DAYS && runs.length < count; offset += 1) {
    const date = new Date(start + offset * DAY_MS);
    if (!isRunDay(expression, date)) continue;
    for (const time of dailyMinutes(expression)) {
      if (offset === 0 && time <= from.hour * 60 + from.minute) continue;
      runs.push({ ...dateOf(date), hour: Math.floor(time / 60), minute: time % 60 });
      if (runs.length === count) break;
    }
  }
  return runs;
}

/** Fewest minutes between two runs in the year after `from`; `null` when there are no two. */
export function shortestGapMinutes(expression: CronExpression, from: WallTime): number | null {
  const times = dailyMinutes(expression);
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined) return null;
  let shortest: number | null = null;
  const take = (gap: number): void => {
    shortest = Math.min(shortest ?? gap, gap);
  };
  const start = Date.UTC(from.year, from.month - 1, from.day);
  let previous: number | null = null;
  for (let offset = 0; offset <= 366; offset += 1) {
    if (!isRunDay(expression, new Date(start + offset * DAY_MS))) continue;
    if (previous !== null) take((offset - previous) * DAY_MINUTES - last + first);
    else for (const [index, time] of times.entries()) if (index > 0) take(time - (times[index - 1] ?? 0));
    previous = offset;
  }
  return shortest;
}

/** Minutes since midnight at which it runs on a day on which it does. */
function dailyMinutes({ hour, minute }: CronExpression): number[] {
  return hour.values.flatMap((h) => minute.values.map((m) => h * 60 + m));
}

function isRunDay({ month, dayOfMonth, dayOfWeek }: CronExpression, date: Date): boolean {
  if (!month.values.includes(date.getUTCMonth() + 1)) return false;
  const isDate = dayOfMonth.values.includes(date.getUTCDate());
  const isWeekday = dayOfWeek.values.includes(date.getUTCDay());
  if (dayOfMonth.isAny) return isWeekday;
  if (dayOfWeek.isAny) return isDate;
  return isDate || isWeekday;
}

function dateOf(date: Date): Pick<WallTime, 'year' | 'month' | 'day'> {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
