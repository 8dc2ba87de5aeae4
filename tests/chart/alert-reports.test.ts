/** What reaches the functions, whatever they answer: each thing once, in order, and nothing holds up another. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DOWN, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { AlertReport, REPORT_BYTES_MAX } from '#domain/api-schemas/alert-report.ts';
import { createStand, HOUR, START, type Stand, setUp } from './alert-stand.ts';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
  for (const id of [1, 2, 3]) stand.beat(id, UP);
});
const posts = () => stand.receiver.reports.length;

describe('until it is accepted', () => {
  test.each([
    ['silence', 'silent'],
    ['an error', 503],
    ['a lost answer', 'lost'],
  ] as const)('%s is followed by the same statement, after a growing pause', async (_name, fate) => {
    const alerts = await stand.started();
    stand.beat(1, DOWN);
    stand.fates = [fate, fate, fate];
    for (const seconds of [0, 1, 2]) {
      stand.later(seconds);
      await alerts.poll();
    }
    expect(stand.fates).toEqual([]);
    const before = posts();
    stand.later(3);
    await alerts.poll();
    expect(posts()).toBe(before);
    stand.later(2);
    await alerts.poll();
    expect([stand.falls(), alerts.report().waiting]).toEqual([
      [[1, 0, null, null]],
      { events: 0, oldestAt: null },
    ]);
  });

  test('a return that follows a lost answer is told with its fall, once', async () => {
    const alerts = await stand.started();
    stand.later(60);
    stand.beat(1, DOWN);
    stand.fates = ['lost'];
    await alerts.poll();
    stand.later(60);
    stand.beat(1, UP);
    await alerts.poll();
    expect(stand.falls()).toEqual([[1, 60, 120, 'up']]);
    const keys = stand.receiver.reports.flatMap(({ falls }) => falls.map(({ since }) => since));
    expect(new Set(keys)).toEqual(new Set([START + 60_000]));
  });

  test('a day without the functions loses no fall, and keeps the order', async () => {
    const alerts = await stand.started();
    for (let change = 0; change < 60; change += 1) {
      stand.fates = ['silent'];
      stand.later(1440);
      stand.beat(1, change % 2 === 0 ? DOWN : UP);
      await alerts.poll();
    }
    expect(alerts.report().waiting).toEqual({ events: 33, oldestAt: START });
    stand.fates = [];
    stand.later(60);
    await alerts.poll();
    expect(stand.falls()).toEqual(
      Array.from({ length: 30 }, (_, at) => [1, (2 * at + 1) * 1440, (2 * at + 2) * 1440, 'up']),
    );
  });

  test('falls without end stay in the instance’s rows until the functions take some', async () => {
    const alerts = await stand.started();
    stand.fates = Array.from({ length: 20 }, () => 503);
    for (let change = 0; change < 1400; change += 1) {
      stand.later(10);
      stand.beat(1, change % 2 === 0 ? DOWN : UP);
      if (change % 100 === 99) await alerts.poll();
    }
    expect(alerts.report().waiting.events).toBeLessThan(1100);
    stand.fates = [];
    stand.later(HOUR);
    await stand.companion().poll();
    for (let look = 0; look < 4; look += 1) {
      stand.later(1);
      await stand.companion().poll();
    }
    expect(stand.falls()).toHaveLength(700);
    for (const report of stand.receiver.reports) expect(report.falls.length).toBeLessThanOrEqual(500);
  });

  test('levels come with the last of the falls alone', async () => {
    const alerts = await stand.started();
    for (let change = 0; change < 1003; change += 1) {
      stand.later(10);
      stand.beat(1, change % 2 === 0 ? DOWN : UP);
    }
    await alerts.poll();
    const told = stand.receiver.reports.slice(1).map(({ falls, levels }) => [falls.length, levels.length]);
    expect(told).toEqual([
      [500, 0],
      [1, 3],
    ]);
    expect(stand.level(1)?.[0]).toBe('down');
  });

  test('a whole statement of everything fits, and what it left out follows', async () => {
    const url = `https://loja.example/${'a'.repeat(400)}`;
    stand.add(...Array.from({ length: 697 }, (_, at) => ({ id: at + 4, name: 'ã'.repeat(150), url })));
    const alerts = await stand.started();
    stand.receiver.turnBack({ ...stand.receiver.copy(), revision: 40 });
    stand.beat(1, DOWN);
    await alerts.poll();
    expect(stand.receiver.reports.some(({ base }) => base === null)).toBe(true);
    for (const report of stand.receiver.reports)
      expect(Buffer.byteLength(JSON.stringify(report))).toBeLessThan(REPORT_BYTES_MAX);
    expect(stand.receiver.levels()).toHaveLength(700);
    expect(stand.receiver.levelOf(700)?.look).toBe(url);
  });
});

describe('what the functions cannot read holds up nothing', () => {
  test('one level of several', async () => {
    const alerts = await stand.started();
    stand.later(60);
    for (const id of [1, 2, 3]) stand.beat(id, DOWN);
    stand.fates = [422, 422];
    await alerts.poll();
    await alerts.poll();
    expect(stand.falls()).toEqual([
      [2, 60, null, null],
      [3, 60, null, null],
    ]);
    expect(stand.logged).toContainEqual({ event: 'alert-unreadable', monitor: 1, status: 422 });
  });

  test('one fall before others, and one event', async () => {
    const alerts = await stand.started();
    for (const id of [1, 2])
      for (const status of [DOWN, UP] as const) {
        stand.later(60);
        stand.beat(id, status);
      }
    alerts.notify('Avisos da Vigia Testing');
    stand.fates = [400, 413, 200, 400];
    await alerts.poll();
    await alerts.poll();
    expect([stand.falls(), stand.events()]).toEqual([[[2, 180, 240, 'up']], [['test', null]]]);
    expect([1, 2].map((id) => stand.level(id)?.[0])).toEqual(['up', 'up']);
  });
});

describe('what the functions ask for is kept', () => {
  test('a pause', async () => {
    const alerts = await stand.started();
    stand.beat(1, DOWN);
    stand.fates = [{ status: 429, retryAfter: '120' }];
    const before = posts();
    await alerts.poll();
    stand.later(119);
    await alerts.poll();
    expect(posts()).toBe(before + 1);
    stand.later(2);
    await alerts.poll();
    expect(stand.falls()).toHaveLength(1);
  });

  test('a version that is not read here yet is told again, whole', async () => {
    const alerts = await stand.started();
    stand.beat(1, DOWN);
    stand.fates = [426, 426];
    for (const seconds of [0, 60, 60]) {
      stand.later(seconds);
      await alerts.poll();
    }
    expect(stand.falls()).toEqual([[1, 0, null, null]]);
  });

  test('a token that counts no more waits for a new set-up', async () => {
    const alerts = await stand.started();
    stand.beat(1, DOWN);
    stand.fates = [401];
    await alerts.poll();
    stand.later(5);
    await alerts.poll();
    expect(stand.falls()).toEqual([]);
    await alerts.setUp({ ...setUp, token: 'new' });
    await alerts.poll();
    expect(stand.falls()).toHaveLength(1);
  });

  test('an environment that they do not know asks again every ten minutes, and keeps its set-up', async () => {
    const alerts = await stand.started();
    stand.beat(1, DOWN);
    stand.fates = [410, 410];
    const before = posts();
    await alerts.poll();
    for (const seconds of [599, 2, 599]) {
      stand.later(seconds);
      stand.beat(1, DOWN);
      await alerts.poll();
    }
    expect(posts()).toBe(before + 2);
    stand.later(2);
    await stand.companion().poll();
    expect(stand.falls()).toEqual([[1, 0, null, null]]);
  });
});

describe('without anything new', () => {
  test('a sign of life each ten minutes, and the checks of what is down each hundred seconds', async () => {
    stand.change(1, { maxretries: 0 });
    const alerts = await stand.started();
    const sizes = async (seconds: number) => {
      const before = posts();
      for (let second = 0; second < seconds; second += 20) {
        stand.later(20);
        if (second % 60 === 40)
          for (const id of [1, 2, 3]) stand.beat(id, stand.level(1)?.[0] === 'down' && id === 1 ? DOWN : UP);
        await alerts.poll();
      }
      return stand.receiver.reports
        .slice(before)
        .map(({ levels, checked }) => [levels.length, checked.length]);
    };
    expect(await sizes(1260)).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const revision = stand.receiver.revision;
    stand.beat(1, DOWN);
    await alerts.poll();
    expect(stand.receiver.revision).toBe(revision + 1);
    const confirmed = await sizes(600);
    expect(confirmed.filter(([, checked]) => checked === 1).length).toBeGreaterThanOrEqual(5);
    expect(confirmed.length).toBeLessThanOrEqual(6);
    expect(stand.receiver.revision).toBe(revision + 1);
  });

  test('a check that hung while others were confirmed is in the next confirmation', async () => {
    for (const id of [1, 2]) stand.change(id, { maxretries: 0, interval: 600, timeout: 48 });
    const alerts = await stand.started();
    for (const id of [1, 2]) stand.beat(id, DOWN);
    await alerts.poll();
    stand.later(600);
    const began = stand.clock;
    stand.beat(2, DOWN);
    stand.later(1);
    await alerts.poll();
    stand.later(47);
    stand.instance.beat(1, { status: DOWN, message: '', ping: null }, began);
    for (let seconds = 0; seconds < 120; seconds += 20) {
      await alerts.poll();
      stand.later(20);
    }
    const checked = stand.receiver.reports.flatMap((report) => report.checked);
    expect(checked.filter(({ at }) => at === began).map(({ id }) => id)).toEqual([2, 1]);
  });

  test('a look that finds the database unchanged reads nothing, and one that finds checks writes nothing', async () => {
    const alerts = await stand.started();
    const { mtimeMs } = stand.recordTime();
    for (let second = 0; second < 50; second += 1) {
      stand.later(1);
      if (second % 5 === 0) stand.beat(1, UP);
      await alerts.poll();
    }
    expect(stand.recordTime().mtimeMs).toBe(mtimeMs);
  });
});

test('names, messages and addresses are whole, and without secrets', async () => {
  const alerts = await stand.started();
  const url = 'https://ana:senha@loja.example/saude?token=segredo';
  stand.change(1, { name: `${'x'.repeat(149)}🛒 loja`, url });
  stand.change(2, { url: `https://loja.example/${'a'.repeat(187)}` });
  stand.sql(`UPDATE monitor SET hostname = 'a${'🛒'.repeat(120)}' WHERE id = 3`);
  stand.later(60);
  stand.beat(1, DOWN, `${'y'.repeat(299)}👩‍👩‍👧‍👦`);
  stand.beat(3, DOWN);
  await alerts.poll();
  expect(stand.receiver.levelOf(1)).toMatchObject({
    monitor: { name: 'x'.repeat(149), address: 'loja.example/saude' },
    message: 'y'.repeat(299),
    look: null,
  });
  expect(stand.receiver.levelOf(3)?.monitor.address).toBe(`a${'🛒'.repeat(99)}`);
  const text = JSON.stringify(stand.receiver.reports);
  expect(text).not.toMatch(/\\ud[89a-f]|senha|segredo/i);
});

test('an instance that answers nothing delays no fall', async () => {
  const stop = new AbortController();
  const alerts = await stand.started();
  let isAsked = false;
  stand.disturb = () => {
    isAsked = true;
    return new Promise<void>(() => undefined);
  };
  // A monitor that must be attached asks the instance.
  stand.add({ id: 4 });
  stand.later(60);
  const running = alerts.run(stop.signal);
  await expect.poll(() => isAsked).toBe(true);
  stand.beat(1, DOWN);
  alerts.notify('');
  await expect.poll(() => stand.falls(), { timeout: 5000 }).toEqual([[1, 60, null, null]]);
  stop.abort();
  await running;
});

test('a report that this companion makes is one that the functions read', async () => {
  const alerts = await stand.started();
  stand.beat(1, DOWN);
  await alerts.poll();
  for (const report of stand.receiver.reports) expect(AlertReport.safeParse(report).success).toBe(true);
});
