/** The Argo CD stand-in compared with Kubernetes and Argo CD's controller in difficult cases. */
import { expect } from 'vitest';
import type { ArgocdStandIn } from '#dev/stand-ins/argocd/index.ts';
import { bakery, done, judgeExchanges, NAME, order, stateOf, test, waiting } from './cluster-setup.ts';

judgeExchanges();

/** A call of another client. */
async function call({ app }: ArgocdStandIn, method: string, path: string, body?: unknown) {
  const headers = { authorization: 'Bearer token-of-the-site', 'content-type': 'application/json' };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const response = await app.request(`http://argocd.test/api/v1/applications${path}`, init);
  expect(response.status).toBe(200);
  return (await response.json()) as { metadata?: object; spec?: object };
}

const claim = `/${NAME}/resource?namespace=tenant-${NAME}&resourceName=${NAME}-data&version=v1&kind=PersistentVolumeClaim`;
const kindsOf = async (standIn: ArgocdStandIn) =>
  (await stateOf(standIn)).objects.map(({ kind }) => kind).toSorted();

test('a cascade needs several passes and keeps the volume', async ({ clock, cluster, standIn }) => {
  await cluster.ensureApplication(bakery);
  clock.now += 60_000;
  await call(standIn, 'DELETE', `/${NAME}?cascade=true&propagationPolicy=foreground`);
  expect((await stateOf(standIn)).applications).toMatchObject([
    {
      metadata: {
        deletionTimestamp: expect.any(String),
        finalizers: ['resources-finalizer.argocd.argoproj.io/foreground'],
      },
    },
  ]);
  clock.now += 10_000;
  expect(await kindsOf(standIn)).toEqual(['PersistentVolumeClaim', 'Pod', 'StatefulSet']);
  clock.now += 60_000;
  expect(await kindsOf(standIn)).toEqual(['PersistentVolumeClaim']);
  expect((await stateOf(standIn)).applications).toEqual([]);
});

test('a claim used by its pod blocks the cascade', async ({ clock, cluster, standIn }) => {
  await cluster.ensureApplication(bakery);
  clock.now += 60_000;
  await call(standIn, 'DELETE', claim);
  await call(standIn, 'DELETE', `/${NAME}`);
  clock.now += 86_400_000;
  expect(await kindsOf(standIn)).toEqual([
    'Ingress',
    'PersistentVolumeClaim',
    'Pod',
    'Service',
    'StatefulSet',
  ]);
  expect((await stateOf(standIn)).applications).toHaveLength(1);
});

test('a deleted StatefulSet is recreated while automated sync is on', async ({ clock, cluster, standIn }) => {
  await cluster.ensureApplication(bakery);
  clock.now += 60_000;
  const set = `/${NAME}/resource?namespace=tenant-${NAME}&resourceName=${NAME}&version=v1&group=apps&kind=StatefulSet`;
  await call(standIn, 'DELETE', set);
  clock.now += 60_000;
  expect(await kindsOf(standIn)).toEqual(expect.arrayContaining(['StatefulSet', 'Pod']));
});

test.for([
  ['v3.2.1', true, done],
  ['v2.14.0', true, done],
  ['v2.13.4', true, { ...done, healthy: false }],
  ['v3.2.1', false, { ...done, healthy: false }],
] as const)(
  'without an address, on %s with the annotation %s',
  async ([version, ingressIgnored, state], { clock, cluster, standIn }) => {
    await order(standIn, '/settings', 'PATCH', { ingressAddress: false, ingressIgnored, version });
    await cluster.ensureApplication(bakery);
    clock.now += 60_000;
    expect(await cluster.readApplication(bakery.orderId)).toEqual(state);
    expect(await cluster.readVersion()).toBe(`${version}+stand-in`);
  },
);

test.for([
  ['OrderedReady', false],
  ['Parallel', true],
] as const)(
  'an unready pod, under %s, is replaced by a fixed one: %s',
  async ([podManagement, healthy], { clock, cluster, standIn }) => {
    await order(standIn, '/settings', 'PATCH', { podManagement });
    await cluster.ensureApplication(bakery);
    clock.now += 60_000;
    await order(standIn, `/applications/${NAME}/unready`);
    expect(await cluster.readApplication(bakery.orderId)).toMatchObject({ synced: true, healthy: false });
    await cluster.ensureApplication({ ...bakery, monitorsMax: 80 });
    expect(await cluster.readApplication(bakery.orderId)).toEqual({ ...waiting, synced: false });
    clock.now += 60_000;
    expect(await cluster.readApplication(bakery.orderId)).toMatchObject({ synced: true, healthy });
  },
);
