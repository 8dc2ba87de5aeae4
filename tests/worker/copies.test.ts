/** Copies of an environment, and its way back from one. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { EnvironmentCopies, RestoredEnvironment } from '#domain/api-schemas/operation-environments.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { copiesRemovalWork, noteRemovedCopies } from '#functions/copies/remove-copies.ts';
import { restoreWork } from '#functions/copies/restore-environment.ts';
import { removeTenant } from '#functions/ending/end-tenant.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { endForRemoval, findTenantByName } from '#functions/tenants/store.ts';
import { applicationName } from '#functions/vendors/argocd/application.ts';
import { eventsOf, operate, operated } from './operations-support.ts';
import { type Customer, newTenant } from './plan-change-support.ts';
import {
  addresses,
  calmServices,
  codeOf,
  depsAt,
  env,
  mailsSent,
  runDue,
  runJobs,
  sendJson,
  setDue,
  sql,
  stateOf,
} from './support.ts';

beforeEach(calmServices);

const copies = (who: string, now = false) => operated<EnvironmentCopies>('copias', { who, now });
const bringBack = (who: string, id = crypto.randomUUID()) =>
  operated<RestoredEnvironment>('devolver', { who, id });
const setCopies = (isOn: boolean) =>
  sendJson(`${addresses.argocdUrl}/__stand-in/settings`, 'PATCH', { copies: isOn });

/** The restore in the application's values. */
async function restoreIn({ subdominio }: Customer): Promise<{ id: string; snapshot: string } | undefined> {
  interface Stored {
    readonly subdomain: string;
    readonly spec: { source: { helm: { valuesObject: { restore?: { id: string; snapshot: string } } } } };
  }
  const { applications } = await stateOf<{ applications: readonly Stored[] }>(addresses.argocdUrl);
  return applications.find(({ subdomain }) => subdomain === subdominio)?.spec.source.helm.valuesObject
    .restore;
}

/** Follows the restore until the environment is back for the nth time: its pod starts anew, which takes moments. */
const back = ({ orderId }: Customer, times: number) =>
  expect
    .poll(async () => {
      await setDue(restoreWork, orderId);
      await runDue(restoreWork, depsAt(0));
      return (await eventsOf(orderId)).filter(({ kind }) => kind === 'restore-done').length;
    })
    .toBe(times);

test('a copy is made at once, and shown afterwards', async () => {
  const { subdominio } = await newTenant('pro');
  expect(await copies(subdominio)).toMatchObject({ copiedAt: null, isAsked: false });
  expect(await copies(subdominio, true)).toMatchObject({ isAsked: true });
  expect((await copies(subdominio)).copiedAt).toEqual(expect.any(Number));
});

test('where copies are off, a copy is refused with a sentence', async () => {
  const { subdominio: who } = await newTenant('pro');
  await setCopies(false);
  try {
    const refused = await operate('copias', { who, now: true });
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining('desligadas') });
  } finally {
    await setCopies(true);
  }
});

test('an environment comes back once, its customer is told, and later writes keep the restore', async () => {
  const customer = await newTenant('pro');
  await copies(customer.subdominio, true);
  const id = crypto.randomUUID();
  expect(await bringBack(customer.subdominio, id)).toMatchObject({
    ...{ isNew: true, isDone: false, copy: 'latest' },
  });
  expect(await bringBack(customer.subdominio, id)).toMatchObject({ isNew: false, isDone: false });
  const another = await operate('devolver', { who: customer.subdominio, id: crypto.randomUUID() });
  expect(await codeOf(another)).toEqual([409, 'idempotency-in-progress']);
  await back(customer, 1);
  // The command line asks again until it is done.
  expect(await bringBack(customer.subdominio, id)).toMatchObject({ isNew: false, isDone: true });
  const restore = await restoreIn(customer);
  expect(restore).toMatchObject({ snapshot: 'latest' });
  await runJobs(60_000);
  const kinds = (await eventsOf(customer.orderId)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind.startsWith('restore-'))).toEqual(['restore-asked', 'restore-done']);
  const [mail, ...more] = (await mailsSent(customer.email)).filter(({ subject }) =>
    subject.includes('cópia'),
  );
  expect(mail?.text).toContain('O que mudou depois não está mais lá');
  expect(more).toEqual([]);
  // A write without it would restart the pod; a new restore is a new id.
  await depsAt(0).cluster.ensureApplication({
    orderId: customer.orderId,
    subdomain: customer.subdominio,
    planId: 'pro',
    monitorsMax: 75,
  });
  expect(await restoreIn(customer)).toEqual(restore);
  expect(await bringBack(customer.subdominio)).toMatchObject({ isNew: true });
  await back(customer, 2);
  expect((await restoreIn(customer))?.id).not.toBe(restore?.id);
});

test('it is not finished while the environment does not answer with this restore', async () => {
  const customer = await newTenant('pro');
  await bringBack(customer.subdominio);
  await sendJson(`${addresses.argocdUrl}/__stand-in/settings`, 'PATCH', { secondsToHealthy: 600 });
  await runDue(restoreWork, depsAt(0));
  expect(await sql('SELECT done_at FROM restores WHERE order_id = ?', customer.orderId)).toEqual([
    { done_at: null },
  ]);
  expect((await mailsSent(customer.email)).filter(({ subject }) => subject.includes('cópia'))).toEqual([]);
});

test('a suspended environment is refused: nothing would fetch the copy', async () => {
  const { subdominio: who, orderId } = await newTenant('pro');
  await sql("UPDATE tenants SET state = 'suspended' WHERE order_id = ?", orderId);
  expect(await codeOf(await operate('devolver', { who, id: crypto.randomUUID() }))).toEqual([
    409,
    'tenant-exists',
  ]);
});

/** A free environment that is removed now. @returns The name of its application. */
async function removed(): Promise<string> {
  const { orderId, subdominio } = await newTenant('free');
  const deps = depsAt(0);
  await endForRemoval(deps.db, orderId, Date.now());
  const tenant = await findTenantByName(deps.db, subdominio);
  if (tenant === null) throw new Error('There is no tenant.');
  await expect
    .poll(() =>
      removeTenant(deps, tenant).then(
        () => findTenantByName(deps.db, subdominio),
        () => 'under way',
      ),
    )
    .toBeNull();
  return applicationName(orderId);
}

test('a removed environment’s copies go after the promised time, and no other’s', async () => {
  const { COPIES } = env;
  if (COPIES === undefined) throw new Error('There is no bucket.');
  const name = await removed();
  for (const key of [`${name}/config`, `${name}/data/00/1`, `${name}0/config`]) await COPIES.put(key, 'x');
  const keys = async () => (await COPIES.list()).objects.map(({ key }) => key);
  await runDue(copiesRemovalWork, depsAt(29 * DAY_MS));
  expect(await keys()).toHaveLength(3);
  await runDue(copiesRemovalWork, depsAt(31 * DAY_MS));
  expect(await keys()).toEqual([`${name}0/config`]);
});

describe('without a bucket', () => {
  const elsewhere = (aheadMs: number) => ({
    ...depsAt(aheadMs),
    copiesBucket: null,
    copiesRemoval: 'operator' as const,
  });
  const asked = async (days: number) => {
    const { problems } = await readReadiness(elsewhere(days * DAY_MS));
    return problems.find(({ text }) => text.startsWith('cópias a apagar'))?.text;
  };

  test('readiness names the copies until somebody says that they are gone', async () => {
    const name = await removed();
    await runDue(copiesRemovalWork, elsewhere(29 * DAY_MS));
    expect(await asked(29)).toBeUndefined();
    await runDue(copiesRemovalWork, elsewhere(31 * DAY_MS));
    expect(await asked(31)).toContain(name);
    const needs = elsewhere(31 * DAY_MS);
    await expect(noteRemovedCopies(needs, 't-of-nobody')).rejects.toMatchObject({ code: 'not-found' });
    expect(await noteRemovedCopies(needs, name)).toEqual([]);
    expect(await asked(31)).toBeUndefined();
  });

  test('where no copies are made, nobody is asked to delete any', async () => {
    await removed();
    await runDue(copiesRemovalWork, { ...elsewhere(31 * DAY_MS), copiesRemoval: 'off' });
    expect(await asked(31)).toBeUndefined();
  });

  test('where we delete them, nothing waits for an operator', async () => {
    expect(await operated('copias-apagadas', {})).toEqual([]);
    expect(await codeOf(await operate('copias-apagadas', { application: 't-0a1b' }))).toEqual([
      404,
      'not-found',
    ]);
  });
});
