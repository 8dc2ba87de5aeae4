/**
 * Probe, counter, companion and bootstrap with a real Uptime Kuma, if there is one.
 *
 * `UPTIME_KUMA_URL` is its address. `UPTIME_KUMA_API_KEY` is a key of an instance with its login on;
 * `UPTIME_KUMA_TOKEN` is the Worker's token when the chart's companion is in front of it. With `UPTIME_KUMA_APP` and
 * `UPTIME_KUMA_DATA`, the folders of a fresh local instance, the bootstrap sets it up first; otherwise it must be set
 * up already.
 */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type TestContext, test } from 'vitest';
import { businessDay } from '#domain/billing/days.ts';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import { countMonitors as countMetrics } from '#functions/vendors/uptime-kuma/metrics.ts';
import { createTenantCounter } from '#functions/vendors/uptime-kuma/tenant-counter.ts';
import { createTenantLimits } from '#functions/vendors/uptime-kuma/tenant-limits.ts';
import { createTenantProbe } from '#functions/vendors/uptime-kuma/tenant-probe.ts';
import { createTenantReporter } from '#functions/vendors/uptime-kuma/tenant-reporter.ts';
import { addHours } from '#tests/support/kuma-database.ts';
import { claim } from '../../deploy/tenant-chart/files/bootstrap.mjs';
import { createCompanion } from '../../deploy/tenant-chart/files/companion.mjs';
import { readMonitors } from '../../deploy/tenant-chart/files/counter.mjs';
import { createLimits, createRecordFile } from '../../deploy/tenant-chart/files/limits.mjs';

const { UPTIME_KUMA_URL: url = '', UPTIME_KUMA_API_KEY: apiKey, UPTIME_KUMA_TOKEN: token } = process.env;
const { UPTIME_KUMA_APP: app, UPTIME_KUMA_DATA: data = '' } = process.env;

/** A fresh instance hashes a password and writes its settings while it starts its checks. */
const CLAIM_TIMEOUT_MS = 60_000;

const needsInstance = ({ skip }: TestContext): void =>
  skip(url === '', 'UPTIME_KUMA_URL names no instance, so nothing real was asked.');

/** Without the companion, the instance needs its own key instead of the Worker's token. */
const ask: Fetch = (input, init) => {
  const headers = new Headers(init.headers);
  if (apiKey !== undefined) headers.set('authorization', `Basic ${btoa(`:${apiKey}`)}`);
  return fetch(input, { ...init, headers });
};

/** The part of socket.io-client that is used here; the instance contains it. */
interface Socket {
  once(event: string, listener: () => void): void;
  on(event: string, listener: (...values: unknown[]) => void): void;
  emitWithAck(
    call: string,
    ...values: unknown[]
  ): Promise<{ data: Record<string, unknown>; monitorID: number; monitor: Record<string, unknown> }>;
  disconnect(): void;
}
type Connect = (address: string, options: object) => Socket;

const ownerConnects = (
  io: Connect,
): Promise<{ settings: Record<string, unknown>; isAskedForZone: boolean }> =>
  new Promise((resolve, reject) => {
    const socket = io(url, { transports: ['websocket'], forceNew: true });
    let isAskedForZone = false;
    socket.once('initServerTimezone', () => {
      isAskedForZone = true;
    });
    socket.once('loginRequired', () => reject(new Error('the instance asks for its own login')));
    socket.once('autoLogin', async () => {
      const { data: settings } = await socket.emitWithAck('getSettings');
      socket.disconnect();
      resolve({ settings, isAskedForZone });
    });
  });

test(
  'the bootstrap sets up a real instance, idempotently',
  async ({ skip }) => {
    skip(url === '' || app === undefined, 'UPTIME_KUMA_APP names no instance on this machine.');
    const { io } = createRequire(`${app}/package.json`)('socket.io-client') as { io: Connect };
    const options = {
      io,
      instanceUrl: url,
      publicUrl: 'https://padaria.vigia.example',
      administratorFile: join(data, 'vigia/administrator.json'),
    };
    await claim(options);
    const first = await ownerConnects(io);
    expect(first.isAskedForZone).toBe(false);
    expect(first.settings).toMatchObject({
      serverTimezone: 'America/Sao_Paulo',
      primaryBaseURL: 'https://padaria.vigia.example',
      trustProxy: true,
      disableAuth: true,
    });
    await claim(options);
    expect(await ownerConnects(io)).toEqual(first);
  },
  CLAIM_TIMEOUT_MS,
);

test('the companion reads a real instance’s database and metrics', async ({ skip }) => {
  skip(url === '' || app === undefined, 'UPTIME_KUMA_APP names no instance on this machine.');
  const files = { chartFile: join(data, 'none.json'), sentFile: join(data, 'vigia/admitted.json') };
  const companion = createCompanion({
    database: join(data, 'kuma.db'),
    instanceUrl: url,
    signInUrl: 'http://127.0.0.1:1',
    group: 'tenant:padaria',
    tokenSha256: createHash('sha256').update('live').digest('hex'),
    admittedFiles: files,
  });
  await new Promise<void>((resolve) => companion.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(companion.address() as AddressInfo).port}`;
  const counter = createTenantCounter({ urlTemplate: at, tokenOf: async () => 'live', fetch });
  expect(await counter.count('padaria')).toMatchObject({ isExact: true });
  const metrics = await fetch(`${at}/metrics`, { headers: { authorization: 'Bearer live' } });
  expect([(await fetch(`${at}/ready`)).status, metrics.status]).toEqual([200, 200]);
  expect(countMetrics(await metrics.text())).toBeTypeOf('number');
  companion.close();
  companion.closeAllConnections();
});

/** A monitor as the instance's own form sends it, with fields that an edit must not lose. */
const newMonitor = (name: string, known: object = {}) => ({
  ...{ type: 'http', name, url: 'http://127.0.0.1:9', method: 'GET', parent: null, description: 'da loja' },
  ...{ interval: 20, retryInterval: 5, resendInterval: 0, maxretries: 2, timeout: 16, maxredirects: 3 },
  ...{ accepted_statuscodes: ['200-299', '404'], notificationIDList: {}, conditions: [], upsideDown: true },
  ...{ headers: '{"X-Loja": "1"}', basic_auth_user: 'loja', basic_auth_pass: 'segredo', authMethod: 'basic' },
  ...{ kafkaProducerBrokers: [], kafkaProducerSaslOptions: { mechanism: 'None' }, rabbitmqNodes: [] },
  ...{ kafkaProducerSsl: false, kafkaProducerAllowAutoTopicCreation: false, httpBodyEncoding: 'json' },
  ...known,
});

/** Runs `work` like the owner's browser, whose socket needs no login. */
const asOwner = <T>(io: Connect, work: (socket: Socket) => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const socket = io(url, { transports: ['websocket'], forceNew: true });
    socket.once('autoLogin', () =>
      work(socket).then(resolve, reject).finally(socket.disconnect.bind(socket)),
    );
  });

test(
  'the companion changes and restores monitors of a real instance',
  async ({ skip }) => {
    skip(url === '' || app === undefined, 'UPTIME_KUMA_APP names no instance on this machine.');
    const { io } = createRequire(`${app}/package.json`)('socket.io-client') as { io: Connect };
    const database = join(data, 'kuma.db');
    const logged: object[] = [];
    const companion = createCompanion({
      database,
      limits: createLimits({
        monitors: () => readMonitors(database),
        record: createRecordFile(join(data, 'vigia/limits.json')),
        instance: { io, instanceUrl: url, administratorFile: join(data, 'vigia/administrator.json') },
        log: (event) => logged.push(event),
      }),
      ...{ instanceUrl: url, signInUrl: 'http://127.0.0.1:1', group: 'tenant:padaria' },
      tokenSha256: createHash('sha256').update('live').digest('hex'),
      admittedFiles: { chartFile: join(data, 'none.json'), sentFile: join(data, 'vigia/admitted.json') },
    });
    await new Promise<void>((resolve) => companion.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(companion.address() as AddressInfo).port}`;
    const limits = createTenantLimits({ urlTemplate: at, tokenOf: async () => 'live', fetch });
    const nothing = { pause: [], intervals: [], resume: [] };

    const [group, first, second, inGroup] = await asOwner(io, async (socket) => {
      const add = async (monitor: object) => (await socket.emitWithAck('add', monitor)).monitorID;
      const parent = await add(newMonitor('Grupo', { type: 'group' }));
      const ids = [parent, await add(newMonitor('Loja')), await add(newMonitor('API'))];
      ids.push(await add(newMonitor('Blog', { parent })));
      await socket.emitWithAck('pauseMonitor', parent);
      return ids as [number, number, number, number];
    });
    const whole = (id: number) =>
      asOwner(io, async (socket) => (await socket.emitWithAck('getMonitor', id)).monitor);
    const mine = async () =>
      (await limits.read('padaria')).monitors.filter(({ id }) =>
        [group, first, second, inGroup].includes(id),
      );

    expect(
      (await mine()).map(({ id, isRunning, interval, retryInterval }) => [
        id,
        isRunning,
        interval,
        retryInterval,
      ]),
    ).toEqual([
      [first, true, 20, 5],
      [second, true, 20, 5],
      // The instance goes on checking the monitors of a paused group.
      [inGroup, true, 20, 5],
    ]);

    const before = await whole(first);
    const orders = {
      ...nothing,
      pause: [second],
      intervals: [{ id: first, interval: 600, retryInterval: 20 }],
    };
    const done = await limits.applyOrders('padaria', orders);
    expect(await limits.applyOrders('padaria', orders)).toEqual(done);
    expect([done.failed, done.paused, done.raised]).toEqual([
      [],
      [second],
      [{ id: first, from: 20, to: 600 }],
    ]);
    const { interval, retryInterval, ...others } = await whole(first);
    expect([interval, retryInterval]).toEqual([600, 20]);
    const { interval: _, retryInterval: __, ...same } = before;
    expect(others).toEqual(same);
    expect((await whole(second))['active']).toBe(false);

    const undone = await limits.applyOrders('padaria', {
      ...{ pause: [], resume: [second] },
      intervals: [{ id: first, interval: 300 }],
    });
    expect([undone.paused, undone.raised]).toEqual([[], [{ id: first, from: 20, to: 300 }]]);
    expect([(await whole(second))['active'], (await whole(first))['interval']]).toEqual([true, 300]);
    expect(logged).toEqual([]);

    await asOwner(io, async (socket) => {
      for (const id of [first, second, inGroup, group]) await socket.emitWithAck('deleteMonitor', id, false);
    });
    expect(await mine()).toEqual([]);
    expect((await limits.read('padaria')).raised).toEqual([]);
    companion.close();
    companion.closeAllConnections();
  },
  CLAIM_TIMEOUT_MS,
);

/** The instance's own figure for a monitor's 30 days, as its page gets it. */
const ownThirtyDays = (io: Connect, monitor: number): Promise<number> =>
  new Promise((resolve) => {
    const socket = io(url, { transports: ['websocket'], forceNew: true });
    socket.on('uptime', (id, hours, share) => {
      // Here monitors are identified by text.
      if (Number(id) !== monitor || hours !== 720) return;
      socket.disconnect();
      resolve(Number(share));
    });
  });

test(
  'the companion’s days add up to a real instance’s 30 days',
  async ({ skip }) => {
    skip(url === '' || app === undefined, 'UPTIME_KUMA_APP names no instance on this machine.');
    const { io } = createRequire(`${app}/package.json`)('socket.io-client') as { io: Connect };
    const monitor = await asOwner(
      io,
      async (socket) =>
        (await socket.emitWithAck('add', newMonitor('Relatório', { active: false }))).monitorID,
    );
    const dayAgo = (days: number) => businessDay(Date.now() - days * 86_400_000);
    const path = join(data, 'kuma.db');
    const database = new DatabaseSync(path, { timeout: 5000 });
    const noon = (days: number) => Date.parse(`${dayAgo(days)}T12:00:00Z`) / 1000;
    addHours(database, monitor, noon(28), noon(1));
    database.close();

    const companion = createCompanion({
      ...{ database: path, instanceUrl: url, signInUrl: 'http://127.0.0.1:1', group: 'tenant:padaria' },
      tokenSha256: createHash('sha256').update('live').digest('hex'),
      admittedFiles: { chartFile: join(data, 'none.json'), sentFile: join(data, 'vigia/admitted.json') },
    });
    await new Promise<void>((resolve) => companion.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(companion.address() as AddressInfo).port}`;
    const reporter = createTenantReporter({ urlTemplate: at, tokenOf: async () => 'live', fetch });
    const sums = { up: 0, down: 0 };
    for (const week of [28, 21, 14, 7]) {
      const { days } = await reporter.readDays('padaria', dayAgo(week), dayAgo(week - 6));
      for (const sum of days.flatMap(({ checks }) => checks).filter((each) => each.monitor === monitor)) {
        sums.up += sum.up;
        sums.down += sum.down;
      }
    }
    expect(sums.down).toBeGreaterThan(0);
    const own = await ownThirtyDays(io, monitor);
    expect(((100 * sums.up) / (sums.up + sums.down)).toFixed(2)).toBe((100 * own).toFixed(2));

    await asOwner(io, (socket) => socket.emitWithAck('deleteMonitor', monitor, false));
    companion.close();
    companion.closeAllConnections();
  },
  CLAIM_TIMEOUT_MS,
);

test('a real instance that was set up is ready', async (context) => {
  needsInstance(context);
  const probe = createTenantProbe({ urlTemplate: url, fetch: ask });
  expect(await probe.isReady('acme')).toBe(true);
});

test('a real instance’s monitors are counted exactly by the counter only', async (context) => {
  needsInstance(context);
  const options = {
    urlTemplate: url,
    tokenOf: async () => token ?? 'no-companion-stands-before-it',
    fetch: ask,
  };
  expect(await createTenantCounter(options).count('acme')).toEqual({
    monitors: expect.toSatisfy((count: number) => Number.isInteger(count) && count >= 0),
    isExact: token !== undefined,
    prohibited: token === undefined ? null : { directIp: expect.any(Number), onion: expect.any(Number) },
  });
});
