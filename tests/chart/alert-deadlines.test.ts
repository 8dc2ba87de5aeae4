/** A monitor that waits for signs: the deadline is ours, and an accusation says when we could not receive. */
import { rmSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { DOWN, MAINTENANCE, PENDING, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { createStand, HOUR, START, type Stand, setUp } from './alert-stand.ts';

/** As long as a job may wait here; what is looked at each 150 seconds for days takes minutes. */
const WAIT = 4 * HOUR;
/** Of the instance's own clock, which writes one whole interval after each start. */
const TIMER = 'No heartbeat in the time window';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
  stand.change(1, { type: 'push', url: null, interval: WAIT, retryInterval: 600, maxretries: 2 });
});

/** Lets time pass, with looks as near to each other as those of a living companion. */
async function pass(alerts: { poll: () => Promise<void> }, seconds: number) {
  const end = stand.clock + seconds * 1000;
  while (stand.clock < end) {
    stand.clock = Math.min(end, stand.clock + 150_000);
    await alerts.poll();
  }
}

test('a sign that is late beyond the interval, its retries and a minute is a fall since it was due', async () => {
  const alerts = await stand.started();
  stand.beat(1, UP);
  await pass(alerts, WAIT + 1260);
  expect(stand.level(1)).toEqual(['up', 0, null]);
  await pass(alerts, 60);
  expect(stand.level(1)).toEqual(['down', WAIT, null]);
  expect(stand.receiver.levelOf(1)).toMatchObject({ signAt: START, unseen: null, isFirst: false });
  // The instance begins a new interval with each edit, and says nothing.
  await pass(alerts, HOUR);
  stand.beat(1, UP);
  await alerts.poll();
  expect(stand.falls()).toEqual([[1, WAIT, WAIT + 1320 + HOUR, 'up']]);
});

test('it is told in the second after the deadline, not with the next whole look', async () => {
  stand.change(1, { interval: 60, retryInterval: 0, maxretries: 0 });
  const alerts = await stand.started();
  stand.beat(1, UP);
  await alerts.poll();
  stand.later(90);
  await alerts.poll();
  stand.later(30);
  await alerts.poll();
  expect(stand.level(1)).toEqual(['up', 0, null]);
  stand.later(1);
  await alerts.poll();
  expect(stand.level(1)).toEqual(['down', 60, null]);
});

test('the instance’s own clock neither tells it before nor ends it', async () => {
  const alerts = await stand.started();
  stand.beat(1, UP);
  await pass(alerts, WAIT + 2);
  stand.beat(1, PENDING, TIMER);
  stand.beat(1, DOWN, TIMER);
  await alerts.poll();
  expect(stand.level(1)).toEqual(['up', 0, null]);
  await pass(alerts, 1300);
  expect(stand.level(1)).toEqual(['down', WAIT, null]);
});

test('a job that says that it failed is down at once', async () => {
  const alerts = await stand.started();
  stand.beat(1, UP);
  await pass(alerts, HOUR);
  stand.beat(1, DOWN, 'disk full');
  await alerts.poll();
  expect(stand.receiver.levelOf(1)).toMatchObject({ state: 'down', message: 'disk full', signAt: null });
});

test('a job that never gave a sign is late since it was made, or switched on', async () => {
  stand.change(1, { createdAt: START });
  const alerts = await stand.started();
  await pass(alerts, HOUR);
  stand.change(1, { active: false });
  await alerts.poll();
  await pass(alerts, 2 * WAIT);
  stand.change(1, { active: true });
  await alerts.poll();
  const on = (stand.clock - START) / 1000;
  await pass(alerts, WAIT + 1000);
  expect(stand.level(1)?.[0]).toBe('new');
  await pass(alerts, 400);
  const [state, since] = stand.level(1) ?? [];
  expect([state, Math.abs(Number(since) - on - WAIT) <= 150]).toEqual(['down', true]);
});

test('while this pod was away a job may have been right, and the fall says from when to when', async () => {
  const before = await stand.started();
  stand.beat(1, UP);
  await pass(before, WAIT - HOUR);
  const left = stand.clock;
  stand.later(3 * HOUR);
  await stand.companion().poll();
  expect(stand.receiver.levelOf(1)).toMatchObject({
    state: 'down',
    unseen: { from: left, until: stand.clock },
  });
});

test('nobody is accused while the instance cannot take signs', async () => {
  const alerts = await stand.started();
  stand.beat(1, UP);
  await pass(alerts, WAIT - HOUR);
  stand.isReceiving = false;
  await pass(alerts, 3 * HOUR);
  expect(stand.level(1)).toEqual(['up', 0, 'unchecked']);
  stand.isReceiving = true;
  await pass(alerts, 300);
  const level = stand.receiver.levelOf(1);
  expect(level).toMatchObject({ state: 'down', since: START + WAIT * 1000 });
  expect(level?.unseen?.from).toBeGreaterThan(START + (WAIT - HOUR - 300) * 1000);
});

test('one that is late since before the instance could take no signs has no length, also after it left', async () => {
  stand.change(1, { interval: HOUR, retryInterval: 0, maxretries: 0 });
  const alerts = await stand.started();
  stand.beat(1, UP);
  await pass(alerts, HOUR + 300);
  expect(stand.receiver.levelOf(1)).toMatchObject({ state: 'down', gap: null });
  stand.isReceiving = false;
  await pass(alerts, 1200);
  stand.isReceiving = true;
  await pass(alerts, 300);
  expect(stand.receiver.levelOf(1)).toMatchObject({ state: 'down', unseen: null, gap: 'unseen' });
  const channels = stand.instance.channels.of(1);
  for (const each of [[], channels]) {
    stand.instance.channels.set(1, each);
    await pass(alerts, 300);
  }
  expect(stand.receiver.levelOf(1)).toMatchObject({ state: 'down', unseen: null, gap: 'unseen' });
  stand.beat(1, UP);
  await alerts.poll();
  expect(stand.receiver.falls().at(-1)).toMatchObject({ endedBy: 'up', gap: 'unseen' });
});

test('a sign that came in time while the companion alone was away accuses nobody', async () => {
  const before = await stand.started();
  for (let day = 0; day < 4; day += 1) {
    stand.beat(1, UP);
    if (day === 0) await before.poll();
    stand.later(WAIT);
  }
  stand.beat(1, UP);
  await stand.companion().poll();
  expect(stand.falls()).toEqual([]);
});

test('a sign that came too late while the companion was away is a past fall', async () => {
  const before = await stand.started();
  stand.beat(1, UP);
  await before.poll();
  stand.later(2 * WAIT);
  stand.beat(1, UP);
  stand.later(60);
  await stand.companion().poll();
  expect(stand.falls()).toEqual([[1, WAIT, 2 * WAIT, 'up']]);
});

test('a maintenance window takes no part in the wait', async () => {
  const alerts = await stand.started();
  stand.beat(1, UP);
  await pass(alerts, WAIT - HOUR);
  stand.sql(`INSERT INTO maintenance (id, title, description) VALUES (5, 'Troca', '');
    INSERT INTO monitor_maintenance (monitor_id, maintenance_id) VALUES (1, 5)`);
  stand.maintenance = {
    5: { id: 5, title: 'Troca', active: true, strategy: 'manual', status: 'under-maintenance' },
  };
  await pass(alerts, 3 * HOUR);
  expect(stand.level(1)).toEqual(['up', 0, 'maintenance']);
  stand.maintenance = {};
  stand.sql('UPDATE maintenance SET active = 0');
  await pass(alerts, HOUR);
  expect(stand.level(1)).toEqual(['up', 0, null]);
  await pass(alerts, WAIT);
  expect(stand.level(1)?.[0]).toBe('down');
  expect(stand.receiver.levelOf(1)?.signAt).toBe(START);
});

test('one whose signs were cleared with its history, and then the record, waits a whole interval', async () => {
  await stand.started();
  stand.beat(1, UP);
  stand.later(60);
  stand.instance.clearHistory(1);
  rmSync(stand.recordFile);
  const alerts = stand.companion();
  await alerts.setUp(setUp);
  await pass(alerts, HOUR);
  expect(stand.falls()).toEqual([]);
});

test('one that is upside-down is the instance’s', async () => {
  stand.change(1, { columns: { upside_down: 1 } });
  const alerts = await stand.started();
  stand.beat(1, UP);
  await pass(alerts, WAIT + 2000);
  expect(stand.level(1)?.[0]).toBe('up');
  stand.beat(1, DOWN, 'OK');
  stand.later(60);
  stand.beat(1, MAINTENANCE);
  await alerts.poll();
  expect(stand.level(1)).toEqual(['down', WAIT + 2000, 'maintenance']);
});
