/** Deadlines of support messages: right to the minute over nights, weekends, holidays and a year's end. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import plansJson from '#content/plans.json' with { type: 'json' };
import siteJson from '#content/site.json' with { type: 'json' };
import { addDays, isWorkingDay } from '#domain/billing/days.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import { answerFigureCaption, answerSentence, promisedAnswer } from '#domain/support/answer-days.ts';
import { createSupportCalendar, yearWithoutHolidays } from '#domain/support/calendar.ts';
import { answerDeadline, countedMs, workingDayAfter } from '#domain/support/deadline.ts';
import { isSupportOpen } from '#domain/support/hours.ts';

const catalog = createCatalog(plansJson);
const calendar = createSupportCalendar(siteJson);
const timeOf = (plan: Parameters<typeof catalog.plan>[0]) => promisedAnswer(catalog.plan(plan).highlights);

/** A moment in São Paulo, as people write it. */
const at = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}-03:00`);
const written = (epochMs: number): string =>
  new Date(epochMs - 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

test('the times come from the sentences that sell them', () => {
  expect(timeOf('free')).toEqual({ minutes: 5 * 24 * 60, isAroundTheClock: true });
  expect(timeOf('essential')).toEqual({ minutes: 240, isAroundTheClock: false });
  expect(timeOf('pro')).toEqual({ minutes: 120, isAroundTheClock: false });
  expect(timeOf('enterprise')).toEqual({ minutes: 30, isAroundTheClock: true });
});

test('each plan has a sentence about its answers, and none is about something else', () => {
  expect(catalog.plans.map(({ highlights }) => answerSentence(highlights))).toEqual([
    'Resposta em até 5 dias',
    'Resposta em até 4 horas, no horário comercial',
    'Resposta em até 2 horas, no horário comercial',
    'Resposta em até 30 minutos, 24/7, com SLA',
  ]);
});

test('the landing page and the page of support say alike whom “< 4 h” covers', () => {
  expect(readFileSync('content/landing/why.mdx', 'utf8')).toContain(answerFigureCaption);
});

describe('the deadline', () => {
  // 23 November 2026 is a Monday; Saturdays are open from 9h to 12h.
  test.each([
    ['essential', '2026-11-23 09:15', '2026-11-23 13:15', 'within one day'],
    ['essential', '2026-11-23 14:00', '2026-11-23 18:00', 'at closing time, not on the next morning'],
    ['essential', '2026-11-23 14:01', '2026-11-24 08:01', 'a minute of it on the next morning'],
    ['pro', '2026-11-23 07:59', '2026-11-23 10:00', 'just before opening'],
    ['pro', '2026-11-23 08:00', '2026-11-23 10:00', 'at opening'],
    ['pro', '2026-11-23 03:00', '2026-11-23 10:00', 'at night'],
    ['pro', '2026-11-23 18:00', '2026-11-24 10:00', 'at closing'],
    [
      'essential',
      '2026-11-27 17:59',
      '2026-11-30 08:59',
      'Friday 17:59, over a Saturday morning and a Sunday',
    ],
    ['pro', '2026-11-27 17:59', '2026-11-28 10:59', 'Friday 17:59, on Saturday morning'],
    ['pro', '2026-11-28 11:30', '2026-11-30 09:30', 'from a Saturday into Monday'],
    ['essential', '2026-11-29 12:00', '2026-11-30 12:00', 'Sunday'],
    ['pro', '2026-12-24 17:00', '2026-12-26 10:00', 'Christmas Eve; the 26th is a Saturday'],
    ['essential', '2026-12-24 17:01', '2026-12-28 08:01', 'Christmas Eve, and a weekend behind it'],
    ['pro', '2026-12-31 17:00', '2027-01-02 10:00', 'New Year’s Eve, over the 1st of the next year'],
    ['essential', '2026-12-31 17:59', '2027-01-04 08:59', 'New Year’s Eve, and a weekend behind it'],
    ['pro', '2027-03-25 17:30', '2027-03-27 10:30', 'over Good Friday, which has another date each year'],
    ['enterprise', '2026-11-28 23:45', '2026-11-29 00:15', 'around the clock, over midnight'],
    ['enterprise', '2026-12-31 23:45', '2027-01-01 00:15', 'around the clock, on a holiday'],
    ['free', '2026-12-24 12:00', '2026-12-29 12:00', 'five days, whatever they are'],
  ] as const)('of %s for %s is %s (%s)', (plan, received, due, _) => {
    expect(written(answerDeadline(at(received), timeOf(plan), calendar))).toBe(due);
  });

  test('keeps the second within a minute', () => {
    const received = at('2026-11-23 09:15:42');
    expect(answerDeadline(received, timeOf('pro'), calendar) - received).toBe(120 * 60_000);
  });

  // Carnival and Corpus Christi are no national holidays: what the operator's file says counts.
  test.each([
    ['2027-02-08 17:00', '2027-02-09 09:00', '2027-02-10 09:00', '2027-02-09', 'Carnival Tuesday'],
    ['2027-05-26 17:00', '2027-05-27 09:00', '2027-05-28 09:00', '2027-05-27', 'Corpus Christi'],
  ])('of Pro for %s is %s, and %s where the file closes %s (%s)', (received, open, closed, day) => {
    const own = { ...calendar, holidays: [...calendar.holidays, day] };
    expect(written(answerDeadline(at(received), timeOf('pro'), calendar))).toBe(open);
    expect(written(answerDeadline(at(received), timeOf('pro'), own))).toBe(closed);
  });

  test('is found in a calendar that never opens', () => {
    const received = at('2026-11-23 09:00');
    expect(answerDeadline(received, timeOf('pro'), { hours: [], holidays: [] })).toBe(at('2026-11-23 11:00'));
  });
});

test('an answer is measured on the clock of its promise', () => {
  const minutes = (plan: 'pro' | 'enterprise', from: string, to: string) =>
    countedMs(at(from), at(to), timeOf(plan), calendar) / 60_000;
  expect(minutes('pro', '2026-11-27 17:59', '2026-11-30 08:30')).toBe(1 + 180 + 30);
  expect(minutes('pro', '2026-12-24 17:00', '2026-12-25 12:00')).toBe(60);
  expect(minutes('enterprise', '2026-11-27 23:50', '2026-11-28 00:05')).toBe(15);
  expect(minutes('pro', '2026-11-23 09:00', '2026-11-23 08:00')).toBe(0);
});

test.each([
  ['2026-11-25 10:00', '2026-11-27', 'Wednesday'],
  ['2026-11-27 23:59', '2026-12-01', 'Friday night: a Saturday is no working day'],
  ['2026-12-23 10:00', '2026-12-28', 'over Christmas'],
  ['2026-12-31 10:00', '2027-01-05', 'over the year’s end and a weekend'],
])('two working days after %s are over on %s (%s)', (from, day) => {
  expect(workingDayAfter(at(from), 2, calendar)).toBe(day);
});

test('every national holiday of a listed year is in the file', () => {
  for (const year of Object.keys(siteJson.holidays))
    for (let day = `${year}-01-01`; day.startsWith(year); day = addDays(day, 1)) {
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
      if (weekday !== 0 && weekday !== 6 && !isWorkingDay(day)) expect(calendar.holidays).toContain(day);
    }
});

test('support is closed on a holiday', () => {
  expect(isSupportOpen(at('2026-12-25 10:00'), calendar.hours, calendar.holidays)).toBe(false);
  expect(isSupportOpen(at('2026-12-28 10:00'), calendar.hours, calendar.holidays)).toBe(true);
});

test('December asks for the holidays of the next year', () => {
  const only2026 = { ...calendar, holidays: calendar.holidays.filter((day) => day.startsWith('2026')) };
  expect(yearWithoutHolidays(only2026, at('2026-11-30 23:59'))).toBeNull();
  expect(yearWithoutHolidays(only2026, at('2026-12-01 00:00'))).toBe('2027');
  expect(yearWithoutHolidays(only2026, at('2027-01-10 00:00'))).toBe('2027');
  expect(yearWithoutHolidays(calendar, at('2026-12-01 00:00'))).toBeNull();
});
