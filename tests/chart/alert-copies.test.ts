/** A volume, a record or the functions' database that is older than it was: the table decides, and nothing old is told. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { putBack, readRestored, takeCopy, vacuumInto } from '#companion/copies.ts';
import { DOWN, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { createStand, HOUR, type Stand, setUp } from './alert-stand.ts';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
});
const WEEK = 7 * 24 * HOUR;

/** Everything of the instance's tables that a copy takes back. */
function rowsOf(): string {
  return `DELETE FROM heartbeat WHERE time > '${new Date(stand.clock).toISOString().replace('T', ' ').slice(0, -1)}';`;
}

describe('a copy of a week ago', () => {
  /**
   * Site 1 was down in the copy and is up today; Site 2 was up and is down today; Site 3 is up, then and now. The record
   * goes back with the rows.
   */
  async function aWeekOn() {
    const before = await stand.started();
    for (const id of [1, 2, 3]) await stand.minutes(before, id, [UP]);
    await stand.minutes(before, 1, [DOWN]);
    const old = { rows: rowsOf(), record: readFileSync(stand.recordFile, 'utf8') };
    await stand.minutes(before, 1, [UP]);
    stand.later(WEEK);
    for (const id of [1, 3]) await stand.minutes(before, id, [UP]);
    await stand.minutes(before, 2, [UP, DOWN]);
    const told = stand.falls();
    stand.later(60);
    const back = () => {
      stand.sql(
        `${old.rows} UPDATE sqlite_sequence SET seq = (SELECT MAX(id) FROM heartbeat) WHERE name = 'heartbeat'`,
      );
      writeFileSync(stand.recordFile, old.record);
    };
    return { told, back };
  }
  const todaysChecks = () => {
    stand.later(60);
    stand.beat(1, UP);
    stand.beat(2, DOWN);
    stand.beat(3, UP);
  };

  test.each(['companion first', 'instance first'])(
    '%s: no line about what did not change today',
    async (order) => {
      const { told, back } = await aWeekOn();
      back();
      stand.restored = { id: 'restore-1', at: stand.clock };
      if (order === 'instance first') todaysChecks();
      const alerts = stand.companion();
      await alerts.poll();
      if (order === 'companion first') {
        // Rows from before say nothing: what the functions hold stays.
        expect([1, 2, 3].map((id) => stand.level(id)?.[0])).toEqual(['up', 'down', 'up']);
        expect(stand.falls()).toEqual(told);
        todaysChecks();
        await alerts.poll();
      }
      expect([1, 2, 3].map((id) => stand.level(id)?.[0])).toEqual(['up', 'down', 'up']);
      expect(stand.falls()).toEqual(told);
      expect(stand.events()).toHaveLength(3);
      const [reports] = [stand.receiver.reports.length];
      await stand.minutes(alerts, 2, [UP]);
      expect(stand.falls().at(-1)?.[3]).toBe('up');
      expect(stand.receiver.reports.length).toBeGreaterThan(reports);
    },
  );

  test('put back by hand, without a word anywhere: the revision says it', async () => {
    const { told, back } = await aWeekOn();
    back();
    todaysChecks();
    const alerts = stand.companion();
    await alerts.poll();
    expect(stand.falls()).toEqual(told);
    expect([1, 2, 3].map((id) => stand.level(id)?.[0])).toEqual(['up', 'down', 'up']);
    expect(stand.logged).toContainEqual(expect.objectContaining({ event: 'alerts-other-revision' }));
  });

  test.each([
    ['by hand', 2, null, 'unchecked'],
    ['by an operator, and only one thing was told since', 1, 'restore-2', 'unchecked'],
    ['by hand, and only one thing was told since', 1, null, null],
  ] as const)(
    'of a monitor that is checked once a day, put back %s: its old check is no return',
    async (_name, changes, id, doubt) => {
      stand.change(1, { interval: 24 * HOUR });
      const before = await stand.started();
      await stand.minutes(before, 1, [UP]);
      const old = { rows: rowsOf(), record: readFileSync(stand.recordFile, 'utf8') };
      await stand.minutes(before, 1, [DOWN]);
      if (changes > 1) await stand.minutes(before, 2, [UP]);
      stand.later(60);
      stand.sql(
        `${old.rows} UPDATE sqlite_sequence SET seq = (SELECT MAX(id) FROM heartbeat) WHERE name = 'heartbeat'`,
      );
      writeFileSync(stand.recordFile, old.record);
      if (id !== null) stand.restored = { id, at: stand.clock };
      await stand.companion().poll();
      expect(stand.falls()).toEqual([[1, 120, null, null]]);
      expect(stand.level(1)).toEqual(['down', 120, doubt]);
    },
  );

  test('rows alone put back under a living companion are no news either', async () => {
    const before = await stand.started();
    await stand.minutes(before, 1, [UP]);
    const rows = rowsOf();
    await stand.minutes(before, 1, [DOWN, UP, UP]);
    const told = stand.falls();
    stand.sql(
      `${rows} UPDATE sqlite_sequence SET seq = (SELECT MAX(id) FROM heartbeat) WHERE name = 'heartbeat'`,
    );
    stand.later(60);
    await before.poll();
    expect(stand.falls()).toEqual(told);
    await stand.minutes(before, 1, [DOWN]);
    expect(stand.level(1)).toEqual(['down', 360, null]);
  });
});

test('a restore writes when it was done, and with which copy', () => {
  const volume = join(stand.folder, 'volume');
  const copy = join(stand.folder, 'copy');
  mkdirSync(join(volume, 'instance'), { recursive: true });
  mkdirSync(join(volume, 'vigia'), { recursive: true });
  stand.beat(1, UP);
  vacuumInto(stand.instance.path, join(volume, 'instance/kuma.db'));
  takeCopy(volume, copy);
  putBack(volume, copy, 'restore-1');
  const restored = readRestored(join(volume, 'vigia'));
  expect(restored).toMatchObject({ id: 'restore-1', at: expect.any(Number) });
  expect(readRestored(join(stand.folder, 'nowhere'))).toBeNull();
});

describe('a database of the functions that was turned back', () => {
  test('hears what is open now, and what ended meanwhile, at once', async () => {
    const alerts = await stand.started();
    for (const id of [1, 2, 3]) await stand.minutes(alerts, id, [UP]);
    await stand.minutes(alerts, 1, [DOWN]);
    const copy = stand.receiver.copy();
    await stand.minutes(alerts, 1, [UP, UP]);
    await stand.minutes(alerts, 2, [DOWN]);
    stand.receiver.turnBack(copy);
    await stand.minutes(alerts, 3, [DOWN]);
    expect(stand.falls()).toEqual([
      [1, 240, 300, 'up'],
      [2, 420, null, null],
      [3, 480, null, null],
    ]);
  });

  test('while nothing changes, at the next sign of life', async () => {
    const alerts = await stand.started();
    await stand.minutes(alerts, 1, [UP]);
    const copy = stand.receiver.copy();
    await stand.minutes(alerts, 1, [DOWN]);
    stand.receiver.turnBack(copy);
    for (let minute = 0; minute < 11; minute += 1) await stand.minutes(alerts, 1, [DOWN]);
    expect(stand.falls()).toEqual([[1, 120, null, null]]);
  });
});

test('of two companions the one that started later counts; the other says and writes nothing more', async () => {
  const first = await stand.started();
  await stand.minutes(first, 1, [UP]);
  stand.later(1);
  const second = stand.companion();
  await stand.minutes(second, 1, [DOWN]);
  const record = readFileSync(stand.recordFile, 'utf8');
  stand.later(60);
  stand.beat(1, UP);
  await first.poll();
  await first.poll();
  expect(stand.logged).toContainEqual({ event: 'alerts-superseded' });
  const reports = stand.receiver.reports.length;
  stand.later(60);
  stand.beat(1, DOWN);
  await first.poll();
  expect(stand.receiver.reports).toHaveLength(reports);
  expect(stand.falls()).toEqual([[1, 121, null, null]]);
  writeFileSync(stand.recordFile, record);
  await second.poll();
  expect(stand.falls()).toEqual([
    [1, 121, 181, 'up'],
    [1, 241, null, null],
  ]);
});

test('a set-up anew after the record was lost makes no second channel', async () => {
  await stand.started();
  writeFileSync(stand.recordFile, '{');
  const alerts = stand.companion();
  await alerts.setUp(setUp);
  expect(stand.calls.filter(([command]) => command === 'addNotification')).toHaveLength(1);
});
