/** A day of a report by the falls that alerts told. */
import { expect, test } from 'vitest';
import type { RecordedDay } from '#domain/reports/days.ts';
import { type ToldFall, withToldFalls } from '#domain/reports/falls.ts';

const DAY = '2026-11-05';
/** A time of the day in São Paulo. */
const at = (time: string, day = DAY): number => Date.parse(`${day}T${time}-03:00`);
const fall = (since: number, until: number | null, more: Partial<ToldFall> = {}): ToldFall => ({
  monitor: 1,
  since,
  until,
  isFolded: false,
  ...more,
});
const checksOf = (monitor: number, incidents: number) => ({
  ...{ monitor, up: 1400, down: 40, maintenance: 0, ping: 80, incidents },
});
const recorded: RecordedDay = {
  day: DAY,
  checks: [checksOf(1, 1), checksOf(2, 1)],
  outages: [
    { monitor: 1, from: 600, to: 900 },
    { monitor: 2, from: 600, to: 900 },
  ],
};
const both = (falls: readonly ToldFall[], told = [1]) => withToldFalls(recorded, new Set(told), falls);

test('a monitor whose falls are known has their times, another what was recorded', () => {
  const { checks, outages } = both([
    fall(at('00:09:00'), at('00:15:00')),
    fall(at('10:00:00.900'), at('10:00:30')),
    fall(at('12:00:00'), at('12:10:00'), { monitor: 2 }),
  ]);
  expect(outages).toEqual([
    { monitor: 1, from: 540, to: 900 },
    { monitor: 1, from: 36_000, to: 36_030 },
    { monitor: 2, from: 600, to: 900 },
  ]);
  expect(checks.map(({ incidents }) => incidents)).toEqual([2, 1]);
});

test.each([
  ['that began before', fall(at('23:00:00', '2026-11-04'), at('01:00:00')), 0, [0, 3600]],
  ['that goes on', fall(at('23:00:00'), null), 1, [82_800, 86_400]],
  ['that ended the next day', fall(at('23:00:00'), at('02:00:00', '2026-11-06')), 1, [82_800, 86_400]],
  ['of a moment', fall(at('23:00:00'), at('23:00:00')), 1, null],
  ['of another day', fall(at('23:00:00', '2026-11-04'), at('23:30:00', '2026-11-04')), 0, null],
  ['that begins with the next day', fall(at('00:00:00', '2026-11-06'), null), 0, null],
] as const)('a fall %s', (_, each, incidents, span) => {
  const { checks, outages } = both([each]);
  expect(checks[0]?.incidents).toBe(incidents);
  const own = outages.filter(({ monitor }) => monitor === 1);
  expect(own).toEqual(span === null ? [] : [{ monitor: 1, from: span[0], to: span[1] }]);
});

test('a monitor without a check on the day still has its falls: it waits for signs', () => {
  const { checks } = both([fall(at('10:00:00'), null, { monitor: 9 })], [9]);
  expect(checks.at(-1)).toEqual({ monitor: 9, up: 0, down: 0, maintenance: 0, ping: null, incidents: 1 });
});

test('of folded falls the instance’s number stands, if it is higher', () => {
  const falls = [fall(at('10:00:00'), at('10:01:00'), { isFolded: true })];
  const many = { ...recorded, checks: [checksOf(1, 144)] };
  expect(withToldFalls(many, new Set([1]), falls).checks[0]?.incidents).toBe(144);
  expect(both(falls).checks[0]?.incidents).toBe(1);
});

test('without such a monitor the day stays as it is', () => {
  expect(both([fall(at('10:00:00'), null)], [])).toBe(recorded);
});
