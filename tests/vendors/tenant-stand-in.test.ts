/** What a browser gets from a local environment, together with its Argo CD stand-in. */
import { beforeEach, expect, test } from 'vitest';
import { createArgocdStandIn } from '#dev/stand-ins/argocd/index.ts';
import type { HonoStandIn } from '#dev/stand-ins/stand-in.ts';
import { createTenantsStandIn } from '#dev/stand-ins/tenants/index.ts';
import { createArgocdCluster } from '#functions/vendors/argocd/cluster.ts';
import { companionPaths } from '#functions/vendors/uptime-kuma/companion.ts';
import { createCounterTokens, withCounterTokens } from '#functions/vendors/uptime-kuma/counter-tokens.ts';
import { createTenantCounter } from '#functions/vendors/uptime-kuma/tenant-counter.ts';
import { createTenantProbe } from '#functions/vendors/uptime-kuma/tenant-probe.ts';

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

const get = async (host: string, path: string) => standIn.app.request(`http://${host}:5231${path}`);
const phases = async () => {
  const { tenants } = (await (await get('localhost', '/__stand-in/state')).json()) as {
    tenants: { tenant: string; phase: string }[];
  };
  return Object.fromEntries(tenants.map(({ tenant, phase }) => [tenant, phase]));
};

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

test('robots.txt is public, and pages have a policy', async () => {
  expect(await (await get('demo.localhost', '/robots.txt')).text()).toContain('User-agent');
  const policy = (await get('status.localhost', '/status/vigia')).headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self';");
});

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

test('an application made by our adapter becomes a usable environment', async () => {
  const cluster = openCluster();
  const probe = createTenantProbe({
    urlTemplate: 'http://localhost:5231/__probe/{tenant}',
    fetch: async (input, init) => standIn.app.request(input, init),
  });
  expect(await phases()).toEqual({ demo: 'ready', status: 'ready' });
  await cluster.ensureApplication({ orderId: '1', subdomain: 'bolo-bom', planId: 'pro', monitorsMax: 75 });
  const seen = [];
  for (let second = 0; second <= 3; second += 1) {
    seen.push([(await phases())['bolo-bom'], await probe.isReady('bolo-bom')]);
    nowMs += 1000;
  }
  expect(seen).toEqual([
    ['starting', false],
    ['starting', false],
    ['fresh', false],
    ['ready', true],
  ]);
  const dashboard = await get('bolo-bom.localhost', '/dashboard');
  const page = await dashboard.text();
  expect(dashboard.status).toBe(200);
  expect(page).toContain('bolo-bom');
  expect(page).toContain('até 75');
  expect(page).toContain('Substituto local');
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

test('at first it is being created, with new limits it restarts', async () => {
  const cluster = openCluster();
  const application = { orderId: '1', subdomain: 'bolo-bom', planId: 'pro', monitorsMax: 75 } as const;
  await cluster.ensureApplication(application);
  const first = await get('bolo-bom.localhost', '/');
  expect([first.status, await first.text()]).toEqual([503, expect.stringContaining('está sendo criado')]);
  nowMs += 5000;
  expect((await get('bolo-bom.localhost', '/')).status).toBe(302);
  await cluster.ensureApplication({ ...application, planId: 'enterprise', monitorsMax: 150 });
  // Synced, but not healthy yet.
  nowMs += 1500;
  const again = await get('bolo-bom.localhost', '/');
  expect([again.status, await again.text()]).toEqual([503, expect.stringContaining('está reiniciando')]);
});

test('a new list of admitted accounts restarts nothing', async () => {
  const cluster = openCluster();
  const application = { orderId: '1', subdomain: 'bolo-bom', planId: 'pro', monitorsMax: 75 } as const;
  await cluster.ensureApplication({ ...application, admitted: { revision: 1, accounts: ['ana'] } });
  nowMs += 5000;
  expect((await phases())['bolo-bom']).toBe('ready');
  await cluster.ensureApplication({ ...application, admitted: { revision: 2, accounts: ['ana', 'bia'] } });
  for (let half = 0; half < 6; half += 1) {
    expect((await phases())['bolo-bom']).toBe('ready');
    nowMs += 500;
  }
});

test.each([
  ['demo.localhost', '/', 302, '/dashboard'],
  ['status.localhost', '/', 302, '/status/vigia'],
  ['localhost', '/__probe/demo/', 302, '/__probe/demo/dashboard'],
  ['demo.localhost', '/dashboard', 200, null],
  ['demo.localhost', '/status/qualquer', 200, null],
  ['demo.localhost', '/some/route', 200, null],
  ['demo.localhost', '/robots.txt', 200, null],
  ['demo.localhost', '/metrics', 401, null],
  ['demo.localhost', '/api/push/abc', 404, null],
  ['ninguem.localhost', '/', 404, null],
  ['localhost', '/outra', 404, null],
])('http://%s%s answers %i', async (host, path, status, location) => {
  const response = await get(host, path);
  expect([response.status, response.headers.get('location')]).toEqual([status, location]);
});

test('behind a broken proxy it answers 503; its page still works', async () => {
  standIn.faults.down = true;
  expect((await get('demo.localhost', '/api/entry-page')).status).toBe(503);
  expect((await get('localhost', '/__stand-in')).status).toBe(200);
});
