/** Texts for the charts of the reports. Pure. */

import type { MonitorReport, MonthReport } from '#domain/api-schemas/reports.ts';
import { formatDay, formatMoment } from '#domain/billing/days.ts';
import { daysFrom, firstDayOf, lastDayOf } from '#domain/reports/days.ts';
import { type DayState, dayState, writeChange, writeCount, writeShare } from '#domain/reports/words.ts';

/** A day of the strip; `null` when the report does not include it. */
export interface StripDay {
  readonly day: string;
  readonly state: DayState | null;
  readonly text: string;
}

export const stateWords: Readonly<Record<DayState, string>> = {
  whole: 'sem falhas',
  some: 'até 1% de falhas',
  many: 'mais de 1% de falhas',
  maintenance: 'só manutenção',
  none: 'sem dados',
};

/** Most width of a day in CSS pixels: strips and bars end there instead of growing with the window. */
export const DAY_WIDTH_MAX = 18;

/** All days of the month, so that a young report has the same scale and the strips of a page line up. */
export const daysOfMonth = (month: string): readonly string[] =>
  daysFrom(firstDayOf(month), lastDayOf(month));

export function stripOf(
  { month, from, through }: MonthReport,
  days: MonthReport['days'] | MonitorReport['days'],
): StripDay[] {
  const byDay = new Map(days.map((each) => [each.day, each]));
  return daysOfMonth(month).map((day) => {
    const known = byDay.get(day);
    const isCovered = day >= from && day <= through;
    const share = known === undefined ? '' : `, ${writeShare(known.availability)}`;
    const state = isCovered ? dayState(known) : null;
    return { day, state, text: `${formatDay(day)}: ${state === null ? '' : stateWords[state]}${share}` };
  });
}

/** True while the month goes on after the report's last day. */
export const isUnderWay = ({ month, through }: Pick<MonthReport, 'month' | 'through'>): boolean =>
  through < lastDayOf(month);

/** What the days are that the report leaves out; `null` when it has the whole month. */
export function outsideWords(report: Pick<MonthReport, 'month' | 'from' | 'through'>): string | null {
  const words = [
    ...(report.from > firstDayOf(report.month) ? ['antes da primeira checagem'] : []),
    ...(isUnderWay(report) ? ['ainda por vir'] : []),
  ];
  return words.length === 0 ? null : words.join(' ou ');
}

/** "0,12 p.p. a mais que em outubro"; `null` without a month to compare with. */
export function availabilityChange({ availability, before }: MonthReport): string | null {
  if (availability === null || before?.availability == null) return null;
  return writeChange(availability - before.availability, 'p.p.', before.month);
}

/** "2 a menos que em outubro". An unfinished month still lacks days, so it is not compared. */
export function outageChange(report: MonthReport): string | null {
  const { incidents, before } = report;
  return before === undefined || isUnderWay(report)
    ? null
    : writeChange(incidents - before.incidents, 'count', before.month);
}

/** "10/11", where the year is in a caption: a table with whole dates is too wide for a phone. */
export const dayInMonth = (day: string): string => formatDay(day).slice(0, -'/2026'.length);

/** "28 dias sem falhas, 2 dias com até 1% de falhas". */
export function describeStrip(days: readonly StripDay[]): string {
  const counts = Object.entries(stateWords).flatMap(([state, words]) => {
    const count = days.filter((each) => each.state === state).length;
    const joined = words.startsWith('s') ? words : `com ${words}`;
    return count === 0 ? [] : [`${writeCount(count, 'dia', 'dias')} ${joined}`];
  });
  return counts.join(', ');
}

/**
 * Round maximum values for a scale from zero, as shares. From the one per cent that parts `some` from `many`: a third of
 * one per cent must not look like a bad day.
 */
const TOPS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1] as const;

export const scaleTop = (shares: readonly number[]): number =>
  TOPS.find((top) => Math.max(0, ...shares) <= top) ?? 1;

/** Within the year: "10/11 às 10h00". */
export const writeMoment = (iso: string): string => formatMoment(iso).replace(/\/\d{4}/, '');
