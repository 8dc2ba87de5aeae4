/**
 * Probe and counter against a real Uptime Kuma, when there is one.
 *
 * `UPTIME_KUMA_URL` is its address. `UPTIME_KUMA_API_KEY` is a key of the instance where its login is on;
 * `UPTIME_KUMA_TOKEN` the functions' token where the chart's companion stands before it. The instance must be set up.
 */
import { expect, type TestContext, test } from 'vitest';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import { createTenantCounter } from '#functions/vendors/uptime-kuma/tenant-counter.ts';
import { createTenantProbe } from '#functions/vendors/uptime-kuma/tenant-probe.ts';

const { UPTIME_KUMA_URL: url = '', UPTIME_KUMA_API_KEY: apiKey, UPTIME_KUMA_TOKEN: token } = process.env;

const needsInstance = ({ skip }: TestContext): void =>
  skip(url === '', 'UPTIME_KUMA_URL names no instance, so nothing real was asked.');

/** Asked directly, the instance wants its own key in place of the functions' token. */
const ask: Fetch = (input, init) => {
  const headers = new Headers(init.headers);
  if (apiKey !== undefined) headers.set('authorization', `Basic ${btoa(`:${apiKey}`)}`);
  return fetch(input, { ...init, headers });
};

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
