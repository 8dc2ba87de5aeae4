/** Maintenance windows, as the companion tells of them: before, at the start and at the end, each once. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DOWN, kumaTime } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { createStand, START, type Stand } from './alert-stand.ts';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
});

describe('maintenance', () => {
  const HOUR = 3_600_000;
  const windowAt = (from: number, hours: number, more: object = {}) => ({
    5: {
      id: 5,
      title: 'Troca de servidor',
      active: true,
      strategy: 'single',
      status: 'scheduled',
      timezoneOffset: '-03:00',
      // The instance writes a single window in the window's own zone.
      timeslotList: [
        {
          startDate: kumaTime(from - 3 * HOUR).slice(0, 19),
          endDate: kumaTime(from + (hours - 3) * HOUR).slice(0, 19),
        },
      ],
      ...more,
    },
  });
  async function quarterByQuarter(alerts: Awaited<ReturnType<Stand['started']>>, until: number) {
    while (stand.clock < until) {
      stand.clock += 15 * 60_000;
      await alerts.poll();
    }
  }
  beforeEach(() =>
    stand.sql(`INSERT INTO maintenance (id, title, description) VALUES (5, 'Troca de servidor', '');
      INSERT INTO monitor_maintenance (monitor_id, maintenance_id) VALUES (1, 5), (2, 5)`),
  );

  test('is told a day, an hour and a quarter before, at its start and at its end, each once', async () => {
    const from = START + 25 * HOUR;
    stand.maintenance = windowAt(from, 1);
    await quarterByQuarter(await stand.started(), from + 30 * 60_000);
    await quarterByQuarter(stand.companion(), from + 2 * HOUR);
    expect(stand.receiver.events().map(({ kind, at }) => [kind, (at - from) / 60_000])).toEqual([
      ['maintenance-soon', -1440],
      ['maintenance-soon', -60],
      ['maintenance-soon', -15],
      ['maintenance', 0],
      ['maintenance-over', 60],
    ]);
    expect(stand.receiver.events()[0]?.window).toEqual({
      title: 'Troca de servidor',
      from,
      until: from + HOUR,
      count: 2,
      monitors: ['Site 1', 'Site 2'],
    });
  });

  test('that was planned late has no reminders of the past, and none after it was called off', async () => {
    const from = START + 2 * HOUR;
    stand.maintenance = windowAt(from, 1);
    const alerts = await stand.started();
    await quarterByQuarter(alerts, from - 30 * 60_000);
    stand.maintenance = windowAt(from, 1, { active: false });
    await quarterByQuarter(alerts, from + 2 * HOUR);
    expect(stand.receiver.events().map(({ kind }) => kind)).toEqual(['maintenance-soon']);
  });

  test('that ends in a year that no calendar of ours has is told all the same', async () => {
    const from = START + 2 * HOUR;
    const [slot] = windowAt(from, 1)[5].timeslotList;
    stand.maintenance = windowAt(from, 1, {
      timeslotList: [{ ...slot, endDate: '+275000-01-01T00:00:00.000Z' }],
    });
    await quarterByQuarter(await stand.started(), from + 30 * 60_000);
    expect(stand.receiver.events().map(({ kind }) => kind)).toEqual([
      'maintenance-soon',
      'maintenance-soon',
      'maintenance',
    ]);
  });

  test('is looked at within a minute, also while nothing else changes', async () => {
    const byHand = (status: string) => windowAt(0, 0, { strategy: 'manual', status, timeslotList: [] });
    stand.sql('DELETE FROM maintenance');
    const alerts = await stand.started();
    stand.later(30);
    stand.maintenance = byHand('under-maintenance');
    stand.sql("INSERT INTO maintenance (id, title, description) VALUES (5, 'Troca de servidor', '')");
    await alerts.poll();
    stand.later(10);
    stand.maintenance = byHand('inactive');
    stand.sql('UPDATE maintenance SET active = 0');
    for (const seconds of [0, 21, 30]) {
      stand.later(seconds);
      await alerts.poll();
    }
    expect(stand.receiver.events().map(({ kind }) => kind)).toEqual(['maintenance', 'maintenance-over']);
  });

  test('waits for no answer of the instance before changes of state are told', async () => {
    stand.maintenance = windowAt(START + HOUR, 1);
    const alerts = await stand.started();
    stand.disturb = (command) => {
      if (command === 'getMaintenanceList') throw new Error('the connection broke');
    };
    stand.later(60);
    stand.beat(1, DOWN);
    await expect(alerts.poll()).rejects.toThrow('broke');
    expect(stand.falls()).toEqual([[1, 60, null, null]]);
  });

  test('switched by hand is told at each start and end', async () => {
    const alerts = await stand.started();
    for (const status of ['under-maintenance', 'inactive', 'under-maintenance', 'inactive']) {
      stand.maintenance = windowAt(0, 0, { strategy: 'manual', status, timeslotList: [] });
      await quarterByQuarter(alerts, stand.clock + HOUR);
    }
    expect(stand.receiver.events().map(({ kind }) => kind)).toEqual([
      'maintenance',
      'maintenance-over',
      'maintenance',
      'maintenance-over',
    ]);
    expect(new Set(stand.receiver.events().map(({ key }) => key)).size).toBe(4);
  });
});
