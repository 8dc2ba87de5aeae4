/** What the Worker gets from a local environment. */
import { expect, test } from 'vitest';
import { companionPaths } from '#companion/contract.ts';
import { createTenantsStandIn } from '#dev/stand-ins/tenants/index.ts';
import { createCounterTokens } from '#functions/vendors/uptime-kuma/counter-tokens.ts';

const tokens = createCounterTokens('functions-secret');

async function standInOf(values: object) {
  const functions = { tokenSha256: await tokens.digestOf('padaria') };
  const workload = {
    ...{ name: 't-1', subdomain: 'padaria', healthy: true, healthySinceMs: 0 },
    values: { functions, ...values },
  };
  const { app } = createTenantsStandIn({ port: 5231, argocd: { workloads: () => [workload] } });
  const ask = async (path: string, init: RequestInit = {}) =>
    app.request(`http://padaria.localhost:5231${path}`, init);
  return { ask, statusOf: async (path: string, headers = {}) => (await ask(path, { headers })).status };
}
const own = async () => ({ authorization: `Bearer ${await tokens.tokenOf('padaria')}` });

test('for the Worker it has the gateway’s paths and no others', async () => {
  const { statusOf } = await standInOf({ readOnly: true });
  for (const path of companionPaths) {
    expect([path, await statusOf(path)]).toEqual([path, 401]);
    expect([401, 404]).not.toContain(await statusOf(path, await own()));
  }
  for (const path of ['/-/', '/-/ready', '/-/reports/x', '/-/membership'])
    expect([path, await statusOf(path, await own())]).toEqual([path, 404]);
});

test('an environment of our own is open to everybody, and takes no writing; no other shows what it is told', async () => {
  const { ask, statusOf } = await standInOf({ readOnly: true });
  expect(await statusOf('/dashboard')).toBe(200);
  expect((await ask('/dashboard', { method: 'POST' })).status).toBe(405);
  const showcase = { method: 'PUT', headers: await own(), body: '{"monitors":[],"page":null}' };
  expect((await ask('/-/showcase', showcase)).status).toBe(200);
  expect((await (await standInOf({})).ask('/-/showcase', showcase)).status).toBe(404);
});
