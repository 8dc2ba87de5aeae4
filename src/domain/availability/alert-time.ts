/**
 * How long an alert takes, measured: a target of ours fails for some minutes of each hour, a monitor of an environment of
 * our own watches it, and each hour keeps how long its message took.
 *
 * Owns: when the target fails, when an hour is judged, and the figures of a month. An hour in which nothing could be
 * measured is left out; one whose fall was not told counts, as longer than any other.
 */
import { addDays, businessDay, startOfDay } from '../billing/days.ts';
import { MINUTE_MS } from './measured.ts';

const HOUR_MS = 60 * MINUTE_MS;
/** Minutes of each hour in which the target fails: longer than a check each minute, its retry and a slow answer. */
const FAILS_FROM_MS = 10 * MINUTE_MS;
const FAILS_UNTIL_MS = 13 * MINUTE_MS;
/** What is not told half an hour after the target works again is not told. */
const JUDGED_AFTER_MS = 45 * MINUTE_MS;

/** Whether the target fails now, so that its monitor falls. */
export const isTargetFailing = (now: number): boolean =>
  now % HOUR_MS >= FAILS_FROM_MS && now % HOUR_MS < FAILS_UNTIL_MS;

/** The newest hour that can be judged, by its start. */
export function judgedHour(now: number): { readonly from: number; readonly until: number } {
  const at = now - JUDGED_AFTER_MS;
  const from = at - (at % HOUR_MS);
  return { from, until: from + HOUR_MS };
}

/** Milliseconds from a fall's first failing check to its message's hand-over; `null`: it was not told. */
export type AlertTime = number | null;

/** The month before this one, in São Paulo: `YYYY-MM`, and from when to when. */
export function lastMonth(now: number): {
  readonly month: string;
  readonly from: number;
  readonly until: number;
} {
  const first = `${businessDay(now).slice(0, 7)}-01`;
  const month = addDays(first, -1).slice(0, 7);
  return { month, from: startOfDay(`${month}-01`), until: startOfDay(first) };
}

/** The figures of some hours. */
export interface AlertTimes {
  readonly measured: number;
  readonly untold: number;
  /** Whole seconds, rounded up; `null` where that one was not told, or nothing was measured. */
  readonly medianSeconds: number | null;
  readonly p95Seconds: number | null;
}

/** The smallest time that so many in a hundred do not exceed is their percentile (nearest rank): always a measured one. */
export function alertTimes(times: readonly AlertTime[]): AlertTimes {
  const ordered = times.toSorted((a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY));
  const percentile = (percent: number): number | null => {
    const time = ordered[Math.ceil((ordered.length * percent) / 100) - 1] ?? null;
    return time === null ? null : Math.ceil(time / 1000);
  };
  return {
    measured: ordered.length,
    untold: ordered.filter((time) => time === null).length,
    medianSeconds: percentile(50),
    p95Seconds: percentile(95),
  };
}
