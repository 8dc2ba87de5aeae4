/**
 * The list of admitted accounts: it stays due until companion and application have the newest, after any interruption.
 */
import { expect } from 'vitest';
import type { Deps } from '#functions/compose.ts';
import { admittedWork } from '#functions/people/send-admitted.ts';
import { runWorkNow } from '#functions/platform/work/run-work.ts';
import { admittedChanged, findOwedList } from '#functions/tenants/admitted.ts';
import { test } from './fixtures.ts';
import type { Customer } from './plan-change-support.ts';
import { addresses, depsAt, depsWith, dueAtOf, env, noFaults, setFaults, sql, stateOf } from './support.ts';
import { putState } from './tenant-rows.ts';
import { watchedDb } from './watched-db.ts';

const tenantsUrl = `http://localhost:${addresses.tenantsPort}`;

interface Environment {
  readonly tenant: string;
  readonly admitted: { readonly revision: number; readonly accounts: readonly string[] };
  readonly workload: { readonly values: { readonly admitted?: unknown } } | null;
}
const environmentOf = async ({ subdominio }: Customer): Promise<Environment | undefined> =>
  (await stateOf<{ tenants: readonly Environment[] }>(tenantsUrl)).tenants.find(
    ({ tenant }) => tenant === subdominio,
  );
const owed = async ({ orderId }: Customer) => ({
  ...(await findOwedList(env.DB, orderId)),
  due: await dueAtOf(admittedWork, orderId),
});
const sendWith = (deps: Deps, { orderId }: Customer) => runWorkNow(deps, admittedWork, [orderId]);
const send = (owner: Customer, aheadMs = 0) => sendWith(depsAt(aheadMs), owner);
const change = ({ orderId }: Customer) => env.DB.batch(admittedChanged(env.DB, orderId, Date.now()));

const done = { due: null, isSent: 1, isApplied: 1 };

test('a delivered environment admits its owner, and its companion gets the list', async ({
  tenant: owner,
}) => {
  const admitted = { revision: expect.any(Number), accounts: [owner.subject] };
  expect((await environmentOf(owner))?.workload?.values.admitted).toEqual(admitted);
  expect(await owed(owner)).toMatchObject({ isSent: 0, isApplied: 1 });
  await send(owner);
  expect(await owed(owner)).toMatchObject(done);
  expect((await environmentOf(owner))?.admitted).toEqual(admitted);
});

test('a change reaches companion and application under a higher revision', async ({ tenant: owner }) => {
  await send(owner);
  await change(owner);
  await send(owner);
  expect(await owed(owner)).toMatchObject(done);
  const { admitted, workload } = (await environmentOf(owner)) ?? {};
  expect(admitted?.revision).toBeGreaterThan(1_700_000_000);
  expect(workload?.values.admitted).toEqual(admitted);
});

test('a companion that is down gets the list by application, then by job', async ({ tenant: owner }) => {
  await send(owner);
  await change(owner);
  await setFaults(tenantsUrl, { ...noFaults, down: true });
  await send(owner);
  expect(await owed(owner)).toMatchObject({ isSent: 0, isApplied: 1 });
  await setFaults(tenantsUrl, noFaults);
  expect((await environmentOf(owner))?.admitted.revision).toBeGreaterThan(1);
  await send(owner, 60_000);
  expect(await owed(owner)).toMatchObject(done);
});

test('after a lost response the same list is accepted again', async ({ tenant: owner }) => {
  await setFaults(tenantsUrl, { ...noFaults, loseAnswers: 1, losePath: '/__probe' });
  await send(owner);
  expect(await owed(owner)).toMatchObject({ isSent: 0 });
  await send(owner, 60_000);
  expect(await owed(owner)).toMatchObject(done);
});

test('a sender killed before recording the delivery leaves the list due', async ({ tenant: owner }) => {
  const killed = depsWith({
    db: watchedDb({ on: /^INSERT INTO admitted .* SET sent = /, before: () => new Promise(() => undefined) }),
  });
  void sendWith(killed, owner);
  const leased = 'SELECT 1 FROM work WHERE key = ? AND leased_until > 0';
  await expect.poll(() => sql(leased, owner.orderId)).toHaveLength(1);
  await send(owner);
  expect(await owed(owner)).toMatchObject({ isSent: 0 });
  await send(owner, 130_000);
  expect(await owed(owner)).toMatchObject(done);
});

test('a list read before a change is not recorded as the newest', async ({ tenant: owner }) => {
  const { instances } = depsAt(0);
  const slow = depsWith({
    instances: {
      async admit(subdomain: string, list: { revision: number; accounts: readonly string[] }) {
        await change(owner);
        await instances.admit(subdomain, list);
      },
    },
  });
  await sendWith(slow, owner);
  expect(await owed(owner)).toMatchObject({ isSent: 0, isApplied: 0 });
  await send(owner, 1000);
  expect(await owed(owner)).toMatchObject(done);
});

test('the companion refuses a list older than its own', async ({ tenant: owner }) => {
  await change(owner);
  await send(owner);
  const late = { revision: 1, accounts: ['someone-else'] };
  await expect(depsAt(0).instances.admit(owner.subdominio, late)).rejects.toMatchObject({
    code: 'tenant-unavailable',
  });
  expect((await environmentOf(owner))?.admitted.accounts).toEqual([owner.subject]);
});

test('a suspended environment gets its list when it runs again', async ({ tenant: owner }) => {
  await putState(owner.subdominio, 'suspended');
  await send(owner);
  expect(await owed(owner)).toEqual({ due: null });
  await putState(owner.subdominio, 'active');
  expect(await owed(owner)).toMatchObject({ isSent: 0 });
  await send(owner);
  expect(await owed(owner)).toMatchObject(done);
});
