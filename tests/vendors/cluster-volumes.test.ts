/** The size that an application asks for: it grows with the plan, and no write makes it smaller. */
import { expect } from 'vitest';
import { bakery, clusterAt, growing, judgeExchanges, stateOf, test } from './cluster-setup.ts';

judgeExchanges();

const storageIn = async (standIn: Parameters<typeof stateOf>[0]) => {
  const [application] = (await stateOf(standIn)).applications as {
    spec: { source: { helm: { valuesObject: { storage?: unknown } } } };
  }[];
  return application?.spec.source.helm.valuesObject.storage;
};
const free = { ...bakery, planId: 'free' };

test('by plan, beside the operator’s class; a lower plan, a pause and a forgotten row keep it', async ({
  fetch,
  standIn,
}) => {
  const cluster = clusterAt({ fetch, values: { storage: { className: 'rápida' }, quota: { cpu: '8' } } });
  expect(await cluster.ensureApplication(free)).toEqual({ volumeMib: 1024 });
  expect(await storageIn(standIn)).toEqual({ className: 'rápida', size: '1Gi' });
  expect(await cluster.ensureApplication(bakery)).toEqual({ volumeMib: 3072 });
  for (const later of [free, { ...free, isSuspended: true }, { ...free, volumeHadMib: 1024 }]) {
    expect(await cluster.ensureApplication(later)).toEqual({ volumeMib: 3072 });
    expect(await storageIn(standIn)).toEqual({ className: 'rápida', size: '3Gi' });
  }
});

test('where volumes cannot grow it begins at the largest plan’s, and an older smaller one stays', async ({
  fetch,
  standIn,
}) => {
  const fixed = clusterAt({ fetch, storage: { ...growing, canGrow: false } });
  expect(await fixed.ensureApplication(free)).toEqual({ volumeMib: 4096 });
  const other = { ...free, orderId: '1a1b2c3d-4e5f-4000-8000-000000000000', subdomain: 'outra' };
  await clusterAt({ fetch }).ensureApplication(other);
  expect(await fixed.ensureApplication({ ...other, planId: 'enterprise' })).toEqual({ volumeMib: 1024 });
  expect((await stateOf(standIn)).applications).toHaveLength(2);
});

test('an application from before it named a size keeps the chart’s', async ({ fetch, cluster, standIn }) => {
  await cluster.ensureApplication(free);
  const name = 't-0a1b2c3d4e5f4000';
  const read = await fetch(`http://argocd.test/api/v1/applications/${name}?project=vigia-tenants`, {
    headers: { authorization: 'Bearer token-of-the-site' },
    method: 'GET',
  });
  const { spec } = (await read.json()) as {
    spec: { source: { helm: { valuesObject: { storage?: unknown } } } };
  };
  delete spec.source.helm.valuesObject.storage;
  await fetch(`http://argocd.test/api/v1/applications/${name}/spec?project=vigia-tenants&validate=false`, {
    headers: { authorization: 'Bearer token-of-the-site', 'content-type': 'application/json' },
    method: 'PUT',
    body: JSON.stringify(spec),
  });
  expect(await storageIn(standIn)).toBeUndefined();
  expect(await cluster.ensureApplication(free)).toEqual({ volumeMib: 4096 });
  expect(await storageIn(standIn)).toEqual({ size: '4Gi' });
});

test('a removal asks for no smaller one on its way', async ({ cluster, standIn }) => {
  await cluster.ensureApplication(bakery);
  await cluster.removeApplication(free).catch(() => undefined);
  expect(await storageIn(standIn)).toEqual({ size: '3Gi' });
});
