/**
 * The recorded checks of a day, and the calendar of a report.
 *
 * Owns: the shape of a day, the days of a month and which of them still have to be read. Does not own: sums (month.ts).
 */
import { addDays, businessDay, daysBetween } from '../billing/days.ts';

/** Checks of one monitor on one day in São Paulo. A retry counts as down; maintenance counts as neither. */
export interface DayChecks {
  /** The instance's id of the monitor, which is never reused. */
  readonly monitor: number;
  readonly up: number;
  readonly down: number;
  readonly maintenance: number;
  /** Mean response time of the successful checks, in milliseconds; `null` when the type has none. */
  readonly ping: number | null;
  /** Outages that began on the day. */
  readonly incidents: number;
}

/** An interval of one day during which a monitor was down, in seconds of the day. */
export interface DayOutage {
  readonly monitor: number;
  /** 0 when the outage began on an earlier day. */
  readonly from: number;
  /** 86,400 when the outage goes on the next day. */
  readonly to: number;
}

export interface RecordedDay {
  /** `YYYY-MM-DD` in São Paulo. */
  readonly day: string;
  readonly checks: readonly DayChecks[];
  readonly outages: readonly DayOutage[];
}

export interface ReportedMonitor {
  readonly id: number;
  readonly name: string;
  /** The instance's type: `http`, `ping`. */
  readonly type: string;
}

/** The instance keeps hourly statistics for 30 days, of which 29 are complete. */
const READABLE_DAYS = 29;
/** Days per request, to keep the answer small. */
const DAYS_AT_ONCE = 7;

/** The last complete day. */
export const lastFullDay = (now: number): string => addDays(businessDay(now), -1);

/**
 * The first day that can still be read completely, even for a new environment, whose instance may be older than its
 * row.
 */
export const firstReadableDay = (now: number): string => addDays(businessDay(now), -READABLE_DAYS);

/**
 * The next days to request from an instance: the missing ones, oldest first, within at most a week.
 * @param known Days that were read.
 * @returns `null` when nothing is missing.
 */
export function nextDays(
  known: ReadonlySet<string>,
  first: string,
  last: string,
): { readonly from: string; readonly through: string } | null {
  const missing = daysFrom(first, last).filter((day) => !known.has(day));
  const [from] = missing;
  if (from === undefined) return null;
  const through = missing.findLast((day) => daysBetween(from, day) < DAYS_AT_ONCE);
  return { from, through: through ?? from };
}

/** Every day from `first` to `last`, both included. */
export function daysFrom(first: string, last: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, index) =>
    addDays(first, index),
  );
}

/** `2026-11-05` → `2026-11`. */
export const monthOf = (day: string): string => day.slice(0, 7);
export const firstDayOf = (month: string): string => `${month}-01`;
export const monthAfter = (month: string): string => monthOf(addDays(firstDayOf(month), 31));
export const monthBefore = (month: string): string => monthOf(addDays(firstDayOf(month), -1));
export const lastDayOf = (month: string): string => addDays(firstDayOf(monthAfter(month)), -1);
