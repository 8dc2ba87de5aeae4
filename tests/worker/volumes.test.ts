/** The volume's size of an environment: kept as a row and in its application, through every change of where and what it is. */
import { beforeEach, expect, test } from 'vitest';
import type { Deps } from '#functions/compose.ts';
import { restoreWork } from '#functions/copies/restore-environment.ts';
import { moveEnvironment, moveWork } from '#functions/fleet/move-environment.ts';
import { readVolume } from '#functions/platform/volumes.ts';
import { applicationOf } from '#functions/tenants/environment.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { calmClusters, depsWithCapacity, envWith, provision, signUpAt, two } from './clusters-support.ts';
import { addresses, orderIdOf, runDue, setDue, sql, stateOf } from './support.ts';

beforeEach(calmClusters);

const deps = (): Deps => depsWithCapacity(50, 50);

/** A free customer in the first cluster. */
async function customer(): Promise<string> {
  const person = await signUpAt(envWith({ one: 50, two: 0 }));
  await provision(depsWithCapacity(50, 0), person);
  return orderIdOf(person.subject);
}

/** Writes the application with what a verb wants of it. */
async function write(orderId: string, wanted: Partial<Tenant>): Promise<void> {
  const tenant = await findTenant(deps().db, orderId);
  if (tenant === null) throw new Error('There is no environment.');
  await deps().cluster.ensureApplication(applicationOf(deps(), { ...tenant, ...wanted }));
}

interface Stored {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly source: { readonly helm: { readonly valuesObject: { storage?: { size: string } } } };
  };
}
/** The size that the application asks for at a cluster, and the row. */
async function sizes(orderId: string, argocdUrl = addresses.argocdUrl) {
  const { applications } = await stateOf<{ applications: readonly Stored[] }>(argocdUrl);
  const found = applications.find(({ metadata }) => metadata.labels['tenant/order'] === orderId);
  return [found?.spec.source.helm.valuesObject.storage?.size, await readVolume(deps().db, orderId)];
}

test('begins small, grows with the plan, and stays with a lower plan and a pause', async () => {
  const orderId = await customer();
  expect(await sizes(orderId)).toEqual(['1Gi', 1024]);
  await write(orderId, { plan: 'pro' });
  expect(await sizes(orderId)).toEqual(['3Gi', 3072]);
  await write(orderId, { plan: 'free' });
  await write(orderId, { plan: 'free', state: 'suspended' });
  expect(await sizes(orderId)).toEqual(['3Gi', 3072]);
});

test('goes along to another cluster, although the plan asks for less', async () => {
  const orderId = await customer();
  await write(orderId, { plan: 'pro' });
  await moveEnvironment(deps(), orderId, 'two');
  await expect
    .poll(async () => {
      for (const kind of [moveWork, restoreWork]) {
        await setDue(kind, orderId);
        await runDue(kind, deps());
      }
      return sql('SELECT state FROM moves WHERE order_id = ?', orderId);
    })
    .toEqual([]);
  expect(await sizes(orderId, two.argocdUrl)).toEqual(['3Gi', 3072]);
});

test.each([
  ['an earlier moment', 'UPDATE volumes SET mib = 1024 WHERE order_id = ?'],
  ['no moment of it at all', 'DELETE FROM volumes WHERE order_id = ?'],
])('a database of %s shrinks nothing, and learns the size again', async (_, turnBack) => {
  const orderId = await customer();
  await write(orderId, { plan: 'enterprise' });
  await sql(turnBack, orderId);
  await write(orderId, { plan: 'free' });
  expect(await sizes(orderId)).toEqual(['4Gi', 4096]);
});

test('an application that was lost comes back with the size that its volume has', async () => {
  const orderId = await customer();
  await write(orderId, { plan: 'essential' });
  await expect
    .poll(async () => {
      await deps()
        .cluster.removeApplication(applicationOf(deps(), (await findTenant(deps().db, orderId)) as Tenant))
        .catch(() => undefined);
      return (await sizes(orderId))[0];
    })
    .toBeUndefined();
  await write(orderId, { plan: 'free' });
  expect(await sizes(orderId)).toEqual(['2Gi', 2048]);
});
