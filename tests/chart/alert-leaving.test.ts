/** Who leaves the alerts does so with a reason, and who enters begins with nothing known. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DOWN, MAINTENANCE, type Status, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { createStand, START, type Stand, setUp } from './alert-stand.ts';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
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
    await stand.minutes(alerts, 1, [DOWN]);
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
    stand.instance.beat(1, { status: DOWN, message: '', ping: null }, began);
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
    await stand.minutes(alerts, 1, [DOWN]);
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
    await stand.minutes(alerts, 1, [DOWN]);
    await alerts.setUp({ ...setUp, attach: [1] });
    await alerts.poll();
    expect(stand.level(1)).toEqual(['down', 60, null]);
  });

  describe('while the channel is off a monitor that is down', () => {
    /** Stores a check each minute, and puts the channel back once they were read. */
    async function backAfter(statuses: readonly (Status | null)[]) {
      const alerts = await stand.started();
      const channels = stand.instance.channels.of(1);
      stand.instance.channels.set(1, []);
      await alerts.poll();
      for (const status of statuses) {
        stand.later(60);
        if (status !== null) stand.beat(1, status);
      }
      await alerts.poll();
      stand.instance.channels.set(1, channels);
      await alerts.poll();
      return stand.receiver.levelOf(1);
    }
    const many = (count: number): Status[] => Array.from({ length: count }, () => DOWN);

    test('nothing lies in a fall that was checked all the time, and nobody was late', async () => {
      expect(await backAfter(many(300))).toMatchObject({
        ...{ state: 'down', since: START + 60_000, gap: null, unseen: null },
        downAt: stand.clock,
      });
    });

    test('six minutes without a check lie in the fall, also after very many checks', async () => {
      const level = await backAfter([...many(230), ...Array.from({ length: 5 }, () => null), ...many(2)]);
      expect(level).toMatchObject({ state: 'down', since: START + 60_000, gap: 'unseen' });
    });

    test('a maintenance lies in the fall, also after very many checks', async () => {
      const level = await backAfter([...many(230), MAINTENANCE, ...many(2)]);
      expect(level).toMatchObject({ state: 'down', since: START + 60_000, gap: 'maintenance' });
    });

    test('checks that the instance deletes after a day were made', async () => {
      const level = await backAfter(many(3));
      expect(level?.gap).toBeNull();
      // Two days later the important check is left, and those of the last day.
      stand.instance.channels.set(1, []);
      stand.later(2 * 86_400);
      for (const status of many(3)) {
        stand.beat(1, status);
        stand.later(60);
      }
      expect((await backAfter([DOWN]))?.gap).toBeNull();
    });
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
    await stand.minutes(alerts, 1, [UP]);
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
