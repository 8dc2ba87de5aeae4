/** Removing an environment at Argo CD: the order of deletions, and continuing after an interruption anywhere. */
import { describe, expect } from 'vitest';
import type { ArgocdStandIn } from '#dev/stand-ins/argocd/index.ts';
import type { Cluster } from '#functions/vendors/cluster.ts';
import { bakery, clusterAt, judgeExchanges, NAME, order, passing, stateOf, test } from './cluster-setup.ts';

judgeExchanges();

/** A running environment: synced, healthy, its pod on its volume. */
async function running({ cluster, clock }: { cluster: Cluster; clock: { now: number } }) {
  await cluster.ensureApplication(bakery);
  clock.now += 60_000;
  expect(await cluster.readApplication(bakery.orderId)).toMatchObject({ synced: true, healthy: true });
}

/**
 * Repeats the call every minute, like the scheduled job, until it is done.
 * @returns How often it was repeated.
 */
async function removeAll(cluster: Cluster, clock: { now: number }): Promise<number> {
  for (let asked = 1; asked <= 10; asked += 1) {
    try {
      await cluster.removeApplication(bakery);
      return asked;
    } catch (error) {
      expect(error).toMatchObject(passing);
      clock.now += 60_000;
    }
  }
  throw new Error('the removal does not end');
}

async function expectNothingLeft(standIn: ArgocdStandIn) {
  const { applications, objects, erasedClaims } = await stateOf(standIn);
  expect({ applications, objects, erasedClaims }).toEqual({
    applications: [],
    objects: [],
    erasedClaims: [`${NAME}-data`],
  });
}

test('a running environment is removed completely: pod, volume, Ingress, application', async ({
  clock,
  cluster,
  standIn,
}) => {
  await running({ cluster, clock });
  expect((await stateOf(standIn)).objects.map(({ kind }) => kind).toSorted()).toEqual([
    'Ingress',
    'PersistentVolumeClaim',
    'Pod',
    'Service',
    'StatefulSet',
  ]);
  await removeAll(cluster, clock);
  await expectNothingLeft(standIn);
  // A repeated call succeeds.
  await cluster.removeApplication(bakery);
});

test('the finished pod of a copy does not hold it up', async ({ clock, cluster, standIn }) => {
  await running({ cluster, clock });
  await cluster.startCopy(bakery.orderId);
  // Only the instance's own pod counts as the environment running.
  expect(await cluster.hasPod(bakery.orderId)).toBe(true);
  await cluster.ensureApplication({ ...bakery, isSuspended: true });
  clock.now += 60_000;
  expect(await cluster.hasPod(bakery.orderId)).toBe(false);
  await removeAll(cluster, clock);
  await expectNothingLeft(standIn);
});

test('it deletes the workload, then the volume, then the application', async ({ calls, clock, cluster }) => {
  await running({ cluster, clock });
  calls.length = 0;
  await removeAll(cluster, clock);
  const deleted = calls.filter((call) => call.startsWith('DELETE'));
  expect(deleted).toEqual([
    `DELETE /api/v1/applications/${NAME}/resource`,
    `DELETE /api/v1/applications/${NAME}/resource`,
    `DELETE /api/v1/applications/${NAME}`,
  ]);
});

test('until it is done it says what is left', async ({ clock, cluster, standIn }) => {
  await running({ cluster, clock });
  await order(standIn, `/applications/${NAME}/stick`);
  for (let asked = 0; asked < 3; asked += 1) {
    await expect(cluster.removeApplication(bakery)).rejects.toMatchObject({
      ...passing,
      left: expect.arrayContaining([
        `Application ${NAME}`,
        `Pod ${NAME}-0`,
        `PersistentVolumeClaim ${NAME}-data`,
      ]),
    });
    clock.now += 60_000;
  }
  // Nothing more is deleted while a pod does not stop.
  expect((await stateOf(standIn)).applications).toMatchObject([{ metadata: { name: NAME } }]);
  await order(standIn, `/applications/${NAME}/unstick`);
  await removeAll(cluster, clock);
  await expectNothingLeft(standIn);
});

describe('interrupted at any step', () => {
  test.for([
    ['before the call', false],
    ['after the call, with a lost response', true],
  ] as const)(
    '%s, the next call continues and nothing is left',
    async ([, isDone], { clock, standIn, cluster }) => {
      for (let step = 0; step < 12; step += 1) {
        await running({ cluster, clock });
        let left = step;
        const interrupted = clusterAt({
          fetch: async (input, init) => {
            left -= 1;
            if (left < 0 && isDone) await standIn.app.request(input, init);
            if (left < 0) throw new TypeError('fetch failed');
            return standIn.app.request(input, init);
          },
        });
        await interrupted.removeApplication(bakery).catch(() => undefined);
        clock.now += 20_000;
        await removeAll(cluster, clock);
        const { applications, objects } = await stateOf(standIn);
        expect({ step, applications, objects }).toEqual({ step, applications: [], objects: [] });
      }
    },
  );

  test('a deletion that waits for its own volume is completed', async ({ clock, cluster, standIn }) => {
    await running({ cluster, clock });
    const headers = { authorization: 'Bearer token-of-the-site', 'content-type': 'application/json' };
    const remove = (path: string) =>
      standIn.app.request(`http://argocd.test/api/v1/applications/${NAME}${path}`, {
        method: 'DELETE',
        headers,
      });
    await remove(
      `/resource?namespace=tenant-${NAME}&resourceName=${NAME}-data&version=v1&kind=PersistentVolumeClaim`,
    );
    await remove('?cascade=true');
    clock.now += 3_600_000;
    expect((await stateOf(standIn)).objects).toContainEqual(
      expect.objectContaining({ kind: 'PersistentVolumeClaim', isTerminating: true }),
    );
    await removeAll(cluster, clock);
    await expectNothingLeft(standIn);
  });
});

test('an application that is being deleted is not written', async ({ calls, clock, cluster, standIn }) => {
  await running({ cluster, clock });
  await expect(cluster.removeApplication(bakery)).rejects.toMatchObject(passing);
  clock.now += 60_000;
  await expect(cluster.removeApplication(bakery)).rejects.toMatchObject(passing);
  const [application] = (await stateOf(standIn)).applications;
  expect(application).toMatchObject({ metadata: { deletionTimestamp: expect.any(String) } });
  calls.length = 0;
  await expect(cluster.ensureApplication(bakery)).rejects.toMatchObject(passing);
  expect(calls).toEqual([`GET /api/v1/applications/${NAME}`]);
  clock.now += 60_000;
  await running({ cluster, clock });
  expect((await stateOf(standIn)).objects.filter(({ kind }) => kind === 'Ingress')).toHaveLength(1);
});

test('a change during a deletion keeps its cascade', async ({ clock, cluster, standIn }) => {
  await running({ cluster, clock });
  // Another caller deletes the application between our read and our write.
  const late = clusterAt({
    fetch: async (input, init) => {
      const headers = { authorization: 'Bearer token-of-the-site', 'content-type': 'application/json' };
      if (init?.method !== 'GET')
        await standIn.app.request(`http://argocd.test/api/v1/applications/${NAME}`, {
          method: 'DELETE',
          headers,
        });
      return standIn.app.request(input, init);
    },
  });
  await expect(late.ensureApplication({ ...bakery, planId: 'free' })).rejects.toMatchObject(passing);
  clock.now += 60_000;
  // The volume stays unless a call names it.
  expect(await stateOf(standIn)).toMatchObject({
    applications: [],
    objects: [{ kind: 'PersistentVolumeClaim', isTerminating: false }],
  });
});

test('it waits for a running sync, which would create a new volume', async ({ clock, cluster, standIn }) => {
  await cluster.ensureApplication(bakery);
  await expect(cluster.removeApplication(bakery)).rejects.toMatchObject(passing);
  expect((await stateOf(standIn)).applications).toMatchObject([
    { metadata: expect.not.objectContaining({ deletionTimestamp: expect.anything() }) },
  ]);
  clock.now += 10_000;
  await removeAll(cluster, clock);
  expect(await stateOf(standIn)).toMatchObject({ applications: [], objects: [] });
});

test('an environment is removed while Git is down', async ({ clock, cluster, standIn }) => {
  await running({ cluster, clock });
  await order(standIn, '/settings', 'PATCH', { git: 'inaccessible' });
  await removeAll(cluster, clock);
  await expectNothingLeft(standIn);
});
