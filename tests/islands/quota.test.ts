/** The quota for pages: read once in five minutes per tenant, and never blocking. */
import { beforeEach, expect, test, vi } from 'vitest';
import { defaultQuota } from '#domain/quota/quota.ts';
import { catalog } from '#lib/catalog.ts';
import { type FakeApi, installApi, json, lost, refusal } from './fake-api.ts';
import { resetProvider } from './fake-keycloak.ts';

const call = 'POST /api/tenant/acme/quota/check';
const quota = {
  plan: 'pro',
  cycle: 'monthly',
  currentMonitors: 12,
  monitorLimit: 75,
  canCreate: true,
  exact: true,
  prohibited: 0,
};
let server: FakeApi;

beforeEach(() => {
  resetProvider();
  sessionStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  server = installApi();
  vi.resetModules();
});
const lib = () => import('#lib/quota.ts');

test('is requested without a body, and again after five minutes', async () => {
  server.on(call, () => json(quota));
  const { checkQuota } = await lib();
  expect(await checkQuota('acme')).toEqual(quota);
  expect(server.sent[0]?.body).toBeUndefined();
  expect(server.sent[0]?.headers.has('content-type')).toBe(false);
  vi.setSystemTime(1_000_000 + 299_999);
  vi.resetModules();
  expect(await (await lib()).checkQuota('acme')).toEqual(quota);
  expect(server.to(call)).toHaveLength(1);
  vi.setSystemTime(1_000_000 + 300_000);
  await checkQuota('acme');
  expect(server.to(call)).toHaveLength(2);
});

test('one tenant’s quota is not used for another', async () => {
  server.on(call, () => json(quota));
  server.on('POST /api/tenant/outra/quota/check', () => json({ ...quota, currentMonitors: 1 }));
  const { checkQuota } = await lib();
  await checkQuota('acme');
  expect(await checkQuota('outra')).toMatchObject({ currentMonitors: 1 });
});

test('after a plan change it is read again', async () => {
  server.on(call, () => json(quota));
  const { checkQuota, forgetQuota } = await lib();
  await checkQuota('acme');
  forgetQuota();
  await checkQuota('acme');
  expect(server.to(call)).toHaveLength(2);
});

test.each([
  ['the instance does not answer', refusal(503, 'tenant-unavailable', 'x')],
  ['the network is gone', lost],
  ['the answer has another format', () => json({ plan: 'pro' })],
  ['there is no such tenant', refusal(404, 'tenant-missing', 'x')],
])('when %s it is an empty free plan, which is not cached', async (_case, failure) => {
  server.on(call, failure, () => json(quota));
  const { checkQuota } = await lib();
  const assumed = await checkQuota('acme');
  expect(assumed).toMatchObject({ ...defaultQuota(catalog), exact: false });
  expect(assumed.failure).toBeDefined();
  expect(await checkQuota('acme')).toEqual(quota);
});

test('a cached value in another format is ignored', async () => {
  sessionStorage.setItem(
    'quota',
    JSON.stringify({ tenant: 'acme', readAt: 1_000_000, quota: { plan: 'x' } }),
  );
  server.on(call, () => json(quota));
  expect(await (await lib()).checkQuota('acme')).toEqual(quota);
});
