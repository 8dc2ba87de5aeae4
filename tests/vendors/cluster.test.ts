import { expect } from 'vitest';
import {
  bakery,
  clusterAt,
  done,
  judgeExchanges,
  NAME,
  order,
  stateOf,
  test,
  waiting,
} from './cluster-setup.ts';

judgeExchanges();

test('a missing application is read as null', async ({ cluster }) => {
  expect(await cluster.readApplication('ffffffff-0000-4000-8000-000000000000')).toBeNull();
});

test('the application has the tenant’s values, keeps data, and heals itself', async ({
  cluster,
  standIn,
}) => {
  await cluster.ensureApplication(bakery);
  const [application] = (await stateOf(standIn)).applications;
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
      syncPolicy: {
        automated: { prune: false, selfHeal: true },
        syncOptions: ['CreateNamespace=true'],
        managedNamespaceMetadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
      },
    },
  });
  expect(application?.['metadata']).not.toHaveProperty('finalizers');
});

test('an application moves from nothing to synced to healthy as time passes', async ({ clock, cluster }) => {
  await cluster.ensureApplication(bakery);
  const seen = [];
  for (const secondsLater of [0, 9, 1, 19, 1]) {
    clock.now += secondsLater * 1000;
    seen.push(await cluster.readApplication(bakery.orderId));
  }
  const progressing = { ...done, healthy: false };
  expect(seen).toEqual([waiting, waiting, progressing, progressing, done]);
});

test('creating the same application twice creates and syncs it once', async ({ clock, cluster, standIn }) => {
  await cluster.ensureApplication(bakery);
  clock.now += 60_000;
  await cluster.ensureApplication(bakery);
  expect((await stateOf(standIn)).applications).toMatchObject([{ metadata: { generation: 1 }, syncs: 1 }]);
});

test('another order’s application for the same name is found', async ({ cluster }) => {
  const { orderId, subdomain } = bakery;
  const later = { ...bakery, orderId: '1a1b2c3d-4e5f-4000-8000-000000000000' };
  const others = { ...bakery, orderId: '2a1b2c3d-4e5f-4000-8000-000000000000', subdomain: 'padaria' };
  expect(await cluster.listRivals({ orderId, subdomain })).toEqual([]);
  await cluster.ensureApplication(bakery);
  await cluster.ensureApplication(others);
  expect(await cluster.listRivals({ orderId, subdomain })).toEqual([]);
  expect(await cluster.listRivals(later)).toEqual([NAME]);
});

test('an empty list written as null has no applications', async () => {
  const cluster = clusterAt({ fetch: async () => Response.json({ metadata: {}, items: null }) });
  expect(await cluster.listRivals(bakery)).toEqual([]);
});

test('a plan change updates the one application', async ({ clock, cluster, standIn }) => {
  await cluster.ensureApplication(bakery);
  clock.now += 60_000;
  await cluster.ensureApplication({ ...bakery, planId: 'enterprise', monitorsMax: 150 });
  const { applications } = await stateOf(standIn);
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

test('a failed sync is reported, stays failed, and recovers when ensured', async ({
  calls,
  clock,
  cluster,
  standIn,
}) => {
  await order(standIn, '/settings', 'PATCH', { failNextSyncs: 1 });
  await cluster.ensureApplication(bakery);
  clock.now += 3_600_000;
  expect(await cluster.readApplication(bakery.orderId)).toEqual({ ...waiting, syncFailed: true });
  await cluster.ensureApplication(bakery);
  expect(calls.at(-1)).toBe('POST /api/v1/applications/t-0a1b2c3d4e5f4000/sync');
  expect(await cluster.readApplication(bakery.orderId)).toMatchObject({ syncFailed: false });
  clock.now += 30_000;
  expect(await cluster.readApplication(bakery.orderId)).toEqual(done);
});

test('a suspension reaches the chart, and is undone', async ({ cluster, standIn }) => {
  const isSuspended = async () => {
    const [application] = (await stateOf(standIn)).applications as {
      spec: { source: { helm: { valuesObject: Record<string, unknown> } } };
    }[];
    return application?.spec.source.helm.valuesObject['suspended'];
  };
  await cluster.ensureApplication({ ...bakery, isSuspended: true });
  expect(await isSuspended()).toBe(true);
  await cluster.ensureApplication(bakery);
  expect(await isSuspended()).toBe(false);
});

test('a held application is synced but unhealthy', async ({ cluster, standIn }) => {
  await cluster.ensureApplication(bakery);
  await order(standIn, '/applications/t-0a1b2c3d4e5f4000/release');
  expect(await cluster.readApplication(bakery.orderId)).toEqual(done);
  await order(standIn, '/applications/t-0a1b2c3d4e5f4000/hold');
  expect(await cluster.readApplication(bakery.orderId)).toMatchObject({ synced: true, healthy: false });
});

test('the version of Argo CD is read', async ({ cluster }) => {
  expect(await cluster.readVersion()).toBe('v3.2.1+stand-in');
});
