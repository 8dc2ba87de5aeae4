/** Quiet hours: when they end, what they hold, and what a night of them tells. */
import { describe, expect, test } from 'vitest';
import { type QuietHours, quietUntil } from '#domain/alerts/preferences.ts';
import { presetOf, presets, quietOf } from '#domain/alerts/presets.ts';
import { createScenario, MORNING, night, START, ZONE } from './scenario.ts';

const MINUTE_MS = 60_000;

test('quiet hours hold everything and sum it up at their end', () => {
  const world = createScenario();
  const reader = world.reader(night('hold-all'));
  world.flap(2, 1);
  world.down(2, 1);
  const end = START + MORNING * MINUTE_MS;
  expect(reader.step(5)).toMatchObject({ message: null, wakeAt: end });
  world.check(MORNING);
  expect(reader.told(5)).toBeNull();
  const lines = reader.lines(MORNING);
  expect(lines).toEqual([
    expect.stringContaining('API está fora do ar desde 3h14'),
    expect.stringContaining('Loja ficou fora do ar'),
  ]);
  expect(lines.join()).toContain('chegou com atraso: esperou o fim das suas horas de silêncio');
  expect(reader.told(MORNING + 1)).toBeNull();
});

test('a fall of the night that is over in the morning is never said to go on', () => {
  const world = createScenario();
  const reader = world.reader({ ...night('hold-all'), reminderHours: 1 });
  world.down(1, 0);
  reader.told(1);
  world.up(1, 20);
  expect(reader.whats(MORNING)).toEqual(['brief']);
});

test('quiet hours for all but falls tell a fall, and the return of another at their end', () => {
  const world = createScenario();
  const reader = world.reader(night('falls-only'));
  world.down(2, 0);
  reader.told(1);
  world.up(2, 2);
  world.flap(2, 3, 2);
  world.down(1, 5);
  expect(reader.whats(6)).toEqual(['fell']);
  expect(reader.told(7)).toBeNull();
  world.check(MORNING);
  expect(reader.whats(MORNING)).toEqual(['returned', 'brief']);
  expect(reader.told(MORNING + 1)).toBeNull();
});

test('a test is told in quiet hours', () => {
  const world = createScenario();
  world.event('test', 0, { monitor: null });
  expect(world.reader(night('hold-all')).lines(1)).toEqual([
    'Este é um teste, pedido às 3h13: os avisos da Vigia chegam até aqui.',
  ]);
});

test('what is no fall waits for the morning, and is told once', () => {
  const world = createScenario();
  world.event('certificate', 0, { message: 'Aviso dos 7 dias.' });
  const reader = world.reader(night('falls-only'));
  expect(reader.told(1)).toBeNull();
  expect(reader.whats(MORNING)).toEqual(['certificate']);
  expect(reader.told(MORNING + 1)).toBeNull();
});

describe('at night, with only falls told and a reminder each hour', () => {
  const preferences = { ...night('falls-only'), reminderHours: 1 as const };

  /** Asks whenever something happens or the last answer said so, until the night is over. */
  function untilMorning(happens: readonly (readonly [minute: number, act: (world: World) => void])[]) {
    const world = createScenario();
    const reader = world.reader(preferences);
    const told: [minute: number, lines: readonly string[]][] = [];
    const left = [...happens];
    let minute = 0;
    for (let asks = 0; minute <= MORNING + 1; asks += 1) {
      while (left[0] !== undefined && left[0][0] <= minute) left.shift()?.[1](world);
      world.check(minute);
      const { wakeAt } = reader.step(minute);
      const lines = reader.whats(minute);
      if (lines.length > 0) told.push([Math.round(minute), lines]);
      const wake = wakeAt === null ? Number.POSITIVE_INFINITY : (wakeAt - START) / MINUTE_MS;
      const later = wake > minute ? wake : minute + 0.1;
      minute = Math.min(later, left[0]?.[0] ?? Number.POSITIVE_INFINITY);
      expect(asks).toBeLessThan(200);
    }
    return told;
  }
  type World = ReturnType<typeof createScenario>;

  test('a monitor that is back is not said to be down, and its return comes in the morning', () => {
    expect(
      untilMorning([
        [0, (world) => world.down(1, 0)],
        [20, (world) => world.up(1, 20)],
      ]),
    ).toEqual([
      [0, ['fell']],
      [MORNING, ['returned']],
    ]);
  });

  test('a monitor that stays down is reminded of each hour', () => {
    expect(untilMorning([[0, (world) => world.down(1, 0)]]).map(([, lines]) => lines)).toEqual([
      ['fell'],
      ...[1, 2, 3].map(() => ['still-down']),
    ]);
  });

  test('a new fall after a return is told at once, with its own time', () => {
    const told = untilMorning([
      [0, (world) => world.down(1, 0)],
      [20, (world) => world.up(1, 20)],
      [90, (world) => world.down(1, 90)],
    ]);
    expect(told.slice(0, 2)).toEqual([
      [0, ['fell']],
      [90, ['returned', 'fell']],
    ]);
    expect(told.slice(2).every(([, lines]) => lines.includes('still-down'))).toBe(true);
  });
});

const hours = (from: string, until: string, days = [0, 1, 2, 3, 4, 5, 6]): QuietHours => ({
  days,
  wholeDays: [],
  from,
  until,
  zone: ZONE,
  mode: 'hold-all',
});
/** As in business hours: Sunday evening goes on until Monday at 8:00. */
const weekend: QuietHours = { ...hours('18:00', '08:00'), wholeDays: [0, 6] };
const ends = (quiet: QuietHours, local: string) => {
  const until = quietUntil(quiet, Date.parse(`${local}-03:00`));
  return until === null ? null : new Date(until).toISOString();
};

test.each([
  ['before', hours('22:00', '07:00'), '2026-11-26T21:59:59', null],
  ['from the first minute', hours('22:00', '07:00'), '2026-11-26T22:00:00', '2026-11-27T10:00:00.000Z'],
  ['after midnight', hours('22:00', '07:00'), '2026-11-27T06:59:59', '2026-11-27T10:00:00.000Z'],
  ['at the end', hours('22:00', '07:00'), '2026-11-27T07:00:00', null],
  ['at noon', hours('12:00', '14:00'), '2026-11-27T13:00:00', '2026-11-27T17:00:00.000Z'],
  [
    'on Friday night only, on Saturday morning',
    hours('22:00', '07:00', [5]),
    '2026-11-28T01:00:00',
    '2026-11-28T10:00:00.000Z',
  ],
  ['on Friday night only, on Friday morning', hours('22:00', '07:00', [5]), '2026-11-27T01:00:00', null],
  ['on a whole Saturday', { ...weekend, days: [] }, '2026-11-28T12:00:00', '2026-11-29T03:00:00.000Z'],
  ['on a whole day, from its first minute', weekend, '2026-11-28T00:00:00', '2026-11-29T03:00:00.000Z'],
  ['on a whole day, after the night before', weekend, '2026-11-28T03:00:00', '2026-11-29T03:00:00.000Z'],
  ['in the last minute of a whole day', weekend, '2026-11-29T23:59:30', '2026-11-30T11:00:00.000Z'],
  ['in the night after a whole day', weekend, '2026-11-30T07:59:59', '2026-11-30T11:00:00.000Z'],
  ['at the end of that night', weekend, '2026-11-30T08:00:00', null],
  ['before a whole day, by its evening', weekend, '2026-11-27T18:00:00', '2026-11-28T11:00:00.000Z'],
  ['the day before a whole one, at noon', weekend, '2026-11-27T12:00:00', null],
  ['a whole day', hours('00:00', '00:00', [0]), '2026-11-29T12:00:00', '2026-11-30T03:00:00.000Z'],
] as const)('quiet hours: %s', (_name, quiet, local, until) => {
  expect(ends(quiet, local)).toBe(until);
});

test.each([
  // Midnight comes twice: Saturday has 25 hours.
  ['America/Santiago', '2026-04-04T12:00:00-03:00', '2026-04-05T04:00:00.000Z'],
  // Midnight does not come: Sunday begins at 1:00.
  ['America/Santiago', '2026-09-05T12:00:00-04:00', '2026-09-06T04:00:00.000Z'],
  ['Africa/Cairo', '2026-04-25T12:00:00+03:00', '2026-04-25T21:00:00.000Z'],
] as const)('a whole Saturday in %s ends with the day, whatever the clock does (%s)', (zone, noon, end) => {
  const quiet: QuietHours = { ...hours('18:00', '08:00', []), wholeDays: [6], zone };
  let now = Date.parse(noon);
  for (let asks = 0; asks < 5; asks += 1) {
    const until = quietUntil(quiet, now);
    if (until === null) break;
    now = until;
  }
  expect(new Date(now).toISOString()).toBe(end);
});

test.each([
  ['Friday at 17:59', '2026-11-27T17:59:00', true],
  ['Friday at 18:00', '2026-11-27T18:00:00', false],
  ['Saturday at noon', '2026-11-28T12:00:00', false],
  ['Sunday at 23:00', '2026-11-29T23:00:00', false],
  ['Monday at 7:59', '2026-11-30T07:59:00', false],
  ['Monday at 8:00', '2026-11-30T08:00:00', true],
] as const)('in business hours, %s', (_name, local, isTold) => {
  expect(ends(quietOf('business-hours', ZONE) as QuietHours, local) === null).toBe(isTold);
});

test('preferences are known for the preset that they have, in any time zone and order of days', () => {
  for (const preset of presets) expect(presetOf({ quiet: quietOf(preset, 'America/Manaus') })).toBe(preset);
  const nights = quietOf('falls-at-night', ZONE) as QuietHours;
  expect(presetOf({ quiet: { ...nights, days: nights.days.toReversed() } })).toBe('falls-at-night');
  expect(presetOf({ quiet: { ...nights, mode: 'hold-all' } })).toBe('own');
  expect(presetOf({ quiet: { ...nights, wholeDays: [0] } })).toBe('own');
});
