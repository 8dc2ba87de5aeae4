/** The channel that the companion keeps in the instance: where it is, where the customer does not want it, and what it rings for. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { AlertsSetUp } from '#companion/contract.ts';
import { createLimits, createLimitsRecord } from '#companion/limits.ts';
import { DOWN } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { monitorsOf } from '#dev/stand-ins/tenants/monitors.ts';
import { CHANNEL, createStand, type Stand, setUp } from './alert-stand.ts';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
});

describe('the channel', () => {
  const channels = () => {
    const database = new DatabaseSync(stand.instance.path, { readOnly: true });
    const found = database.prepare('SELECT id, name, config FROM notification').all();
    database.close();
    return found as { id: number; name: string; config: string }[];
  };
  const later = async (alerts: Awaited<ReturnType<Stand['started']>>) => {
    stand.later(10);
    await alerts.poll();
  };

  test('is made once, without a secret, on every monitor', async () => {
    const alerts = await stand.started();
    await stand.companion().setUp(setUp);
    expect(channels()).toMatchObject([{ name: CHANNEL }]);
    expect(channels()[0]?.config).not.toContain('token');
    expect([1, 2, 3].map((id) => stand.instance.channels.of(id))).toEqual([[1], [1], [1]]);
    expect(alerts.report()).toMatchObject({ channel: 'on', detached: [] });
  });

  test('is found after a start that broke off before it was recorded', async () => {
    const alerts = stand.companion();
    stand.disturb = (command) => {
      if (command !== 'addNotification') return;
      stand.instance.channels.add({
        name: CHANNEL,
        applyExisting: true,
        webhookURL: 'http://127.0.0.1:3002/alert',
      });
      throw new Error('the connection broke');
    };
    await expect(alerts.setUp(setUp)).rejects.toThrow('broke');
    stand.disturb = () => undefined;
    await stand.companion().setUp(setUp);
    expect(channels()).toHaveLength(1);
  });

  test('is put on later monitors, and not back where it was taken off', async () => {
    const alerts = await stand.started();
    stand.instance.channels.set(2, []);
    stand.rows = [...stand.rows, ...monitorsOf(['http']).map((row) => ({ ...row, id: 4, name: 'Site 4' }))];
    stand.instance.mirror(stand.rows);
    await later(alerts);
    await later(alerts);
    expect([2, 4].map((id) => stand.instance.channels.of(id))).toEqual([[], [1]]);
    expect(alerts.report().detached).toEqual([{ id: 2, name: 'Site 2' }]);
    stand.beat(2, DOWN);
    stand.beat(4, DOWN);
    await later(alerts);
    expect(stand.receiver.falls().map(({ monitor }) => monitor.id)).toEqual([4]);
    expect(stand.level(2)).toEqual(['outside', 10, 'detached']);
    await alerts.setUp({ ...setUp, attach: [2] });
    expect(alerts.report().detached).toEqual([]);
    const edits = stand.calls.length;
    await alerts.setUp({ ...setUp, attach: [2] });
    expect(stand.calls.slice(edits).map(([command]) => command)).not.toContain('editMonitor');
  });

  describe('on a group', () => {
    const withGroup = () => {
      stand.rows = [
        ...monitorsOf(['group']).map((row) => ({ ...row, id: 4, name: 'Servidor' })),
        ...stand.rows.map((row) => (row.id === 3 ? row : { ...row, parent: 4 })),
      ];
      stand.instance.mirror(stand.rows);
    };

    test('is taken off after the instance put it on everything', async () => {
      withGroup();
      const alerts = await stand.started();
      expect([1, 2, 3, 4].map((id) => stand.instance.channels.of(id))).toEqual([[1], [1], [1], []]);
      expect(alerts.report()).toMatchObject({ detached: [], untold: [] });
    });

    test('is taken off again after the panel’s form put it there, and other channels stay', async () => {
      const alerts = await stand.started();
      withGroup();
      stand.instance.channels.add({ name: 'Slack' });
      stand.instance.channels.set(4, [1, 2]);
      await later(alerts);
      expect(stand.instance.channels.of(4)).toEqual([2]);
      const edits = stand.calls.length;
      await later(alerts);
      expect(stand.calls).toHaveLength(edits);
    });

    test('tells nothing, and its monitors are named as untold', async () => {
      const alerts = await stand.started();
      withGroup();
      for (const id of [1, 2]) stand.instance.channels.set(id, []);
      stand.disturb = (command, value) => {
        // The instance lets nobody save this group.
        if (command === 'editMonitor') (value as { interval: number }).interval = 0;
      };
      stand.instance.channels.set(4, [1]);
      for (const id of [1, 2, 4]) stand.beat(id, DOWN);
      await later(alerts);
      await later(alerts);
      expect(stand.falls()).toEqual([]);
      expect(alerts.report().untold).toEqual([
        { id: 1, name: 'Site 1' },
        { id: 2, name: 'Site 2' },
      ]);
      expect(stand.calls.filter(([command]) => command === 'editMonitor')).toHaveLength(1);
    });
  });

  describe('a running monitor is untold', () => {
    const untold = (alerts: Awaited<ReturnType<Stand['started']>>) =>
      alerts.report().untold.map(({ id }: { id: number }) => id);

    test('without any channel, not with one of the customer’s, nor while it is paused', async () => {
      const alerts = await stand.started();
      stand.instance.channels.add({ name: 'Slack' });
      stand.instance.channels.set(1, []);
      stand.instance.channels.set(2, [2]);
      stand.instance.channels.set(3, []);
      stand.rows = stand.rows.map((row) => (row.id === 3 ? { ...row, active: false } : row));
      stand.instance.mirror(stand.rows);
      expect(untold(alerts)).toEqual([1]);
      await alerts.setUp({ ...setUp, attach: [1] });
      expect(untold(alerts)).toEqual([]);
    });

    test('unless a running group tells its fall through another channel', async () => {
      const alerts = await stand.started();
      const groups = monitorsOf(['group', 'group']).map((row) => ({ ...row, id: row.id + 3 }));
      stand.rows = [
        ...groups.map((row) => ({ ...row, parent: row.id === 5 ? 4 : null })),
        ...stand.rows.map((row) => ({ ...row, parent: 5 })),
      ];
      stand.instance.mirror(stand.rows);
      stand.instance.channels.add({ name: 'Slack' });
      for (const id of [1, 2, 3]) stand.instance.channels.set(id, []);
      stand.instance.channels.set(4, [2]);
      expect(untold(alerts)).toEqual([]);
      stand.rows = stand.rows.map((row) => (row.id === 5 ? { ...row, active: false } : row));
      stand.instance.mirror(stand.rows);
      expect(untold(alerts)).toEqual([1, 2, 3]);
    });

    test('not in the moment before it gets our channel', async () => {
      const alerts = await stand.started();
      stand.rows = [...stand.rows, ...monitorsOf(['http']).map((row) => ({ ...row, id: 4 }))];
      stand.instance.mirror(stand.rows);
      expect(untold(alerts)).toEqual([]);
      stand.instance.channels.removeAll();
      expect(untold(alerts)).toEqual([1, 2, 3, 4]);
    });
  });

  test('that was deleted is not made again unasked', async () => {
    const alerts = await stand.started();
    stand.instance.channels.removeAll();
    stand.beat(1, DOWN);
    await later(alerts);
    await alerts.setUp(setUp);
    expect([alerts.report().channel, channels(), stand.falls()]).toEqual(['deleted', [], []]);
    await alerts.setUp({ ...setUp, restore: true });
    await later(alerts);
    expect([alerts.report().channel, stand.level(1)]).toEqual(['on', ['down', 0, null]]);
  });

  test('leaves a monitor alone that the instance does not let us change', async () => {
    const alerts = await stand.started();
    stand.rows = [...stand.rows, ...monitorsOf(['http']).map((row) => ({ ...row, id: 4, interval: 0 }))];
    stand.instance.mirror(stand.rows);
    await later(alerts);
    const edits = () => stand.calls.filter(([command]) => command === 'editMonitor').length;
    const before = edits();
    await later(alerts);
    expect([before, edits()]).toEqual([1, 1]);
  });

  test('rings for a test at most once a minute, and for anything else at will', async () => {
    const alerts = await stand.started();
    for (let time = 0; time < 100; time += 1) alerts.notify(`${CHANNEL} Testing`);
    for (const message of [undefined, null, 7, 'x'.repeat(10_000)]) alerts.notify(message);
    await alerts.poll();
    expect(stand.events()).toEqual([['test', null]]);
    stand.later(61);
    alerts.notify(`${CHANNEL} Testing`);
    await alerts.poll();
    expect(new Set(stand.receiver.events().map(({ key }) => key)).size).toBe(2);
  });
});

test.each([
  ['nothing', undefined],
  ['no token', { ...setUp, token: '' }],
  ['an address that is none', { ...setUp, address: 'x' }],
  ['ids that are none', { ...setUp, attach: ['1'] }],
  ['a first monitor without an interval', { ...setUp, first: { key: 'k', address: 'https://x.example' } }],
])('%s is no set-up', (_name, value) => {
  expect(AlertsSetUp.safeParse(value).success).toBe(false);
});

test('the channel and a raised interval come onto a monitor at the same time, and neither undoes the other', async () => {
  const alerts = stand.companion();
  await alerts.setUp(setUp);
  const limits = createLimits({
    monitors: () => stand.rows,
    record: createLimitsRecord(join(stand.folder, 'vigia/limits.json'), () => undefined),
    instance: stand.connection(),
    log: () => undefined,
  });
  const [channel = 0] = stand.instance.channels.of(1);
  for (const { id } of stand.rows) stand.instance.channels.set(id, []);
  const intervals = stand.rows.map(({ id }) => ({ id, interval: 300 }));
  await Promise.all([
    limits.carryOut({ pause: [], resume: [], intervals }),
    alerts.setUp({ ...setUp, attach: stand.rows.map(({ id }) => id) }),
  ]);
  expect(stand.rows.map(({ id, interval }) => [interval, stand.instance.channels.of(id)])).toEqual(
    stand.rows.map(() => [300, [channel]]),
  );
});
