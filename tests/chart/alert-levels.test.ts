/** What the companion states of monitors: a level, whatever the instance does to its rows. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DOWN, MAINTENANCE, PENDING, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { createStand, type Stand } from './alert-stand.ts';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
});

describe('a run of failing checks', () => {
  test('is a fall once one is down, since the start of its first failing check', async () => {
    stand.change(1, { maxretries: 2, retryInterval: 20 });
    const alerts = await stand.started();
    await stand.minutes(alerts, 1, [UP]);
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
    await stand.minutes(alerts, 1, [DOWN, UP]);
    expect(stand.falls()).toEqual([[1, 120, 280, 'up']]);
    expect(stand.level(1)).toEqual(['up', 280, null]);
  });

  test('that returns in a retry was none', async () => {
    stand.change(1, { maxretries: 2, retryInterval: 20 });
    const alerts = await stand.started();
    await stand.minutes(alerts, 1, [UP, PENDING, UP]);
    expect([stand.level(1), stand.falls()]).toEqual([['up', 60, null], []]);
  });

  test('goes on in retries that were raised while it was down, and ends there with a check that no row calls important', async () => {
    const alerts = await stand.started();
    await stand.minutes(alerts, 1, [UP, DOWN]);
    stand.change(1, { maxretries: 3 });
    await stand.minutes(alerts, 1, [PENDING]);
    expect(stand.level(1)).toEqual(['down', 120, null]);
    await stand.minutes(alerts, 1, [UP]);
    expect(stand.falls()).toEqual([[1, 120, 240, 'up']]);
  });

  test('does not begin with what is pending without a retry, and goes on through it', async () => {
    const alerts = await stand.started();
    await stand.minutes(alerts, 1, [UP, PENDING]);
    expect(stand.level(1)).toEqual(['up', 60, 'pending']);
    await stand.minutes(alerts, 1, [DOWN, PENDING]);
    expect(stand.level(1)).toEqual(['down', 180, 'pending']);
    await stand.minutes(alerts, 1, [DOWN, UP]);
    expect(stand.falls()).toEqual([[1, 180, 360, 'up']]);
  });

  test('lasts through a maintenance, and is not told again after it', async () => {
    const alerts = await stand.started();
    await stand.minutes(alerts, 1, [UP, DOWN, MAINTENANCE]);
    expect(stand.level(1)).toEqual(['down', 120, 'maintenance']);
    await stand.minutes(alerts, 1, [MAINTENANCE, DOWN]);
    expect(stand.level(1)).toEqual(['down', 120, null]);
    await stand.minutes(alerts, 1, [MAINTENANCE, UP]);
    expect(stand.falls()).toEqual([[1, 120, 420, 'up']]);
    expect(stand.receiver.falls()[0]?.gap).toBe('maintenance');
    expect(stand.receiver.levelOf(1)?.gap).toBe('maintenance');
  });

  test('of an upside-down monitor is what its rows say, and nobody else may look', async () => {
    stand.change(1, { columns: { upside_down: 1 } });
    const alerts = await stand.started();
    await stand.minutes(alerts, 1, [UP, DOWN]);
    expect(stand.level(1)).toEqual(['down', 120, null]);
    expect([1, 2].map((id) => stand.receiver.levelOf(id)?.look)).toEqual([
      null,
      'https://loja.exemplo.com.br/',
    ]);
  });

  test('keeps its start after the instance deleted the row, and after a restart', async () => {
    stand.change(1, { maxretries: 1, retryInterval: 20 });
    const alerts = await stand.started();
    await stand.minutes(alerts, 1, [UP, PENDING, DOWN]);
    for (let check = 0; check < 30 * 60; check += 1) {
      stand.later(60);
      stand.beat(1, DOWN);
      if (check % 300 === 0) await alerts.poll();
    }
    stand.instance.cleanUp(stand.clock);
    const again = stand.companion();
    await stand.minutes(again, 1, [DOWN]);
    expect(stand.level(1)).toEqual(['down', 120, null]);
    expect(stand.falls()).toEqual([[1, 120, null, null]]);
  });

  test('of a first check is called the first, also after tries', async () => {
    stand.change(1, { maxretries: 1 });
    const alerts = await stand.started();
    await stand.minutes(alerts, 1, [PENDING, DOWN]);
    expect(stand.receiver.levelOf(1)).toMatchObject({ state: 'down', isFirst: true });
    await stand.minutes(alerts, 1, [UP, PENDING, DOWN]);
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
    await stand.minutes(alerts, 1, [PENDING, UP]);
    stand.instance.clearHistory(1);
    await stand.minutes(alerts, 1, [UP]);
    await stand.minutes(stand.companion(), 1, [UP]);
    expect(stand.events()).toEqual([['first', 1]]);
    expect(stand.receiver.events()[0]).toMatchObject({ ping: 80, monitor: { name: 'Site 1' } });
  });

  test('comes with how long certificate and domain last, where that is known', async () => {
    const alerts = await stand.started();
    const validTo = new Date(stand.clock + 63.5 * 86_400_000).toISOString();
    const info = JSON.stringify({ certInfo: { validTo, certType: 'server' } });
    stand.sql(`INSERT INTO monitor_tls_info (monitor_id, info_json) VALUES (1, '${info}')`);
    stand.domainDays = 212;
    await stand.minutes(alerts, 1, [UP]);
    expect(stand.receiver.events()[0]).toMatchObject({ certificateDays: 63, domainDays: 212 });
  });

  test('of before the set-up is not told', async () => {
    stand.beat(1, UP);
    const alerts = await stand.started();
    await stand.minutes(alerts, 1, [UP]);
    expect([stand.events(), stand.level(1)]).toEqual([[], ['up', 0, null]]);
  });
});

describe('rows that were destroyed change nothing', () => {
  test('a history that was cleared while it is down', async () => {
    const alerts = await stand.started();
    await stand.minutes(alerts, 1, [UP, DOWN, DOWN]);
    stand.instance.clearHistory(1);
    await alerts.poll();
    await stand.minutes(alerts, 1, [DOWN]);
    expect(stand.level(1)).toEqual(['down', 120, null]);
    expect(stand.receiver.levelOf(1)?.isFirst).toBe(false);
    stand.instance.clearHistory(1);
    await stand.minutes(alerts, 1, [UP]);
    expect(stand.falls()).toEqual([[1, 120, 300, 'up']]);
  });

  test('events that were cleared while the functions were away', async () => {
    const alerts = await stand.started();
    await stand.minutes(alerts, 1, [UP]);
    stand.fates = ['silent'];
    await stand.minutes(alerts, 1, [DOWN]);
    stand.instance.clearEvents(1);
    stand.later(60);
    await stand.companion().poll();
    expect(stand.level(1)).toEqual(['down', 120, null]);
  });
});
