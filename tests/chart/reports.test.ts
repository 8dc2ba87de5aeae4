/** What the companion reads from an instance's statistics, with generated databases. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { daysOf, readReports } from '#companion/reports.ts';
import { createChance } from '#tests/simulation/chance.ts';
import { testFolder } from '#tests/support/folders.ts';
import {
  createKumaDatabase,
  DOWN,
  type KumaDatabase,
  MAINTENANCE,
  PENDING,
  UP,
} from '#tests/support/kuma-database.ts';

let folder: string;
let path: string;
let kuma: KumaDatabase;

beforeEach(() => {
  folder = testFolder();
  path = join(folder, 'kuma.db');
  kuma = createKumaDatabase(path);
});

afterEach(() => kuma.database.close());

const DAY = '2026-11-05';
/** A time of the day in São Paulo, milliseconds. */
const at = (time: string, day = DAY) => Date.parse(`${day}T${time}-03:00`);
const MINUTE = 60_000;

/** One check a minute between two times in São Paulo. */
function checks(monitor: number, from: number, to: number, status: 0 | 1 | 2 | 3, ping?: number) {
  for (let time = from; time < to; time += MINUTE) kuma.beat(monitor, time, status, ping);
}

async function readDay(day = DAY) {
  kuma.flush();
  const { days } = await readReports(path, [day]);
  return days[0];
}

test('days are São Paulo’s: before 3 a.m. UTC is yesterday', async () => {
  const monitor = kuma.addMonitor({ name: 'Loja' });
  checks(monitor, at('23:00:00', '2026-11-04'), at('00:00:00'), DOWN);
  checks(monitor, at('00:00:00'), at('00:10:00'), UP, 120);
  checks(monitor, at('23:50:00'), at('00:00:00', '2026-11-06'), UP, 240);
  checks(monitor, at('00:00:00', '2026-11-06'), at('01:00:00', '2026-11-06'), DOWN);
  expect(await readDay()).toEqual({
    day: DAY,
    beats: [{ monitor, up: 20, down: 0, maintenance: 0, ping: 180, incidents: 0 }],
    outages: [],
  });
});

test('retries count as down, maintenance as neither, and groups not at all', async () => {
  const monitor = kuma.addMonitor({ name: 'Loja', retries: 3 });
  const group = kuma.addMonitor({ name: 'Sites', type: 'group' });
  const untouched = kuma.addMonitor({ name: 'Pausado' });
  checks(monitor, at('08:00:00'), at('09:00:00'), UP);
  checks(monitor, at('09:00:00'), at('09:03:00'), PENDING);
  checks(monitor, at('09:03:00'), at('09:10:00'), DOWN);
  checks(monitor, at('09:10:00'), at('10:10:00'), MAINTENANCE);
  checks(monitor, at('10:10:00'), at('11:00:00'), UP);
  checks(group, at('08:00:00'), at('09:00:00'), DOWN);
  const day = await readDay();
  expect(day?.beats).toEqual([{ monitor, up: 110, down: 10, maintenance: 60, ping: 80, incidents: 1 }]);
  expect(day?.outages).toEqual([{ monitor, from: 9 * 3600, to: 9 * 3600 + 600 }]);
  expect((await readReports(path, [DAY])).monitors).toEqual([
    { id: monitor, name: 'Loja', type: 'http' },
    { id: untouched, name: 'Pausado', type: 'http' },
  ]);
});

test('an outage begins with its first failing check, and not with a retry of an earlier one', async () => {
  const monitor = kuma.addMonitor({ name: 'Loja', retries: 3 });
  checks(monitor, at('08:00:00'), at('08:30:00'), UP);
  checks(monitor, at('08:30:00'), at('08:32:00'), PENDING);
  checks(monitor, at('08:32:00'), at('09:00:00'), UP);
  checks(monitor, at('09:00:00'), at('09:02:00'), PENDING);
  checks(monitor, at('09:02:00'), at('09:10:00'), DOWN);
  checks(monitor, at('09:10:00'), at('09:12:00'), MAINTENANCE);
  checks(monitor, at('09:12:00'), at('09:15:00'), DOWN);
  checks(monitor, at('09:15:00'), at('10:00:00'), UP);
  expect(await readDay()).toMatchObject({
    beats: [{ incidents: 2 }],
    outages: [
      { monitor, from: 9 * 3600, to: 9 * 3600 + 600 },
      { monitor, from: 9 * 3600 + 720, to: 9 * 3600 + 900 },
    ],
  });
});

test('a PENDING of a monitor without retries is no failing check', async () => {
  const monitor = kuma.addMonitor({ name: 'Contêiner' });
  checks(monitor, at('08:00:00'), at('09:00:00'), UP);
  checks(monitor, at('09:00:00'), at('09:03:00'), PENDING);
  checks(monitor, at('09:03:00'), at('09:10:00'), DOWN);
  checks(monitor, at('09:10:00'), at('10:00:00'), UP);
  expect((await readDay())?.outages).toEqual([{ monitor, from: 9 * 3600 + 180, to: 9 * 3600 + 600 }]);
});

test('one whose retries lie before midnight begins on the day before', async () => {
  const monitor = kuma.addMonitor({ name: 'Loja', retries: 3 });
  checks(monitor, at('20:00:00'), at('23:58:00'), UP);
  checks(monitor, at('23:58:00'), at('00:01:00', '2026-11-06'), PENDING);
  checks(monitor, at('00:01:00', '2026-11-06'), at('00:30:00', '2026-11-06'), DOWN);
  checks(monitor, at('00:30:00', '2026-11-06'), at('03:00:00', '2026-11-06'), UP);
  expect(await readDay()).toMatchObject({
    beats: [{ incidents: 1 }],
    outages: [{ from: 86_280, to: 86_400 }],
  });
  expect(await readDay('2026-11-06')).toMatchObject({
    beats: [{ incidents: 0 }],
    outages: [{ from: 0, to: 1800 }],
  });
});

test('an outage over midnight is on both days, and begins once', async () => {
  const monitor = kuma.addMonitor({ name: 'Loja' });
  checks(monitor, at('20:00:00'), at('22:00:00'), UP);
  checks(monitor, at('22:00:00'), at('01:30:00', '2026-11-06'), DOWN);
  checks(monitor, at('01:30:00', '2026-11-06'), at('03:00:00', '2026-11-06'), UP);
  expect(await readDay()).toMatchObject({
    beats: [{ incidents: 1 }],
    outages: [{ from: 22 * 3600, to: 86_400 }],
  });
  expect(await readDay('2026-11-06')).toMatchObject({
    beats: [{ incidents: 0 }],
    outages: [{ from: 0, to: 5400 }],
  });
});

test('an outage ends when checks stop, and is not carried over', async () => {
  const monitor = kuma.addMonitor({ name: 'Loja' });
  checks(monitor, at('08:00:00'), at('09:00:00'), UP);
  checks(monitor, at('09:00:00'), at('09:30:00'), DOWN);
  // Paused until the next afternoon.
  checks(monitor, at('15:00:00', '2026-11-06'), at('16:00:00', '2026-11-06'), UP);
  expect((await readDay())?.outages).toEqual([{ monitor, from: 9 * 3600, to: 10 * 3600 }]);
  expect((await readDay('2026-11-06'))?.outages).toEqual([]);
});

test('an outage hidden by a restart ends with the first good hour', async () => {
  const monitor = kuma.addMonitor({ name: 'Loja' });
  checks(monitor, at('08:00:00'), at('09:00:00'), UP);
  checks(monitor, at('09:00:00'), at('09:50:00'), DOWN);
  kuma.beat(monitor, at('09:50:00'), PENDING);
  checks(monitor, at('09:51:00'), at('00:00:00', '2026-11-06'), UP);
  checks(monitor, at('00:00:00', '2026-11-06'), at('12:00:00', '2026-11-06'), UP);
  expect((await readDay())?.outages).toEqual([{ monitor, from: 9 * 3600, to: 10 * 3600 }]);
  expect((await readDay('2026-11-06'))?.outages).toEqual([]);
});

test('a flapping monitor lists its longest twenty outages and counts all', async () => {
  const monitor = kuma.addMonitor({ name: 'Loja' });
  for (let minute = 0; minute < 24 * 60; minute += 10) {
    const start = at('00:00:00') + minute * MINUTE;
    checks(monitor, start, start + 5 * MINUTE, UP);
    checks(monitor, start + 5 * MINUTE, start + 10 * MINUTE, DOWN);
  }
  const day = await readDay();
  expect(day?.beats[0]?.incidents).toBe(144);
  expect(day?.outages).toHaveLength(20);
});

describe('compared with the instance’s own figure', () => {
  /** A month of checks with every state and with gaps. */
  function fill(seed: number, now: number) {
    const chance = createChance(seed);
    const monitors = Array.from({ length: 6 }, (_, index) =>
      kuma.addMonitor({ name: `Monitor ${index + 1}`, interval: chance.pick([60, 300, 600]) }),
    );
    for (const monitor of monitors) {
      const own = chance.fork(String(monitor));
      const every = own.pick([1, 5, 10]) * MINUTE;
      let time = now - 29.9 * 24 * 60 * MINUTE;
      while (time < now) {
        const status = own.pick([UP, UP, UP, UP, UP, DOWN, PENDING, MAINTENANCE] as const);
        const length = status === UP ? own.between(10, 900) : own.between(1, 60);
        for (let step = 0; step < length && time < now; step += 1, time += every)
          kuma.beat(monitor, time, status, status === UP ? own.between(20, 400) : null);
        if (own.hits(0.05)) time += own.between(1, 40) * 3_600_000;
      }
    }
    kuma.flush();
    return monitors;
  }

  const twoDecimals = (share: number) => (share * 100).toFixed(2);

  test.each([1, 2, 3])('hourly sums match its 30 days to two decimals (seed %i)', async (seed) => {
    const now = at('23:59:00', '2026-11-30');
    const monitors = fill(seed, now);
    const first = '2026-11-02';
    const days = Array.from({ length: 29 }, (_, index) =>
      new Date(Date.parse(`${first}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
    );
    const { days: read } = await readReports(path, days);
    for (const monitor of monitors) {
      const sums = { up: 0, down: 0 };
      for (const { beats } of read) {
        const beat = beats.find((each) => each.monitor === monitor);
        sums.up += beat?.up ?? 0;
        sums.down += beat?.down ?? 0;
      }
      // Its window begins at midnight UTC, three hours before our first day.
      const edge = kuma.database
        .prepare(
          `SELECT COALESCE(SUM(up), 0) AS up, COALESCE(SUM(down), 0) AS down FROM stat_hourly
           WHERE monitor_id = ? AND timestamp >= ? AND timestamp < ?`,
        )
        .get(monitor, Date.parse(`${first}T00:00:00Z`) / 1000, at('00:00:00', first) / 1000);
      const { up, down } = edge as { up: number; down: number };
      const own = kuma.thirtyDays(monitor, now);
      const ours = (sums.up + up) / (sums.up + up + sums.down + down);
      expect([monitor, twoDecimals(ours)]).toEqual([monitor, twoDecimals(own ?? Number.NaN)]);
    }
  });
});

describe('bounds', () => {
  const now = at('12:00:00', '2026-11-30');
  test.each([
    ['from=2026-11-05', ['2026-11-05']],
    ['from=2026-11-28&through=2026-11-29', ['2026-11-28', '2026-11-29']],
    ['from=2026-11-30', null],
    ['from=2026-11-05&through=2026-11-04', null],
    ['from=2026-11-01&through=2026-11-08', null],
    ['from=2026-13-05', null],
    ['from=2025-02-30', null],
    ['from=05/11/2026', null],
    ['', null],
  ])('%s', (query, days) => {
    expect(daysOf(new URLSearchParams(query), now)).toEqual(days);
  });

  test('reading stops after ten seconds', async () => {
    kuma.addMonitor({ name: 'Loja' });
    kuma.flush();
    let calls = 0;
    const clock = () => (calls++ === 0 ? 0 : 10_001);
    await expect(readReports(path, [DAY], clock)).rejects.toThrow('too long');
  });

  test('reading writes nothing, and works while the instance writes', async () => {
    const monitor = kuma.addMonitor({ name: 'Loja' });
    checks(monitor, at('08:00:00'), at('09:00:00'), UP);
    kuma.flush();
    kuma.database.exec('COMMIT; BEGIN IMMEDIATE');
    expect((await readReports(path, [DAY])).days[0]?.beats).toHaveLength(1);
  });

  test('before the database exists there is nothing to read', async () => {
    await expect(readReports(join(folder, 'none.db'), [DAY])).rejects.toThrow();
  });
});
