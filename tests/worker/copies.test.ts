/** Copies of an environment, and its way back from one. */
import { expect } from 'vitest';
import type { EnvironmentCopies, RestoredEnvironment } from '#domain/api-schemas/operation-environments.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { copiesRemovalWork } from '#functions/copies/remove-copies.ts';
import { restoreWork } from '#functions/copies/restore-environment.ts';
import { removeTenant } from '#functions/ending/end-tenant.ts';
import { endForRemoval, findTenantByName } from '#functions/tenants/store.ts';
import { applicationName } from '#functions/vendors/argocd/application.ts';
import { test } from './fixtures.ts';
import { eventsOf, operate, operated } from './operations-support.ts';
import type { Customer } from './plan-change-support.ts';
import {
  addresses,
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

const copies = (quem: string, agora = false) => operated<EnvironmentCopies>('copias', { quem, agora });
const bringBack = (quem: string, id = crypto.randomUUID()) =>
  operated<RestoredEnvironment>('devolver', { quem, id });
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

test('a copy is made at once, and shown afterwards', async ({ paidTenant: { subdominio } }) => {
  expect(await copies(subdominio)).toMatchObject({ em: null, pedida: false });
  expect(await copies(subdominio, true)).toMatchObject({ pedida: true });
  expect((await copies(subdominio)).em).toEqual(expect.any(Number));
});

test('where copies are off, a copy is refused with a sentence', async ({ paidTenant: { subdominio } }) => {
  await setCopies(false);
  try {
    const refused = await operate('copias', { quem: subdominio, agora: true });
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining('desligadas') });
  } finally {
    await setCopies(true);
  }
});

test('an environment comes back once, its customer is told, and later writes keep the restore', async ({
  paidTenant,
}) => {
  await copies(paidTenant.subdominio, true);
  const id = crypto.randomUUID();
  expect(await bringBack(paidTenant.subdominio, id)).toMatchObject({
    isNew: true,
    isDone: false,
    copia: 'latest',
  });
  expect(await bringBack(paidTenant.subdominio, id)).toMatchObject({ isNew: false, isDone: false });
  const another = await operate('devolver', { quem: paidTenant.subdominio, id: crypto.randomUUID() });
  expect(await codeOf(another)).toEqual([409, 'idempotency-in-progress']);
  await back(paidTenant, 1);
  // The command line asks again until it is done.
  expect(await bringBack(paidTenant.subdominio, id)).toMatchObject({ isNew: false, isDone: true });
  const restore = await restoreIn(paidTenant);
  expect(restore).toMatchObject({ snapshot: 'latest' });
  await runJobs(60_000);
  const kinds = (await eventsOf(paidTenant.orderId)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind.startsWith('restore-'))).toEqual(['restore-asked', 'restore-done']);
  const [mail, ...more] = (await mailsSent(paidTenant.email)).filter(({ subject }) =>
    subject.includes('cópia'),
  );
  expect(mail?.text).toContain('O que mudou depois não está mais lá');
  expect(more).toEqual([]);
  // A write without it would restart the pod; a new restore is a new id.
  await depsAt(0).cluster.ensureApplication({
    orderId: paidTenant.orderId,
    subdomain: paidTenant.subdominio,
    planId: 'pro',
    monitorsMax: 75,
  });
  expect(await restoreIn(paidTenant)).toEqual(restore);
  expect(await bringBack(paidTenant.subdominio)).toMatchObject({ isNew: true });
  await back(paidTenant, 2);
  expect((await restoreIn(paidTenant))?.id).not.toBe(restore?.id);
});

test('it is not finished while the environment does not answer with this restore', async ({ paidTenant }) => {
  await bringBack(paidTenant.subdominio);
  await sendJson(`${addresses.argocdUrl}/__stand-in/settings`, 'PATCH', { secondsToHealthy: 600 });
  await runDue(restoreWork, depsAt(0));
  expect(await sql('SELECT done_at FROM restores WHERE order_id = ?', paidTenant.orderId)).toEqual([
    { done_at: null },
  ]);
  expect((await mailsSent(paidTenant.email)).filter(({ subject }) => subject.includes('cópia'))).toEqual([]);
});

test('a suspended environment is refused: nothing would fetch the copy', async ({
  paidTenant: { subdominio, orderId },
}) => {
  await sql("UPDATE tenants SET state = 'suspended' WHERE order_id = ?", orderId);
  expect(await codeOf(await operate('devolver', { quem: subdominio, id: crypto.randomUUID() }))).toEqual([
    409,
    'tenant-exists',
  ]);
});

test('a removed environment’s copies go after the promised time, and no other’s', async ({
  tenant: { orderId, subdominio },
}) => {
  const { COPIES } = env;
  if (COPIES === undefined) throw new Error('There is no bucket.');
  const name = applicationName(orderId);
  for (const key of [`${name}/config`, `${name}/data/00/1`, `${name}0/config`]) await COPIES.put(key, 'x');
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
  const keys = async () => (await COPIES.list()).objects.map(({ key }) => key);
  await runDue(copiesRemovalWork, depsAt(29 * DAY_MS));
  expect(await keys()).toHaveLength(3);
  await runDue(copiesRemovalWork, depsAt(31 * DAY_MS));
  expect(await keys()).toEqual([`${name}0/config`]);
});
