/** What the Worker gets from a local environment. */
import { expect, test } from 'vitest';
import { companionPaths } from '#companion/contract.ts';
import { createTenantsStandIn } from '#dev/stand-ins/tenants/index.ts';
import { createCounterTokens } from '#functions/vendors/uptime-kuma/counter-tokens.ts';

const standIn = createTenantsStandIn({
  port: 5231,
  argocd: { workloads: () => [] },
  counterSecret: 'functions-secret',
});

test('for the Worker it has the gateway’s paths and no others', async () => {
  const token = await createCounterTokens('functions-secret').tokenOf('demo');
  const statusOf = async (path: string, headers = {}) =>
    (await standIn.app.request(`http://demo.localhost:5231${path}`, { headers })).status;
  for (const path of companionPaths) {
    expect([path, await statusOf(path)]).toEqual([path, 401]);
    expect([401, 404]).not.toContain(await statusOf(path, { authorization: `Bearer ${token}` }));
  }
  for (const path of ['/-/', '/-/ready', '/-/reports/x', '/-/membership'])
    expect([path, await statusOf(path, { authorization: `Bearer ${token}` })]).toEqual([path, 404]);
});
