/**
 * Probe, counter and what the chart's companion and bootstrap do, against a real Uptime Kuma, when there is one.
 *
 * `UPTIME_KUMA_URL` is its address. `UPTIME_KUMA_API_KEY` is a key of the instance where its login is on;
 * `UPTIME_KUMA_TOKEN` the functions' token where the chart's companion stands before it. With `UPTIME_KUMA_APP` and
 * `UPTIME_KUMA_DATA`, the folders of a fresh instance on this machine, the bootstrap claims it first; otherwise it must be
 * set up.
 */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import { countMonitors as countMetrics } from '#functions/vendors/uptime-kuma/metrics.ts';
import { createTenantCounter } from '#functions/vendors/uptime-kuma/tenant-counter.ts';
import { createTenantProbe } from '#functions/vendors/uptime-kuma/tenant-probe.ts';
import { claim } from '../../deploy/tenant-chart/files/bootstrap.mjs';
import { createCompanion } from '../../deploy/tenant-chart/files/companion.mjs';

const { UPTIME_KUMA_URL: url = '', UPTIME_KUMA_API_KEY: apiKey, UPTIME_KUMA_TOKEN: token } = process.env;
const { UPTIME_KUMA_APP: app, UPTIME_KUMA_DATA: data = '' } = process.env;

/** A fresh instance hashes a password and writes its settings while it starts its checks. */
const CLAIM_TIMEOUT_MS = 60_000;

const needsInstance = ({ skip }: TestContext): void =>
  skip(url === '', 'UPTIME_KUMA_URL names no instance, so nothing real was asked.');

/** Asked directly, the instance wants its own key in place of the functions' token. */
const ask: Fetch = (input, init) => {
  const headers = new Headers(init.headers);
  if (apiKey !== undefined) headers.set('authorization', `Basic ${btoa(`:${apiKey}`)}`);
  return fetch(input, { ...init, headers });
};

/** The part of socket.io-client that is used here; the instance carries it. */
interface Socket {
  once(event: string, listener: () => void): void;
  emitWithAck(call: string): Promise<{ data: Record<string, unknown> }>;
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
  'the bootstrap claims a real instance, and doing it twice changes nothing',
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

test('a real instance that was set up is ready', async (context) => {
  needsInstance(context);
  const probe = createTenantProbe({ urlTemplate: url, fetch: ask });
  expect(await probe.isReady('acme')).toBe(true);
});

test('the monitors of a real instance are counted, exactly only by a counter', async (context) => {
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
