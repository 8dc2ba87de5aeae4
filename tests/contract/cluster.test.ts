/** The cluster port over Argo CD: the real adapter against the stand-in, both judged by Argo CD's API description. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ArgocdStandIn, createArgocdStandIn } from '#dev/stand-ins/argocd/index.ts';
import { DomainError } from '#domain/errors.ts';
import { type ArgocdClusterOptions, createArgocdCluster } from '#functions/vendors/argocd/cluster.ts';
import { exchangeFaults, exchangeProblems, judged, problemsWith } from '#tests/support/argocd-swagger.ts';

const bakery = {
  orderId: '0a1b2c3d-4e5f-4000-8000-000000000000',
  subdomain: 'padaria-central',
  planId: 'pro',
  monitorsMax: 75,
};
/** Its application's name at Argo CD. */
const NAME = 't-0a1b2c3d4e5f4000';

let nowMs: number;
let standIn: ArgocdStandIn;
let calls: string[];

beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 21, 12);
  calls = [];
  exchangeFaults.length = 0;
  standIn = createArgocdStandIn({
    port: 5230,
    stateDir: null,
    token: 'token-of-the-site',
    secondsToSync: 10,
    secondsToHealthy: 20,
    now: () => nowMs,
  });
});

afterEach(() => expect(exchangeFaults).toEqual([]));

function createCluster(changes: Partial<ArgocdClusterOptions> = {}) {
  return createArgocdCluster({
    baseUrl: 'http://argocd.test/',
    token: 'token-of-the-site',
    project: 'vigia-tenants',
    destination: { server: 'https://kubernetes.default.svc', namespacePrefix: 'tenant-' },
    source: { repoURL: 'https://git.example/vigia.git', path: 'deploy/chart', targetRevision: 'main' },
    host: '{tenant}.vigia.example',
    fetch: judged(async (input, init) => {
      calls.push(`${init?.method} ${new URL(input).pathname}`);
      return standIn.app.request(input, init);
    }),
    ...changes,
  });
}

async function order(path: string, method = 'POST', body?: unknown): Promise<void> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await standIn.app.request(`http://argocd.test/__stand-in${path}`, init);
  expect(response.status).toBe(200);
}

async function held(): Promise<{ applications: Record<string, unknown>[] }> {
  const response = await standIn.app.request('http://argocd.test/__stand-in/state');
  return (await response.json()) as { applications: Record<string, unknown>[] };
}

async function failureOf(
  work: Promise<unknown>,
): Promise<Pick<DomainError, 'code' | 'retryable' | 'message'>> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DomainError)) throw new Error(`expected a DomainError, got ${String(error)}`);
  return { code: error.code, retryable: error.retryable, message: error.message };
}

test('an application that was never made reads as null', async () => {
  expect(await createCluster().readApplication('ffffffff-0000-4000-8000-000000000000')).toBeNull();
});

test('the application carries the tenant, keeps what it has, and heals itself', async () => {
  await createCluster().ensureApplication(bakery);
  const [application] = (await held()).applications;
  expect(application).toMatchObject({
    metadata: {
      name: 't-0a1b2c3d4e5f4000',
      labels: { 'tenant/subdomain': 'padaria-central', 'tenant/plan': 'pro' },
    },
    subdomain: 'padaria-central',
    spec: {
      project: 'vigia-tenants',
      source: {
        repoURL: 'https://git.example/vigia.git',
        path: 'deploy/chart',
        targetRevision: 'main',
        helm: {
          releaseName: 't-0a1b2c3d4e5f4000',
          valuesObject: {
            subdomain: 'padaria-central',
            host: 'padaria-central.vigia.example',
            planId: 'pro',
            monitorsMax: 75,
            suspended: false,
          },
        },
      },
      destination: { server: 'https://kubernetes.default.svc', namespace: 'tenant-t-0a1b2c3d4e5f4000' },
      syncPolicy: { automated: { prune: false, selfHeal: true }, syncOptions: ['CreateNamespace=true'] },
    },
  });
  expect(application?.['metadata']).not.toHaveProperty('finalizers');
});

test('an application moves from nothing to synced to healthy as time passes', async () => {
  const cluster = createCluster();
  await cluster.ensureApplication(bakery);
  const seen = [];
  for (const secondsLater of [0, 9, 1, 19, 1]) {
    nowMs += secondsLater * 1000;
    seen.push(await cluster.readApplication(bakery.orderId));
  }
  const waiting = { synced: false, healthy: false, syncFailed: false };
  const progressing = { synced: true, healthy: false, syncFailed: false };
  const done = { synced: true, healthy: true, syncFailed: false };
  expect(seen).toEqual([waiting, waiting, progressing, progressing, done]);
});

test('making the same application twice makes one and syncs it once', async () => {
  const cluster = createCluster();
  await cluster.ensureApplication(bakery);
  nowMs += 60_000;
  await cluster.ensureApplication(bakery);
  expect((await held()).applications).toMatchObject([{ metadata: { generation: 1 }, syncs: 1 }]);
});

test('a change of plan brings the one application up to date', async () => {
  const cluster = createCluster();
  await cluster.ensureApplication(bakery);
  nowMs += 60_000;
  await cluster.ensureApplication({ ...bakery, planId: 'enterprise', monitorsMax: 150 });
  const { applications } = await held();
  expect(applications).toHaveLength(1);
  expect(applications).toMatchObject([
    {
      metadata: { generation: 2, labels: { 'tenant/plan': 'enterprise' } },
      spec: { source: { helm: { valuesObject: { planId: 'enterprise', monitorsMax: 150 } } } },
      syncs: 2,
    },
  ]);
  expect(await cluster.readApplication(bakery.orderId)).toMatchObject({ synced: false, syncFailed: false });
});

test('a failed sync is reported, stays failed by itself, and recovers when ensured again', async () => {
  const cluster = createCluster();
  await order('/settings', 'PATCH', { failNextSyncs: 1 });
  await cluster.ensureApplication(bakery);
  nowMs += 3_600_000;
  expect(await cluster.readApplication(bakery.orderId)).toEqual({
    synced: false,
    healthy: false,
    syncFailed: true,
  });
  await cluster.ensureApplication(bakery);
  expect(calls.at(-1)).toBe('POST /api/v1/applications/t-0a1b2c3d4e5f4000/sync');
  expect(await cluster.readApplication(bakery.orderId)).toMatchObject({ syncFailed: false });
  nowMs += 30_000;
  expect(await cluster.readApplication(bakery.orderId)).toEqual({
    synced: true,
    healthy: true,
    syncFailed: false,
  });
});

test('a sync that is already running counts as asked for', async () => {
  const failed = {
    metadata: { name: NAME },
    spec: {},
    status: { operationState: { phase: 'Failed' } },
  };
  const busy = { error: 'x', code: 9, message: 'another operation is already in progress' };
  const cluster = createCluster({
    fetch: judged(async (input) =>
      input.includes('/sync') ? Response.json(busy, { status: 400 }) : Response.json(failed),
    ),
  });
  await expect(cluster.ensureApplication(bakery)).resolves.toBeUndefined();
});

test('a failure that a newly requested sync replaces is no longer reported', async () => {
  const cluster = createCluster({
    fetch: judged(async () =>
      Response.json({
        metadata: { name: NAME },
        operation: { sync: {} },
        status: { sync: { status: 'OutOfSync' }, operationState: { phase: 'Error' } },
      }),
    ),
  });
  expect(await cluster.readApplication(bakery.orderId)).toEqual({
    synced: false,
    healthy: false,
    syncFailed: false,
  });
});

test('an application without a status yet is neither synced nor healthy', async () => {
  const cluster = createCluster({ fetch: judged(async () => Response.json({ metadata: { name: 'x' } })) });
  expect(await cluster.readApplication(bakery.orderId)).toEqual({
    synced: false,
    healthy: false,
    syncFailed: false,
  });
});

test('a suspended environment is told to the chart, and lifted again', async () => {
  const cluster = createCluster();
  const valuesHeld = async () => {
    const [application] = (await held()).applications as {
      spec: { source: { helm: { valuesObject: Record<string, unknown> } } };
    }[];
    return application?.spec.source.helm.valuesObject['suspended'];
  };
  await cluster.ensureApplication({ ...bakery, isSuspended: true });
  expect(await valuesHeld()).toBe(true);
  await cluster.ensureApplication(bakery);
  expect(await valuesHeld()).toBe(false);
});

test('a removal takes the data first, with nobody there to put them back, then the application', async () => {
  const cluster = createCluster();
  await cluster.ensureApplication(bakery);
  calls.length = 0;
  await cluster.removeApplication(bakery);
  expect(calls).toEqual([
    'GET /api/v1/applications/t-0a1b2c3d4e5f4000',
    'POST /api/v1/applications',
    'DELETE /api/v1/applications/t-0a1b2c3d4e5f4000/resource',
    'DELETE /api/v1/applications/t-0a1b2c3d4e5f4000',
    'GET /api/v1/applications/t-0a1b2c3d4e5f4000',
  ]);
  expect(await held()).toMatchObject({ applications: [], erasedClaims: ['t-0a1b2c3d4e5f4000-data'] });
  await cluster.removeApplication(bakery);
  expect(calls).toHaveLength(6);
});

test('data that are gone already do not hold up a removal, and one under way is waited for', async () => {
  const application = { metadata: { name: NAME } };
  const cluster = createCluster({
    fetch: judged(async (input, init) => {
      if (init?.method !== 'DELETE') return Response.json(application);
      if (!new URL(input).pathname.endsWith('/resource')) return Response.json({});
      const message = 'PersistentVolumeClaim  x-data not found as part of application x';
      return Response.json({ code: 3, error: message, message }, { status: 400 });
    }),
  });
  expect(await failureOf(cluster.removeApplication(bakery))).toMatchObject({ code: 'cluster-unavailable' });
});

test('an application that is being deleted is waited for', async () => {
  const metadata = { name: NAME, deletionTimestamp: '2026-11-21T12:00:00Z' };
  const cluster = createCluster({ fetch: judged(async () => Response.json({ metadata })) });
  expect(await failureOf(cluster.ensureApplication(bakery))).toMatchObject({ code: 'cluster-unavailable' });
});

test('a degraded application is synced but not healthy, and a released one is healthy at once', async () => {
  const cluster = createCluster();
  await cluster.ensureApplication(bakery);
  await order('/applications/t-0a1b2c3d4e5f4000/release');
  expect(await cluster.readApplication(bakery.orderId)).toEqual({
    synced: true,
    healthy: true,
    syncFailed: false,
  });
  await order('/applications/t-0a1b2c3d4e5f4000/degrade');
  expect(await cluster.readApplication(bakery.orderId)).toMatchObject({ synced: true, healthy: false });
  await order('/applications/t-0a1b2c3d4e5f4000/heal');
  await order('/applications/t-0a1b2c3d4e5f4000/hold');
  expect(await cluster.readApplication(bakery.orderId)).toMatchObject({ synced: true, healthy: false });
});

test.each([
  ['the cluster is down', async () => new Response('no upstream', { status: 503 })],
  ['it asks for fewer requests', async () => new Response('{}', { status: 429 })],
  ['another writer was faster', async () => Response.json({ code: 10 }, { status: 409 })],
  ['the connection breaks', () => Promise.reject(new TypeError('fetch failed'))],
  ['a proxy answers with its own page', async () => new Response('<h1>Welcome</h1>')],
  ['the answer is no application', async () => Response.json({ hello: 'world' })],
  [
    'there is no answer in time',
    (_input: string, init?: RequestInit) =>
      new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('late'))),
      ),
  ],
])('when %s, both calls fail with a failure that may pass', async (_case, fetch) => {
  const cluster = createCluster({ fetch, timeoutMs: 5 });
  const passing = { code: 'cluster-unavailable', retryable: true };
  expect(await failureOf(cluster.ensureApplication(bakery))).toMatchObject(passing);
  expect(await failureOf(cluster.readApplication(bakery.orderId))).toMatchObject(passing);
});

test('a cluster that was down for a while takes the same call afterwards, and one that lost its answer too', async () => {
  const cluster = createCluster({ fetch: async (input, init) => standIn.app.request(input, init) });
  standIn.faults.down = true;
  expect(await failureOf(cluster.ensureApplication(bakery))).toMatchObject({ code: 'cluster-unavailable' });
  standIn.faults.down = false;
  standIn.faults.loseAnswers = 1;
  expect(await failureOf(cluster.ensureApplication(bakery))).toMatchObject({ code: 'cluster-unavailable' });
  await cluster.ensureApplication(bakery);
  expect((await held()).applications).toMatchObject([{ metadata: { generation: 1 }, syncs: 1 }]);
});

test('a refused token may pass, since an operator mends it, and stays out of the message', async () => {
  const cluster = createCluster({ token: 'expired-token' });
  for (const work of [cluster.ensureApplication(bakery), cluster.readApplication(bakery.orderId)]) {
    const failure = await failureOf(work);
    expect(failure).toMatchObject({ code: 'cluster-unavailable', retryable: true });
    expect(failure.message).not.toContain('expired-token');
    expect(failure.message).toContain('401');
  }
});

test('a role that may not do it (any more) may pass too, and is never read as an application that is not there', async () => {
  const denied = { code: 7, error: 'permission denied', message: 'permission denied' };
  const cluster = createCluster({ fetch: judged(async () => Response.json(denied, { status: 403 })) });
  const passing = { code: 'cluster-unavailable', retryable: true };
  expect(await failureOf(cluster.ensureApplication(bakery))).toMatchObject(passing);
  expect(await failureOf(cluster.readApplication(bakery.orderId))).toMatchObject(passing);
  expect(await failureOf(cluster.removeApplication(bakery))).toMatchObject(passing);
});

test('a refused application is a defect', async () => {
  const cluster = createCluster({ destination: { server: '' } });
  expect(await failureOf(cluster.ensureApplication(bakery))).toMatchObject({ code: 'internal' });
});

test('state outlives a restart of the stand-in', async ({ onTestFinished }) => {
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const stateDir = mkdtempSync(join(tmpdir(), 'argocd-'));
  onTestFinished(() => rmSync(stateDir, { recursive: true }));
  const start = () =>
    createArgocdStandIn({ port: 5230, stateDir, token: 'token-of-the-site', now: () => nowMs });
  standIn = start();
  await createCluster().ensureApplication(bakery);
  standIn = start();
  nowMs += 5000;
  expect(await createCluster().readApplication(bakery.orderId)).toEqual({
    synced: true,
    healthy: true,
    syncFailed: false,
  });
});

test('the judge finds a misspelt field, a wrong type and an unknown query', () => {
  expect(problemsWith('v1alpha1Application', { spec: { sourec: {} } })).toHaveLength(1);
  expect(problemsWith('v1alpha1Application', { metadata: { generation: '1' } })).toHaveLength(1);
  const exchange = { method: 'GET', requestBody: undefined, status: 200, answer: { items: [] } };
  expect(exchangeProblems({ ...exchange, url: 'http://a/api/v1/applications?upsert=true' })).toHaveLength(1);
  expect(exchangeProblems({ ...exchange, url: 'http://a/api/v1/applications' })).toEqual([]);
});
