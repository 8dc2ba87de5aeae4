/** What pages are shown of the monitors: the levels that are reported, with the newest checks of each. */
import { beforeEach, expect, test } from 'vitest';
import { DOWN, MAINTENANCE, PENDING, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { PICTURE_BEATS, StatusPicture } from '#domain/api-schemas/status-picture.ts';
import { createStand, START, type Stand } from './alert-stand.ts';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
});

type Picturing = { picture: () => StatusPicture | null };
const monitorIn = ({ picture }: Picturing, id: number) =>
  StatusPicture.parse(picture()).monitors.find((each) => each.id === id);

test('has each monitor’s level, checks in order, response time and group', async () => {
  stand.add({ id: 9, type: 'group', name: 'Clientes' });
  stand.change(1, { parent: 9 });
  const alerts = await stand.started();
  await stand.minutes(alerts, 1, [UP, MAINTENANCE, UP, DOWN]);
  await stand.minutes(alerts, 2, [UP]);
  expect(monitorIn(alerts, 1)).toMatchObject({
    ...{ name: 'Site 1', group: 'Clientes', state: 'down', since: START + 240_000, interval: 60 },
    ...{ beats: 'umud', ping: null, checkedAt: START + 240_000, doubt: null, reason: null },
  });
  expect(monitorIn(alerts, 2)).toMatchObject({ state: 'up', group: null, beats: 'u', ping: 80 });
  expect(monitorIn(alerts, 3)).toMatchObject({ state: 'new', beats: '', ping: null, checkedAt: null });
  expect(monitorIn(alerts, 9)).toBeUndefined();
});

test('has the newest checks of a monitor, and no more', async () => {
  const alerts = await stand.started();
  await stand.minutes(alerts, 1, [
    DOWN,
    ...Array.from<typeof UP>({ length: PICTURE_BEATS - 1 }).fill(UP),
    PENDING,
  ]);
  expect(monitorIn(alerts, 1)?.beats).toBe(`${'u'.repeat(PICTURE_BEATS - 1)}p`);
});

test('is made once in fifteen seconds, whoever asks', async () => {
  const alerts = await stand.started();
  await stand.minutes(alerts, 1, [UP]);
  const made = alerts.picture();
  stand.later(14);
  stand.beat(1, DOWN, 'timeout');
  await alerts.poll();
  expect(alerts.picture()).toBe(made);
  stand.later(1);
  expect(monitorIn(alerts, 1)).toMatchObject({ state: 'down', message: 'timeout', beats: 'ud' });
});

test('says what the functions have not accepted yet', async () => {
  const alerts = await stand.started();
  await stand.minutes(alerts, 1, [UP]);
  stand.fates = [503, 503];
  await stand.minutes(alerts, 1, [DOWN]);
  expect(stand.level(1)).toEqual(['up', 60, null]);
  expect(monitorIn(alerts, 1)).toMatchObject({ state: 'down', since: START + 120_000 });
});

test('calls a monitor without a current check unchecked, and one that is paused outside', async () => {
  const alerts = await stand.started();
  await stand.minutes(alerts, 1, [UP]);
  await stand.minutes(alerts, 2, [UP]);
  stand.change(2, { active: false });
  stand.later(3600);
  await alerts.poll();
  expect(monitorIn(alerts, 1)).toMatchObject({ state: 'up', doubt: 'unchecked', doubtSince: START + 60_000 });
  expect(monitorIn(alerts, 2)).toMatchObject({ state: 'outside', reason: 'paused', beats: 'u' });
});

test('goes on showing the checks of a monitor that is not told', async () => {
  const alerts = await stand.started();
  await stand.minutes(alerts, 1, [UP]);
  stand.instance.channels.set(1, []);
  await stand.minutes(alerts, 1, [UP, DOWN]);
  stand.later(60);
  expect(monitorIn(alerts, 1)).toMatchObject({
    ...{ state: 'outside', reason: 'detached', beats: 'uud', checkedAt: START + 180_000 },
  });
});

test('has a monitor that waits for signs down by our deadline, with its last sign', async () => {
  stand.change(1, { type: 'push' });
  const alerts = await stand.started();
  stand.beat(1, UP);
  await alerts.poll();
  stand.later(600);
  await alerts.poll();
  expect(monitorIn(alerts, 1)).toMatchObject({ state: 'down', since: START + 60_000, signAt: START });
});

test('leaves out a monitor that is gone', async () => {
  const alerts = await stand.started();
  stand.fates = [503, 503, 503];
  stand.remove(1);
  stand.later(60);
  await alerts.poll();
  stand.later(60);
  expect(monitorIn(alerts, 1)).toBeUndefined();
  expect(monitorIn(alerts, 2)).toBeDefined();
});

test('is none before the first look, and beside a process that started later', async () => {
  const idle = stand.companion();
  expect(idle.picture()).toBeNull();
  const alerts = await stand.started();
  expect(alerts.picture()).not.toBeNull();
  stand.later(60);
  const later = await stand.started();
  await stand.minutes(alerts, 1, [DOWN]);
  await later.poll();
  expect(alerts.picture()).toBeNull();
  expect(monitorIn(later, 1)).toMatchObject({ beats: 'd' });
});
