/**
 * The report of a month, from the days that were read.
 *
 * Owns: availability, the five worst monitors, incidents, the longest outage, days without data. Availability is the
 * share of successful checks among those that count, as the instance's own page computes it.
 */

import type { MonitorReport, MonthReport, ReportDay } from '../api-schemas/reports.ts';
import { addDays, startOfDay } from '../billing/days.ts';
import { type DayChecks, type DayOutage, daysFrom, type RecordedDay, type ReportedMonitor } from './days.ts';
import type { ReportLevel } from './level.ts';

const WORST = 5;
const DAY_SECONDS = 86_400;

interface Span {
  /** `YYYY-MM`. */
  readonly month: string;
  /** First and last day of the report. */
  readonly from: string;
  readonly through: string;
}

interface Sums {
  readonly up: number;
  readonly down: number;
  readonly maintenance: number;
  readonly incidents: number;
}

/**
 * Computes the report of a month.
 * @param monitors Names and types of the monitors in these days, deleted ones included; others are ignored.
 */
export function monthReport(
  { month, from, through }: Span,
  monitors: readonly ReportedMonitor[],
  recorded: readonly RecordedDay[],
  level: Exclude<ReportLevel, 'none'>,
): MonthReport {
  const days = recorded.filter(({ day }) => day >= from && day <= through);
  const byDay = new Map(days.map((each) => [each.day, each]));
  const reports = monitors.flatMap((monitor) => monitorReport(monitor, days) ?? []);
  const reportDays = daysFrom(from, through).map((day) => dayReport(day, byDay.get(day)?.checks ?? []));
  return {
    month,
    from,
    through,
    ...publishedSums(days.flatMap(({ checks }) => checks)),
    incidents: reports.reduce((sum, { incidents }) => sum + incidents, 0),
    days: reportDays,
    daysWithoutData: reportDays.filter(isWithoutData).length,
    worst: worstOf(reports),
    ...(level === 'detailed' ? { monitors: reports } : {}),
  };
}

/** True for a day without any check: before the first check, while suspended, or with the instance unreachable. */
export const isWithoutData = ({ checks, maintenance }: Pick<ReportDay, 'checks' | 'maintenance'>): boolean =>
  checks + maintenance === 0;

/** Share of successful checks among those that count; `null` without such a check. */
function availability({ up, down }: Pick<Sums, 'up' | 'down'>): number | null {
  return up + down === 0 ? null : up / (up + down);
}

function publishedSums(checks: readonly Sums[]) {
  const total = (pick: (each: Sums) => number) => checks.reduce((sum, each) => sum + pick(each), 0);
  const up = total((each) => each.up);
  const down = total((each) => each.down);
  return {
    availability: availability({ up, down }),
    checks: up + down,
    failures: down,
    incidents: total(({ incidents }) => incidents),
    maintenance: total(({ maintenance }) => maintenance),
  };
}

function dayReport(day: string, checks: readonly DayChecks[]): ReportDay {
  return { day, ...publishedSums(checks) };
}

function worstOf(monitors: readonly MonitorReport[]): MonthReport['worst'] {
  return monitors
    .filter(({ failures }) => failures > 0)
    .toSorted((a, b) => (a.availability ?? 1) - (b.availability ?? 1) || b.failures - a.failures)
    .slice(0, WORST)
    .map(({ type: _type, ping: _ping, longestOutage: _longest, days: _days, ...sums }) => sums);
}

/** `null` for a monitor without any day. */
function monitorReport(
  { id, name, type }: ReportedMonitor,
  days: readonly RecordedDay[],
): MonitorReport | null {
  const own = days.flatMap(({ day, checks }) =>
    checks.filter(({ monitor }) => monitor === id).map((each) => ({ day, ...each })),
  );
  if (own.length === 0) return null;
  const outages = joined(
    days.flatMap(({ day, outages }) =>
      outages.filter(({ monitor }) => monitor === id).map((outage) => ({ day, ...outage })),
    ),
  );
  const [longest] = outages.toSorted((a, b) => b.seconds - a.seconds);
  const sums = publishedSums(own);
  return {
    id,
    name,
    type,
    ...sums,
    incidents: sums.incidents + outages.filter(({ isCarriedIn }) => isCarriedIn).length,
    ping: meanPing(own),
    longestOutage:
      longest === undefined
        ? null
        : { beganAt: new Date(longest.at).toISOString(), seconds: longest.seconds },
    days: own.map((each) => ({ day: each.day, ...publishedSums([each]), ping: each.ping })),
  };
}

interface Outage {
  /** Milliseconds, UTC. */
  readonly at: number;
  readonly seconds: number;
  /** True when it began before the reported days; it still counts as one outage. */
  readonly isCarriedIn: boolean;
}

/** Joins outages that were split at midnight; expects days and outages in order. */
function joined(parts: readonly (DayOutage & { readonly day: string })[]): Outage[] {
  const outages: Outage[] = [];
  let open: { day: string; outage: Outage } | null = null;
  for (const { day, from, to } of parts) {
    const goesOn = open !== null && from === 0 && addDays(open.day, 1) === day;
    const outage: Outage =
      open !== null && goesOn
        ? { ...open.outage, seconds: open.outage.seconds + to }
        : { at: startOfDay(day) + from * 1000, seconds: to - from, isCarriedIn: from === 0 };
    if (goesOn) outages.pop();
    outages.push(outage);
    open = to === DAY_SECONDS ? { day, outage } : null;
  }
  return outages;
}

/** Weighted by successful checks; skips days without a response time. */
function meanPing(days: readonly DayChecks[]): number | null {
  const timed = days.filter((each) => each.ping !== null && each.up > 0);
  const up = timed.reduce((sum, each) => sum + each.up, 0);
  return up === 0 ? null : Math.round(timed.reduce((sum, each) => sum + (each.ping ?? 0) * each.up, 0) / up);
}
