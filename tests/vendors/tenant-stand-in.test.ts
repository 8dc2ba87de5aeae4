/** What the Worker gets from a local environment, together with its Argo CD stand-in. */
import { beforeEach, expect, test } from 'vitest';
import { createArgocdStandIn } from '#dev/stand-ins/argocd/index.ts';
import type { HonoStandIn } from '#dev/stand-ins/stand-in.ts';
import { createTenantsStandIn } from '#dev/stand-ins/tenants/index.ts';
import { createArgocdCluster } from '#functions/vendors/argocd/cluster.ts';
import { companionPaths } from '#functions/vendors/uptime-kuma/companion.ts';
import { createCounterTokens, withCounterTokens } from '#functions/vendors/uptime-kuma/counter-tokens.ts';
import { createTenantCounter } from '#functions/vendors/uptime-kuma/tenant-counter.ts';

let nowMs: number;
let standIn: HonoStandIn;
let argocd: ReturnType<typeof createArgocdStandIn>;

beforeEach(() => {
  nowMs = 1_000_000;
  const now = () => nowMs;
  argocd = createArgocdStandIn({
    port: 5230,
    stateDir: null,
    token: 't',
    secondsToSync: 1,
    secondsToHealthy: 1,
    now,
  });
  standIn = createTenantsStandIn({
    ...{ port: 5231, stateDir: null, argocd, secondsToBootstrap: 1, now },
    counterSecret: 'functions-secret',
  });
});

function openCluster() {
  return createArgocdCluster({
    baseUrl: 'http://argocd.test',
    token: 't',
    project: 'p',
    destination: { server: 'https://kubernetes.default.svc' },
    source: { repoURL: 'https://charts.example', chart: 'tenant', targetRevision: '1.0.0' },
    host: '{tenant}.localhost:5231',
    fetch: async (input, init) => argocd.app.request(input, init),
  });
}

test('the token of one environment opens no other', async () => {
  const tokens = createCounterTokens('functions-secret-000000000000000000');
  const cluster = withCounterTokens(openCluster(), tokens);
  for (const [orderId, subdomain] of [
    ['1', 'bolo-bom'],
    ['2', 'pao-quente'],
  ] as const)
    await cluster.ensureApplication({ orderId, subdomain, planId: 'pro', monitorsMax: 75 });
  nowMs += 5000;
  const counterWith = (tokenOf: (subdomain: string) => Promise<string>) =>
    createTenantCounter({
      urlTemplate: 'http://localhost:5231/__probe/{tenant}',
      tokenOf,
      fetch: async (input, init) => standIn.app.request(input, init),
    });
  expect(await counterWith(tokens.tokenOf).count('bolo-bom')).toMatchObject({ isExact: true });
  const borrowed = counterWith(() => tokens.tokenOf('pao-quente'));
  await expect(borrowed.count('bolo-bom')).rejects.toMatchObject({ message: 'counter 401, metrics 401' });
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
