/** What the companion states of monitors: a level, whatever an act of the customer or of the instance does to its rows. */
import { rmSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { DOWN, MAINTENANCE, PENDING, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { createStand, HOUR, START, type Stand, setUp } from './alert-stand.ts';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
});

/** Checks a monitor each minute, and looks after each. */
async function minutes(
  alerts: { poll: () => Promise<void> },
  monitor: number,
  statuses: readonly (typeof DOWN | typeof UP | typeof PENDING | typeof MAINTENANCE)[],
) {
  for (const status of statuses) {
    stand.later(60);
    stand.beat(monitor, status);
    await alerts.poll();
  }
}

describe('a run of failing checks', () => {
  test('is a fall once one is down, since the start of its first failing check', async () => {
    stand.change(1, { maxretries: 2, retryInterval: 20 });
    const alerts = await stand.started();
    await minutes(alerts, 1, [UP]);
    stand.later(60);
    stand.beat(1, PENDING, 'timeout');
    await alerts.poll();
    expect([stand.level(1), stand.falls()]).toEqual([['up', 60, null], []]);
    stand.later(20);
    stand.beat(1, PENDING, 'timeout');
    stand.later(20);
    stand.beat(1, DOWN, 'connect\nETIMEDOUT');
    await alerts.poll();
    expect(stand.level(1)).toEqual(['down', 120, null]);
    expect(stand.receiver.levelOf(1)).toMatchObject({ message: 'connect ETIMEDOUT', isFirst: false });
    await minutes(alerts, 1, [DOWN, UP]);
    expect(stand.falls()).toEqual([[1, 120, 280, 'up']]);
    expect(stand.level(1)).toEqual(['up', 280, null]);
  });

  test('that returns in a retry was none', async () => {
    stand.change(1, { maxretries: 2, retryInterval: 20 });
    const alerts = await stand.started();
    await minutes(alerts, 1, [UP, PENDING, UP]);
    expect([stand.level(1), stand.falls()]).toEqual([['up', 60, null], []]);
  });

  test('goes on in retries that were raised while it was down, and ends there with a check that no row calls important', async () => {
    const alerts = await stand.started();
    await minutes(alerts, 1, [UP, DOWN]);
    stand.change(1, { maxretries: 3 });
    await minutes(alerts, 1, [PENDING]);
    expect(stand.level(1)).toEqual(['down', 120, null]);
    await minutes(alerts, 1, [UP]);
    expect(stand.falls()).toEqual([[1, 120, 240, 'up']]);
  });

  test('does not begin with what is pending without a retry, and goes on through it', async () => {
    const alerts = await stand.started();
    await minutes(alerts, 1, [UP, PENDING]);
    expect(stand.level(1)).toEqual(['up', 60, 'pending']);
    await minutes(alerts, 1, [DOWN, PENDING]);
    expect(stand.level(1)).toEqual(['down', 180, 'pending']);
    await minutes(alerts, 1, [DOWN, UP]);
    expect(stand.falls()).toEqual([[1, 180, 360, 'up']]);
  });

  test('lasts through a maintenance, and is not told again after it', async () => {
    const alerts = await stand.started();
    await minutes(alerts, 1, [UP, DOWN, MAINTENANCE]);
    expect(stand.level(1)).toEqual(['down', 120, 'maintenance']);
    await minutes(alerts, 1, [MAINTENANCE, DOWN]);
    expect(stand.level(1)).toEqual(['down', 120, null]);
    await minutes(alerts, 1, [MAINTENANCE, UP]);
    expect(stand.falls()).toEqual([[1, 120, 420, 'up']]);
    expect(stand.receiver.falls()[0]?.gap).toBe('maintenance');
    expect(stand.receiver.levelOf(1)?.gap).toBe('maintenance');
  });

  test('of an upside-down monitor is what its rows say, and nobody else may look', async () => {
    stand.change(1, { columns: { upside_down: 1 } });
    const alerts = await stand.started();
    await minutes(alerts, 1, [UP, DOWN]);
    expect(stand.level(1)).toEqual(['down', 120, null]);
    expect([1, 2].map((id) => stand.receiver.levelOf(id)?.look)).toEqual([
      null,
      'https://loja.exemplo.com.br/',
    ]);
  });

  test('keeps its start after the instance deleted the row, and after a restart', async () => {
    stand.change(1, { maxretries: 1, retryInterval: 20 });
    const alerts = await stand.started();
    await minutes(alerts, 1, [UP, PENDING, DOWN]);
    for (let check = 0; check < 30 * 60; check += 1) {
      stand.later(60);
      stand.beat(1, DOWN);
      if (check % 300 === 0) await alerts.poll();
    }
    stand.instance.cleanUp(stand.clock);
    const again = stand.companion();
    await minutes(again, 1, [DOWN]);
    expect(stand.level(1)).toEqual(['down', 120, null]);
    expect(stand.falls()).toEqual([[1, 120, null, null]]);
  });

  test('of a first check is called the first, also after tries', async () => {
    stand.change(1, { maxretries: 1 });
    const alerts = await stand.started();
    await minutes(alerts, 1, [PENDING, DOWN]);
    expect(stand.receiver.levelOf(1)).toMatchObject({ state: 'down', isFirst: true });
    await minutes(alerts, 1, [UP, PENDING, DOWN]);
    expect(stand.receiver.levelOf(1)).toMatchObject({ state: 'down', isFirst: false });
    expect(stand.events()).toEqual([]);
  });

  test('two in one look are two falls, in order', async () => {
    const alerts = await stand.started();
    for (const status of [UP, DOWN, UP, DOWN, UP, DOWN] as const) {
      stand.later(60);
      stand.beat(1, status);
    }
    await alerts.poll();
    expect(stand.falls()).toEqual([
      [1, 120, 180, 'up'],
      [1, 240, 300, 'up'],
      [1, 360, null, null],
    ]);
  });
});

describe('the first result ever', () => {
  test('is told once, also after tries, after a clear of the history and after a restart', async () => {
    stand.change(1, { maxretries: 1 });
    const alerts = await stand.started();
    await minutes(alerts, 1, [PENDING, UP]);
    stand.instance.clearHistory(1);
    await minutes(alerts, 1, [UP]);
    await minutes(stand.companion(), 1, [UP]);
    expect(stand.events()).toEqual([['first', 1]]);
    expect(stand.receiver.events()[0]).toMatchObject({ ping: 80, monitor: { name: 'Site 1' } });
  });

  test('of before the set-up is not told', async () => {
    stand.beat(1, UP);
    const alerts = await stand.started();
    await minutes(alerts, 1, [UP]);
    expect([stand.events(), stand.level(1)]).toEqual([[], ['up', 0, null]]);
  });
});

describe('rows that were destroyed change nothing', () => {
  test('a history that was cleared while it is down', async () => {
    const alerts = await stand.started();
    await minutes(alerts, 1, [UP, DOWN, DOWN]);
    stand.instance.clearHistory(1);
    await alerts.poll();
    await minutes(alerts, 1, [DOWN]);
    expect(stand.level(1)).toEqual(['down', 120, null]);
    expect(stand.receiver.levelOf(1)?.isFirst).toBe(false);
    stand.instance.clearHistory(1);
    await minutes(alerts, 1, [UP]);
    expect(stand.falls()).toEqual([[1, 120, 300, 'up']]);
  });

  test('events that were cleared while the functions were away', async () => {
    const alerts = await stand.started();
    await minutes(alerts, 1, [UP]);
    stand.fates = ['silent'];
    await minutes(alerts, 1, [DOWN]);
    stand.instance.clearEvents(1);
    stand.later(60);
    await stand.companion().poll();
    expect(stand.level(1)).toEqual(['down', 120, null]);
  });
});

describe('who leaves, leaves with a reason', () => {
  beforeEach(async () => {
    stand.beat(1, UP);
    stand.later(60);
    stand.beat(1, DOWN);
  });

  test('a pause ends the fall without a return, and the resume begins with nothing known', async () => {
    const alerts = await stand.started();
    expect(stand.level(1)).toEqual(['down', 60, null]);
    stand.later(10);
    stand.change(1, { active: false });
    await alerts.poll();
    expect([stand.level(1), stand.falls()]).toEqual([['outside', 70, 'paused'], [[1, 60, 70, 'paused']]]);
    stand.later(20);
    stand.change(1, { active: true });
    await alerts.poll();
    expect(stand.level(1)).toEqual(['new', 90, 'unchecked']);
    await minutes(alerts, 1, [DOWN]);
    expect(stand.level(1)).toEqual(['down', 150, null]);
    expect(stand.receiver.levelOf(1)?.isFirst).toBe(false);
  });

  test('a check that was under way when it was paused says nothing after the resume', async () => {
    const alerts = await stand.started();
    stand.later(10);
    const began = stand.clock;
    stand.later(5);
    stand.change(1, { active: false });
    await alerts.poll();
    stand.instance.beat(1, { status: DOWN, message: '', ping: null }, began);
    await alerts.poll();
    stand.later(20);
    stand.change(1, { active: true });
    await alerts.poll();
    expect(stand.level(1)?.[0]).toBe('new');
  });

  test('a group that is paused takes its monitors out, and back in as they are', async () => {
    const alerts = await stand.started();
    const [group] = [{ id: 4, type: 'group', kind: 'group' as const, url: null, active: false }];
    stand.add(group);
    stand.change(1, { parent: 4 });
    stand.later(1);
    await alerts.poll();
    expect(stand.level(1)).toEqual(['outside', 61, 'paused']);
    await minutes(alerts, 1, [DOWN]);
    stand.change(4, { active: true });
    await alerts.poll();
    expect(stand.level(1)).toEqual(['down', 60, null]);
  });

  test('a pause of ours says so', async () => {
    const alerts = await stand.started();
    stand.limited = [1];
    stand.change(1, { active: false });
    await alerts.poll();
    expect([stand.level(1), stand.falls()[0]?.[3]]).toEqual([['outside', 60, 'limit'], 'limit']);
  });

  test('taken off a monitor, and put back while it is down, it is told with its start', async () => {
    const alerts = await stand.started();
    stand.instance.channels.set(1, []);
    stand.later(10);
    await alerts.poll();
    expect([stand.level(1), stand.falls()]).toEqual([['outside', 70, 'detached'], [[1, 60, 70, 'detached']]]);
    await minutes(alerts, 1, [DOWN]);
    await alerts.setUp({ ...setUp, attach: [1] });
    await alerts.poll();
    expect(stand.level(1)).toEqual(['down', 60, null]);
  });

  test('a channel that was deleted takes all out; once it is back, what is down then is told', async () => {
    const alerts = await stand.started();
    stand.instance.channels.removeAll();
    await alerts.poll();
    expect([1, 2].map(stand.level)).toEqual([
      ['outside', 60, 'channel'],
      ['outside', 60, 'channel'],
    ]);
    stand.later(60);
    stand.beat(1, DOWN);
    stand.beat(2, DOWN);
    await alerts.poll();
    await alerts.setUp({ ...setUp, restore: true });
    await alerts.poll();
    expect([1, 2].map(stand.level)).toEqual([
      ['down', 60, null],
      ['down', 120, null],
    ]);
  });

  test('a monitor that is deleted and made again with the same name is another one', async () => {
    const alerts = await stand.started();
    stand.remove(1);
    await alerts.poll();
    stand.add({ id: 4, name: 'Site 1' });
    await alerts.poll();
    await alerts.poll();
    expect([stand.falls()[0]?.[3], stand.level(1), stand.level(4)]).toEqual([
      'deleted',
      null,
      ['new', 60, 'unchecked'],
    ]);
  });

  test('a monitor under the id of another is attached, and inherits nothing', async () => {
    const alerts = await stand.started();
    stand.instance.channels.set(2, []);
    await alerts.poll();
    stand.later(60);
    for (const id of [1, 2]) stand.change(id, { createdAt: stand.clock });
    await alerts.poll();
    await alerts.poll();
    expect([1, 2].map((id) => stand.instance.channels.of(id))).toEqual([[1], [1]]);
    expect(stand.receiver.falls()).toMatchObject([{ endedBy: 'deleted' }]);
    expect([1, 2].map((id) => stand.level(id)?.[0])).toEqual(['new', 'new']);
    await minutes(alerts, 1, [UP]);
    expect(stand.events().at(-1)).toEqual(['first', 1]);
  });

  test('groups are no monitors', async () => {
    stand.add({ id: 4, type: 'group', kind: 'group', url: null });
    const alerts = await stand.started();
    stand.beat(4, DOWN);
    await alerts.poll();
    expect(stand.level(4)).toBeNull();
  });
});

describe('what is old says nothing', () => {
  test('a monitor that is not checked any more keeps its state, with a doubt since its last check', async () => {
    const alerts = await stand.started();
    await minutes(alerts, 1, [UP]);
    stand.later(130);
    await alerts.poll();
    expect(stand.level(1)).toEqual(['up', 60, null]);
    stand.later(61);
    await alerts.poll();
    expect(stand.level(1)).toEqual(['up', 60, 'unchecked']);
    expect(alerts.report().unchecked).toEqual([{ id: 1, name: 'Site 1', since: START + 60_000 }]);
    await minutes(alerts, 1, [DOWN]);
    expect(stand.receiver.levelOf(1)).toMatchObject({
      state: 'down',
      unseen: { from: START + 60_000, until: stand.clock },
    });
    stand.later(600);
    await minutes(alerts, 1, [UP]);
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
    await minutes(alerts, 1, [UP]);
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
    await minutes(before, 1, [UP]);
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

  test('whose pod slept calls nothing down by a row from before', async () => {
    const before = await stand.started();
    await minutes(before, 1, [UP]);
    stand.later(1);
    stand.beat(1, DOWN);
    stand.later(40 * 86_400);
    const alerts = stand.companion();
    await alerts.poll();
    expect(stand.level(1)).toEqual(['up', 60, null]);
    stand.later(61);
    await alerts.poll();
    expect(stand.level(1)).toEqual(['up', 60, 'unchecked']);
    await minutes(alerts, 1, [UP]);
    expect(stand.receiver.falls()).toMatchObject([{ since: START + 61_000, endedBy: 'up', gap: 'unseen' }]);
  });

  test('and lost its record knows what the functions know', async () => {
    const before = await stand.started();
    await minutes(before, 1, [UP, DOWN]);
    await minutes(before, 2, [UP, DOWN]);
    stand.instance.channels.set(3, []);
    await before.poll();
    stand.later(60);
    stand.beat(1, DOWN);
    stand.beat(2, UP);
    rmSync(stand.recordFile);
    const alerts = stand.companion();
    await alerts.setUp(setUp);
    await alerts.poll();
    await minutes(alerts, 1, [DOWN]);
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
