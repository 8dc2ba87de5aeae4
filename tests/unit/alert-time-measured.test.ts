/** How long alerts take: when the target fails, which hour is judged, and what is said of a month. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBeforeAll } from '#availability/since.ts';
import { alertTimeWords } from '#availability/words.ts';
import { alertTimes, isTargetFailing, judgedHour, lastMonth } from '#domain/availability/alert-time.ts';
import { message } from '#domain/messages.ts';
import { measured } from '#tests/support/measured.ts';

const at = (text: string): number => Date.parse(text);
const MINUTE_MS = 60_000;

test('a check each minute sees the target fail twice with its retry, whenever it begins', () => {
  const hour = at('2026-10-20T03:00:00Z');
  const down = Array.from({ length: 3600 }, (_, second) => hour + second * 1000).filter(isTargetFailing);
  const lasts = (down.at(-1) ?? 0) - (down[0] ?? 0);
  // A check that began just before, the next one that hangs for 10 s, its retry 20 s later.
  expect(lasts).toBeGreaterThan(60_000 + 20_000 + 10_000);
});

test('an hour is judged once it is over for all its falls, and for an hour on end', () => {
  fc.assert(
    fc.property(fc.integer({ min: at('2026-01-01'), max: at('2030-01-01') }), (now) => {
      const { from, until } = judgedHour(now);
      expect(until - from).toBe(3_600_000);
      expect(now - (from + 13 * MINUTE_MS)).toBeGreaterThanOrEqual(30 * MINUTE_MS);
      expect(judgedHour(from + 45 * MINUTE_MS)).toEqual({ from, until });
    }),
  );
});

test('the last month is São Paulo’s', () => {
  const october = {
    month: '2026-10',
    from: at('2026-10-01T00:00-03:00'),
    until: at('2026-11-01T00:00-03:00'),
  };
  expect(lastMonth(at('2026-11-28T10:00-03:00'))).toEqual(october);
  expect(lastMonth(at('2026-11-01T00:00-03:00'))).toEqual(october);
  expect(lastMonth(at('2026-11-01T02:59Z')).month).toBe('2026-09');
  expect(lastMonth(at('2027-01-15T12:00Z')).month).toBe('2026-12');
});

test.each([
  [[], { measured: 0, untold: 0, medianSeconds: null, p95Seconds: null }],
  [[30_001], { measured: 1, untold: 0, medianSeconds: 31, p95Seconds: 31 }],
  [[50_000, 10_000, 30_000, 20_000], { measured: 4, untold: 0, medianSeconds: 20, p95Seconds: 50 }],
  [[10_000, null, 30_000], { measured: 3, untold: 1, medianSeconds: 30, p95Seconds: null }],
  [[null, 10_000, null], { measured: 3, untold: 2, medianSeconds: null, p95Seconds: null }],
  [
    [...Array.from({ length: 95 }, (_, index) => (index + 1) * 1000), ...Array(5).fill(null)],
    { measured: 100, untold: 5, medianSeconds: 50, p95Seconds: 95 },
  ],
])('the figures of %j', (times, figures) => {
  expect(alertTimes(times)).toEqual(figures);
});

const told = (median: string, most: string, measured: string, untold: string): string =>
  [
    message('availability.alerts', { median, most, month: 'outubro de 2026' }),
    message('availability.alerts-count', { measured, untold }),
  ].join(' ');
const within = (time: string): string => message('availability.alerts-most', { time });
const late = message('availability.alerts-late');

test.each([
  [{}, told('27 s', within('41 s'), '744', '1')],
  [{ measured: 1, untold: 0, p95Seconds: 71 }, told('27 s', within('1 min 11 s'), '1', '0')],
  [{ measured: 1440, untold: 80, p95Seconds: null }, told('27 s', late, '1.440', '80')],
  [
    { measured: 0, untold: 0, medianSeconds: null, p95Seconds: null },
    message('availability.alerts-none', { month: 'outubro de 2026' }),
  ],
])('%j is told as it is', (changes, words) => {
  expect(alertTimeWords({ ...measured.alerts, ...changes })).toBe(words);
});

test('of a service whose first month has not ended it is not said that nothing was measured', () => {
  const alerts = { ...measured.alerts, measured: 0, untold: 0, medianSeconds: null, p95Seconds: null };
  const months = measured.months.filter(({ month }) => month > alerts.month);
  expect(months).not.toEqual([]);
  expect(isBeforeAll({ alerts, months })).toBe(true);
  expect(isBeforeAll({ alerts, months: measured.months })).toBe(false);
  expect(isBeforeAll({ alerts: measured.alerts, months })).toBe(false);
});

test('the sentence names median, percentile, month and place', () => {
  expect(alertTimeWords(measured.alerts)).toContain(
    'Mediana 27 s, 95 de 100 em até 41 s em outubro de 2026, medidos a cada hora em um painel nosso.',
  );
});
