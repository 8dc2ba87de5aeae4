/** What is old says nothing: of a check, of an instance that hangs, of a companion that was away. */
import { rmSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { DOWN, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { createStand, HOUR, START, type Stand, setUp } from './alert-stand.ts';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
});

describe('what is old says nothing', () => {
  test('a monitor that is not checked any more keeps its state, with a doubt since its last check', async () => {
    const alerts = await stand.started();
    await stand.minutes(alerts, 1, [UP]);
    stand.later(130);
    await alerts.poll();
    expect(stand.level(1)).toEqual(['up', 60, null]);
    stand.later(61);
    await alerts.poll();
    expect(stand.level(1)).toEqual(['up', 60, 'unchecked']);
    expect(alerts.report().unchecked).toEqual([{ id: 1, name: 'Site 1', since: START + 60_000 }]);
    await stand.minutes(alerts, 1, [DOWN]);
    expect(stand.receiver.levelOf(1)).toMatchObject({
      state: 'down',
      unseen: { from: START + 60_000, until: stand.clock },
    });
    stand.later(600);
    await stand.minutes(alerts, 1, [UP]);
    expect(stand.receiver.falls()[0]).toMatchObject({ endedBy: 'up', gap: 'unseen' });
  });

  test('an instance that hangs beside a living companion leaves everything unchecked', async () => {
    const alerts = await stand.started();
    for (const id of [1, 2, 3]) stand.beat(id, UP);
    await alerts.poll();
    stand.later(300);
    await alerts.poll();
    expect(alerts.report().unchecked.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect([1, 2, 3].map((id) => stand.level(id)?.[2])).toEqual(['unchecked', 'unchecked', 'unchecked']);
  });

  test('one that was never checked is named after its interval and ten minutes', async () => {
    const alerts = await stand.started();
    expect([stand.level(3), alerts.report().unchecked]).toEqual([['new', 0, 'unchecked'], []]);
    stand.later(661);
    await alerts.poll();
    expect(alerts.report().unchecked).toContainEqual({ id: 3, name: 'Site 3', since: null });
  });

  test('an interval of a day leaves its check current for a day', async () => {
    stand.change(1, { interval: 86_400 });
    const alerts = await stand.started();
    await stand.minutes(alerts, 1, [UP]);
    stand.later(86_400);
    await alerts.poll();
    expect(stand.level(1)).toEqual(['up', 60, null]);
    stand.later(71);
    await alerts.poll();
    expect(stand.level(1)).toEqual(['up', 60, 'unchecked']);
  });

  test('a monitor that was down before the set-up is told, unless its last check is old', async () => {
    stand.beat(2, DOWN);
    stand.later(400);
    stand.beat(1, DOWN);
    await stand.started();
    expect([1, 2].map((id) => stand.level(id)?.[0])).toEqual(['down', 'new']);
  });
});

describe('a companion that was away', () => {
  test('tells falls of that time as past ones, and from when to when it did not look', async () => {
    const before = await stand.started();
    await stand.minutes(before, 1, [UP]);
    const left = stand.clock;
    for (let hour = 0; hour < 72; hour += 1) {
      stand.later(HOUR);
      for (const id of [1, 2]) stand.beat(id, hour === 10 && id === 1 ? DOWN : UP);
    }
    stand.later(60);
    stand.beat(2, DOWN);
    stand.later(1);
    await stand.companion().poll();
    const [brief, open] = stand.receiver.falls();
    expect(brief).toMatchObject({ monitor: { id: 1 }, endedBy: 'up', since: left + 11 * HOUR * 1000 });
    expect(brief?.unseen).not.toBeNull();
    expect(open).toMatchObject({
      monitor: { id: 2 },
      until: null,
      unseen: { from: left, until: stand.clock },
    });
  });

  test('says so only of the time since it looked last, however little happened until then', async () => {
    const before = await stand.started();
    for (let second = 0; second < 2 * HOUR; second += 20) {
      stand.later(20);
      stand.beat((second % 3) + 1, UP);
      await before.poll();
    }
    stand.later(60);
    stand.beat(1, DOWN);
    await stand.companion().poll();
    expect(stand.receiver.levelOf(1)).toMatchObject({ state: 'down', unseen: null });
  });

  test('whose pod slept calls nothing down by a row from before', async () => {
    const before = await stand.started();
    await stand.minutes(before, 1, [UP]);
    stand.later(1);
    stand.beat(1, DOWN);
    stand.later(40 * 86_400);
    const alerts = stand.companion();
    await alerts.poll();
    expect(stand.level(1)).toEqual(['up', 60, null]);
    stand.later(61);
    await alerts.poll();
    expect(stand.level(1)).toEqual(['up', 60, 'unchecked']);
    await stand.minutes(alerts, 1, [UP]);
    expect(stand.receiver.falls()).toMatchObject([{ since: START + 61_000, endedBy: 'up', gap: 'unseen' }]);
  });

  test('and lost its record knows what the functions know', async () => {
    const before = await stand.started();
    await stand.minutes(before, 1, [UP, DOWN]);
    await stand.minutes(before, 2, [UP, DOWN]);
    stand.instance.channels.set(3, []);
    await before.poll();
    stand.later(60);
    stand.beat(1, DOWN);
    stand.beat(2, UP);
    rmSync(stand.recordFile);
    const alerts = stand.companion();
    await alerts.setUp(setUp);
    await alerts.poll();
    await stand.minutes(alerts, 1, [DOWN]);
    expect(stand.falls()).toEqual([
      [1, 120, null, null],
      [2, 240, 300, 'up'],
    ]);
    expect(stand.events()).toEqual([
      ['first', 1],
      ['first', 2],
    ]);
  });
});

describe('a record that is lost after a pause', () => {
  /** Down for some minutes, and paused for some. */
  async function pausedWhileDown() {
    const before = await stand.started();
    await stand.minutes(before, 1, [UP, DOWN, DOWN, DOWN]);
    stand.later(10);
    stand.change(1, { active: false });
    await before.poll();
    stand.later(20);
    return before;
  }
  async function anew() {
    rmSync(stand.recordFile);
    const alerts = stand.companion();
    await alerts.setUp(setUp);
    await alerts.poll();
    return alerts;
  }
  const resume = () => stand.change(1, { active: true });

  test('does not take rows from before it for checks of now, while the first check is awaited', async () => {
    const before = await pausedWhileDown();
    resume();
    await before.poll();
    expect(stand.level(1)?.[0]).toBe('new');
    stand.later(10);
    const alerts = await anew();
    expect(stand.level(1)?.[0]).toBe('new');
    await stand.minutes(alerts, 1, [DOWN]);
    expect(stand.falls()).toEqual([
      [1, 120, 250, 'paused'],
      [1, 340, null, null],
    ]);
  });

  test('nor where it was switched on while nobody looked', async () => {
    await pausedWhileDown();
    resume();
    stand.beat(1, DOWN);
    await anew();
    expect(stand.falls()).toEqual([
      [1, 120, 250, 'paused'],
      [1, 270, null, null],
    ]);
  });

  test('nor while it is paused', async () => {
    await pausedWhileDown();
    const alerts = await anew();
    resume();
    stand.beat(1, DOWN);
    await alerts.poll();
    expect(stand.falls()).toEqual([
      [1, 120, 250, 'paused'],
      [1, 270, null, null],
    ]);
  });
});
