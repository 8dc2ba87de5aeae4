/** From minutes to figures: what counts, what is left out, and how days and months are made. */
import { expect, test } from 'vitest';
import {
  type Counts,
  currentLooks,
  type Look,
  MINUTE_MS,
  type Minute,
  percentUp,
  platformLook,
  shownDays,
  shownMonths,
} from '#domain/availability/measured.ts';
import { minutesCsv } from '#domain/availability/minutes-csv.ts';

const at = (moment: string): number => Date.parse(`${moment}-03:00`);
const all: Minute = { at: at('2026-11-28T10:00'), entry: true, environment: true, alerts: true };

test.each<[Look, Look, Look, Look]>([
  [true, true, false, true],
  [true, true, null, true],
  [false, true, true, false],
  [true, false, true, false],
  [null, false, true, false],
  [false, null, true, false],
  [null, true, true, true],
  [null, null, true, null],
])('sign-in %s, environment %s, alerts %s: the platform is %s', (entry, environment, alerts, platform) => {
  expect(platformLook({ entry, environment, alerts })).toBe(platform);
});

test.each<[Counts, number | null]>([
  [{ up: 0, down: 0 }, null],
  [{ up: 1440, down: 0 }, 100],
  [{ up: 0, down: 3 }, 0],
  [{ up: 999, down: 1 }, 99.9],
  [{ up: 43_199, down: 1 }, 99.99],
  [{ up: 1_000_000, down: 1 }, 99.99],
  [{ up: 2, down: 1 }, 66.66],
])('%o is %s per cent, never rounded up', (counts, percent) => {
  expect(percentUp(counts)).toBe(percent);
});

test('a day without a row was not looked at, and today counts only what has passed', () => {
  const now = at('2026-11-28T00:10:30');
  const days = shownDays([{ day: '2026-11-26', up: 1400, down: 30 }], now);
  expect(days).toHaveLength(90);
  expect(days.slice(-3)).toEqual([
    { day: '2026-11-26', up: 1400, down: 30, unseen: 10 },
    { day: '2026-11-27', up: 0, down: 0, unseen: 1440 },
    { day: '2026-11-28', up: 0, down: 0, unseen: 10 },
  ]);
});

test('months begin with the first measured day, and missing days are not up', () => {
  const counted = [
    { day: '2026-10-30', up: 1440, down: 0 },
    { day: '2026-11-01', up: 1380, down: 60 },
  ];
  expect(shownMonths(counted, at('2026-11-03T00:00'))).toEqual([
    { month: '2026-11', up: 1380, down: 60, unseen: 1440 },
    { month: '2026-10', up: 1440, down: 0, unseen: 1440 },
  ]);
  expect(shownMonths([], at('2026-11-03T00:00'))).toEqual([]);
});

test('the table ends after thirteen months', () => {
  const months = shownMonths([{ day: '2025-01-01', up: 1, down: 0 }], at('2026-11-03T00:00'));
  expect([months.length, months[0]?.month, months.at(-1)?.month]).toEqual([13, '2026-11', '2025-11']);
});

test('a look stands for now until two more did not come', () => {
  expect(currentLooks(all, all.at + 3 * MINUTE_MS - 1)).toBe(all);
  expect(currentLooks(all, all.at + 3 * MINUTE_MS)).toBe(null);
  expect(currentLooks(null, all.at)).toBe(null);
});

test('the CSV has each minute that has passed, looked at or not', () => {
  const lines = minutesCsv(
    '2026-11',
    [
      { ...all, at: at('2026-11-01T00:00') },
      { ...all, at: at('2026-11-02T23:59'), environment: false, alerts: null },
    ],
    at('2026-11-03T00:00:40'),
  ).split('\r\n');
  expect(lines).toHaveLength(1 + 2 * 1440 + 1);
  expect(lines[0]).toBe('\uFEFFDia;Hora;Plataforma;Entrada;Painel;Avisos');
  expect(lines[1]).toBe('01/11/2026;00:00;no ar;no ar;no ar;no ar');
  expect(lines[2]).toBe('01/11/2026;00:01;sem medida;sem medida;sem medida;sem medida');
  expect(lines[2880]).toBe('02/11/2026;23:59;fora do ar;no ar;fora do ar;sem medida');
});
