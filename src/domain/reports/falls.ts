/**
 * A day's outages by the falls that our alerts told, for monitors whose alerts are ours: the same times in messages and
 * reports. Pure.
 */
import { addDays, startOfDay } from '../billing/days.ts';
import type { DayChecks, DayOutage, RecordedDay } from './days.ts';

/** A fall of a monitor. Times are milliseconds, UTC. */
export interface ToldFall {
  readonly monitor: number;
  readonly since: number;
  /** `null` while it lasts. */
  readonly until: number | null;
  /** True when more falls of the day happened than are kept. */
  readonly isFolded: boolean;
}

/** The longest outages of a monitor per day; their number is always complete. */
const OUTAGES_MAX = 20;

/**
 * @param told Monitors whose falls are known for the whole day; of the others the day stays as it was recorded.
 * @param falls Of these monitors, at least those of the day.
 */
export function withToldFalls(
  day: RecordedDay,
  told: ReadonlySet<number>,
  falls: readonly ToldFall[],
): RecordedDay {
  if (told.size === 0) return day;
  const [start, end] = [startOfDay(day.day), startOfDay(addDays(day.day, 1))];
  const own = falls.filter(
    ({ monitor, since, until }) => told.has(monitor) && since < end && (until === null || until > start),
  );
  const monitors = [
    ...new Set([...day.checks.map(({ monitor }) => monitor), ...own.map(({ monitor }) => monitor)]),
  ];
  const recorded = new Map(day.checks.map((each) => [each.monitor, each]));
  const checksOf = (monitor: number): DayChecks => {
    const checks = recorded.get(monitor) ?? {
      monitor,
      up: 0,
      down: 0,
      maintenance: 0,
      ping: null,
      incidents: 0,
    };
    if (!told.has(monitor)) return checks;
    const begun = own.filter((fall) => fall.monitor === monitor && fall.since >= start);
    const isAtLeast = begun.some(({ isFolded }) => isFolded);
    return { ...checks, incidents: Math.max(begun.length, isAtLeast ? checks.incidents : 0) };
  };
  const outagesOf = (monitor: number): DayOutage[] =>
    told.has(monitor)
      ? own
          .filter((fall) => fall.monitor === monitor)
          .map(({ since, until }) => ({
            monitor,
            from: secondsIn(since, start, end),
            to: secondsIn(until ?? end, start, end),
          }))
          .filter(({ from, to }) => to > from)
          .toSorted((one, other) => other.to - other.from - (one.to - one.from))
          .slice(0, OUTAGES_MAX)
          .toSorted((one, other) => one.from - other.from)
      : day.outages.filter((outage) => outage.monitor === monitor);
  return { ...day, checks: monitors.map(checksOf), outages: monitors.flatMap(outagesOf) };
}

const secondsIn = (moment: number, start: number, end: number): number =>
  Math.floor((Math.min(Math.max(moment, start), end) - start) / 1000);
