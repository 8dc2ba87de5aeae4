/**
 * Probe, counter and report days with a real Uptime Kuma, if there is one; the rest is tests/environment with `UPTIME_KUMA`.
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
import { claim, type InstanceSocket } from '#companion/bootstrap.ts';
import { type CompanionOptions, createCompanion } from '#companion/server.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';
import { addHours } from '#tests/support/kuma-database.ts';

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
interface Socket extends InstanceSocket {
  on(event: string, listener: (...values: unknown[]) => void): void;
  emitWithAck(call: string, ...values: unknown[]): Promise<{ monitorID: number }>;
}
type Connect = (address: string, options: object) => Socket;

/** A paused monitor as the instance's own form sends it. */
const monitorForReports = {
  type: 'http',
  name: 'Relatório',
  url: 'http://127.0.0.1:9',
  method: 'GET',
  active: false,
  interval: 20,
  retryInterval: 5,
  resendInterval: 0,
  maxretries: 2,
  timeout: 16,
  maxredirects: 3,
  accepted_statuscodes: ['200-299'],
  notificationIDList: {},
  conditions: [],
  parent: null,
  kafkaProducerBrokers: [],
  kafkaProducerSaslOptions: { mechanism: 'None' },
  rabbitmqNodes: [],
  kafkaProducerSsl: false,
  kafkaProducerAllowAutoTopicCreation: false,
  httpBodyEncoding: 'json',
};

/** Runs `work` like the owner's browser, whose socket needs no login. */
const asOwner = <T>(io: Connect, work: (socket: Socket) => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const socket = io(url, { transports: ['websocket'], forceNew: true });
    socket.once('autoLogin', () =>
      work(socket).then(resolve, reject).finally(socket.disconnect.bind(socket)),
    );
  });

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
    await claim({
      io,
      instanceUrl: url,
      publicUrl: 'https://padaria.vigia.example',
      administratorFile: join(data, 'vigia/administrator.json'),
    });
    const monitor = await asOwner(
      io,
      async (socket) => (await socket.emitWithAck('add', monitorForReports)).monitorID,
    );
    const dayAgo = (days: number) => businessDay(Date.now() - days * 86_400_000);
    const path = join(data, 'kuma.db');
    const database = new DatabaseSync(path, { timeout: 5000 });
    const noon = (days: number) => Date.parse(`${dayAgo(days)}T12:00:00Z`) / 1000;
    addHours(database, monitor, noon(28), noon(1));
    database.close();

    const companion = createCompanion({
      database: path,
      ownDir: join(data, 'vigia'),
      instanceUrl: url,
      signInUrl: 'http://127.0.0.1:1',
      group: 'tenant:padaria',
      version: '2.5.3',
      tokenSha256: createHash('sha256').update('live').digest('hex'),
      admittedFiles: { chartFile: join(data, 'none.json'), sentFile: join(data, 'vigia/admitted.json') },
    } as Partial<CompanionOptions> as CompanionOptions);
    await new Promise<void>((resolve) => companion.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(companion.address() as AddressInfo).port}`;
    const reporter = createInstances({ urlTemplate: at, tokenOf: async () => 'live', fetch });
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
  const probe = createInstances({ urlTemplate: url, tokenOf: async () => 'live', fetch: ask });
  expect(await probe.isReady('acme')).toBe(true);
});

test('a real instance’s monitors are counted exactly by the counter only', async (context) => {
  needsInstance(context);
  const options = {
    urlTemplate: url,
    tokenOf: async () => token ?? 'no-companion-stands-before-it',
    fetch: ask,
  };
  expect(await createInstances(options).count('acme')).toEqual({
    monitors: expect.toSatisfy((count: number) => Number.isInteger(count) && count >= 0),
    isExact: token !== undefined,
    prohibited: token === undefined ? null : { directIp: expect.any(Number), onion: expect.any(Number) },
  });
});
