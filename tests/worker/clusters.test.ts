/** More than one cluster: where new environments go, that they stay there, and that an outage stays local. */

import { beforeEach, describe, expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import { composeDeps, type Deps } from '#functions/compose.ts';
import { removalWork } from '#functions/ending/end-tenant.ts';
import { applyStanding, standingWork } from '#functions/ledger/apply-standing.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { listLoads } from '#functions/orders/cluster-loads.ts';
import { markBegun, reopenOrder } from '#functions/orders/run-rows.ts';
import { raw } from '#functions/platform/db.ts';
import type { WorkKind } from '#functions/platform/work/define-work.ts';
import { workOfEach } from '#functions/platform/work/work-store.ts';
import { runScheduled } from '#functions/scheduled.ts';
import { newFreeOrder, newHostedOrder, newPaidOrder } from '#tests/support/orders.ts';
import { orderRows, tenantRows } from '#tests/support/rows.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import {
  applicationsAt,
  calmClusters,
  clusterOf,
  depsWithCapacity,
  envWith,
  orderAt,
  provision,
  runWorkflow,
  signUpAt,
  two,
} from './clusters-support.ts';
import { reserveOrder } from './order-support.ts';
import {
  addresses,
  answerOf,
  chargesOf,
  env,
  noFaults,
  orderIdOf,
  orderRow,
  putRows,
  runDue,
  setFaults,
  sql,
} from './support.ts';

beforeEach(calmClusters);

const down = { ...noFaults, down: true };
const clustersFullMails = () =>
  sql<{ payload: string }>("SELECT payload FROM outbox WHERE id LIKE 'operator-full-house-%'");
const tenantRow = async (subdominio: string) =>
  (
    await sql(
      'SELECT o.cluster, t.state FROM tenants t JOIN orders o ON o.id = t.order_id WHERE t.subdomain = ?',
      subdominio,
    )
  )[0];

test('an outage of one cluster does not affect sign-ups in the other', async () => {
  const shop = envWith({ one: 50, two: 50 });
  const deps = depsWithCapacity(50, 50);
  const early = [await signUpAt(shop), await signUpAt(shop)];
  await Promise.all(early.map((person) => provision(deps, person)));
  expect(await Promise.all(early.map(clusterOf))).toEqual(['one', 'two']);

  await setFaults(two.argocdUrl, down);
  await setFaults(two.tenantsUrl, down);
  const late = await Promise.all(Array.from({ length: 4 }, () => signUpAt(shop)));
  expect(late.map(({ answer }) => answer.status)).toEqual(Array(4).fill(200));
  const places = await Promise.all(late.map(clusterOf));
  expect(places.filter((name) => name === 'one')).toHaveLength(2);
  const outcomes = await Promise.allSettled(late.map((person) => provision(deps, person)));
  for (const [index, outcome] of outcomes.entries()) {
    if (places[index] === 'one') expect(outcome).toMatchObject({ status: 'fulfilled' });
    else expect(outcome).toMatchObject({ reason: { code: 'cluster-unavailable', retryable: true } });
  }
  // Existing customers: a plan change reaches the running cluster and waits for the other one.
  for (const { subdominio } of early)
    await sql("UPDATE tenants SET state = 'suspended' WHERE subdomain = ?", subdominio);
  await workOfEach(env.DB, standingWork.kind, 0, raw('SELECT order_id AS key, order_id FROM tenants')).run();
  await runScheduled(deps);
  expect(await Promise.all(early.map(({ subdominio }) => tenantRow(subdominio)))).toEqual([
    { cluster: 'one', state: 'active' },
    { cluster: 'two', state: 'suspended' },
  ]);
  const count = ({ subdominio }: { subdominio: string }) => deps.instances.count(subdominio);
  expect(await count(early[0] as (typeof early)[0])).toMatchObject({ isExact: true });
  await expect(count(early[1] as (typeof early)[0])).rejects.toMatchObject({ code: 'tenant-unavailable' });
  const { dependencies } = await readReadiness(deps);
  expect(dependencies.filter(({ name }) => name.startsWith('implantação'))).toMatchObject([
    { name: 'implantação one', state: 'ok' },
    { name: 'implantação two', state: 'down' },
  ]);

  await setFaults(two.argocdUrl, noFaults);
  await setFaults(two.tenantsUrl, noFaults);
  const waiting = late.filter((_, index) => places[index] === 'two');
  await Promise.all(waiting.map((person) => provision(deps, person)));
  await applyStanding(deps, await orderIdOf(early[1]?.subject ?? ''));
  const [inOne, inTwo] = [await applicationsAt(addresses.argocdUrl), await applicationsAt(two.argocdUrl)];
  for (const person of [...early, ...late]) {
    const { cluster, state } = (await tenantRow(person.subdominio)) ?? {};
    expect([cluster, state]).toEqual([await clusterOf(person), 'active']);
    expect([inOne.includes(person.subdominio), inTwo.includes(person.subdominio)]).toEqual([
      cluster === 'one',
      cluster === 'two',
    ]);
  }
});

test('the workflow creates an environment in its order’s cluster only', async () => {
  const shop = envWith({ one: 50, two: 50 });
  const people = [await signUpAt(shop), await signUpAt(shop)];
  for (const person of people) await runWorkflow(shop, person);
  expect(await Promise.all(people.map(({ subdominio }) => tenantRow(subdominio)))).toEqual([
    { cluster: 'one', state: 'active' },
    { cluster: 'two', state: 'active' },
  ]);
  const names = [await applicationsAt(addresses.argocdUrl), await applicationsAt(two.argocdUrl)];
  const places = people.map(({ subdominio }) => names.map((inCluster) => inCluster.includes(subdominio)));
  expect(places).toEqual([
    [true, false],
    [false, true],
  ]);
});

describe('a new environment', () => {
  test('goes to the lowest load by share, the first one on a tie', async () => {
    const shop = envWith({ one: 4, two: 2 });
    const places: unknown[] = [];
    for (let place = 0; place < 6; place += 1) places.push(await clusterOf(await signUpAt(shop)));
    expect(places).toEqual(['one', 'two', 'one', 'one', 'two', 'one']);
  });

  test('never shares a place when many come at once', async () => {
    const shop = envWith({ one: 3, two: 2 });
    const people = await Promise.all(Array.from({ length: 8 }, () => signUpAt(shop)));
    expect(people.filter(({ answer }) => answer.status === 200)).toHaveLength(5);
    expect(await listLoads(depsWithCapacity(3, 2))).toEqual([
      { name: 'one', environments: 3, capacity: 3, boundBy: null },
      { name: 'two', environments: 2, capacity: 2, boundBy: null },
    ]);
  });

  test('never goes to a full or closed cluster', async () => {
    const shop = envWith({ one: 0, two: 3 });
    expect(await clusterOf(await signUpAt(shop))).toBe('two');
  });
});

test('with no room anywhere is refused before charging; operators hear once a day', async () => {
  const shop = envWith({ one: 1, two: 1 });
  await sql("DELETE FROM outbox WHERE id LIKE 'operator-full-house-%'");
  await signUpAt(shop);
  expect(await clustersFullMails()).toEqual([]);
  await signUpAt(shop);
  expect((await clustersFullMails()).map(({ payload }) => JSON.parse(payload))).toMatchObject([
    { kind: 'full-house', clusters: 'one: 1 de 1; two: 1 de 1' },
  ]);

  const hosted = { ...shop, PAYMENT_CARD_ENTRY: 'hosted' };
  for (const [at, order] of [
    [shop, newPaidOrder()],
    [hosted, newHostedOrder()],
    [shop, newFreeOrder()],
  ] as const) {
    const refused = await signUpAt(at, order);
    expect(await answerOf(refused.answer)).toMatchObject({
      status: 409,
      code: 'no-room',
      error: message('error.no-room'),
    });
    expect(await sql('SELECT id FROM orders WHERE subject = ?', refused.subject)).toEqual([]);
  }
  expect(await clustersFullMails()).toHaveLength(1);
  const readiness = await readReadiness(depsWithCapacity(1, 1));
  expect(readiness).toMatchObject({
    status: 'degraded',
    clusters: [{ capacity: 1 }, { name: 'two', environments: 1 }],
  });
});

test('readiness tells of places that run out before the last one is taken, and of what', async () => {
  const nodes = { nodes: 1, memoryGib: 16, volumes: 10 };
  const shop = { ...env, CLUSTERS: '', CLUSTER_CAPACITY: JSON.stringify(nodes) };
  const said = async () => (await readReadiness(composeDeps(shop))).problems.map(({ text }) => text);
  const place = (count: number) =>
    putRows(
      Array.from({ length: count }, () => crypto.randomUUID()).flatMap((id) =>
        orderRows({ id, subject: id, subdomain: id }),
      ),
    );
  await place(8);
  expect((await said()).filter((text) => text.includes('lugares'))).toEqual([]);
  await place(1);
  expect(await said()).toContain('lugares de volume nos clusters: 9 de 10');
  await place(1);
  expect(await said()).toContain('todos os clusters estão cheios');
  expect((await signUpAt(shop)).answer.status).toBe(409);
});

test('an order keeps its cluster when repeated, changed, rerun or finished', async () => {
  const hosted = (one: number, other: number) => ({
    ...envWith({ one, two: other }),
    PAYMENT_CARD_ENTRY: 'hosted',
  });
  const person = await signUpAt(hosted(0, 1), newHostedOrder());
  expect(await clusterOf(person)).toBe('two');
  // Full, closed, or with more room elsewhere: the first choice stays.
  for (const shop of [hosted(0, 1), hosted(9, 0), hosted(9, 9)]) {
    const again = newHostedOrder();
    expect((await orderAt(shop, person.token, again)).status).toBe(200);
    expect(await clusterOf(person)).toBe('two');
  }
  const id = await orderIdOf(person.subject);
  expect((await chargesOf(id)).payments.length).toBeGreaterThan(0);
  const deps = depsWithCapacity(9, 0);
  await sql("UPDATE orders SET status = 'ERRO', payment = 'confirmed', paid_at = 1 WHERE id = ?", id);
  await reopenOrder(deps.db, { id, attempt: 0 }, Date.now());
  await provision(deps, person);
  const subdomain = String((await orderRow(person.subject))['subdomain']);
  expect(await tenantRow(subdomain)).toMatchObject({ cluster: 'two' });
  expect(await applicationsAt(two.argocdUrl)).toContain(subdomain);
});

test('rows without a name count for the cluster of ARGOCD_*', async () => {
  const old = await reserveOrder({ subject: (await signUp()).subject });
  expect(await clusterOf(old)).toBe('');
  const deps = depsWithCapacity(1, 1);
  expect(await listLoads(deps)).toMatchObject([{ name: 'one', environments: 1 }, { environments: 0 }]);
  await setFaults(two.argocdUrl, down);
  await markBegun(deps, old.id, 'free', null, Date.now());
  await provision(deps, old);
  expect(await applicationsAt(addresses.argocdUrl)).toContain(old.subdomain);
  expect(await deps.instances.count(old.subdomain)).toMatchObject({ isExact: true });
});

test('an unlisted cluster name is called nowhere and never counts as removed', async () => {
  const person = await signUpAt(envWith({ one: 9, two: 9 }));
  const [orderId, subdomain] = [await orderIdOf(person.subject), person.subdominio];
  const deps = depsWithCapacity(9, 9);
  await provision(deps, person);
  await sql("UPDATE orders SET cluster = 'three' WHERE id = ?", orderId);
  const application = { orderId, subdomain, planId: 'free', monitorsMax: 5 };
  await expect(deps.cluster.removeApplication(application)).rejects.toMatchObject({
    code: 'cluster-unavailable',
  });
  expect(await deps.instances.isReady(subdomain)).toBe(false);
  expect(await readReadiness(deps)).toMatchObject({
    status: 'degraded',
    clusters: [{}, {}, { name: 'three', environments: 1, capacity: null }],
  });
});

const FIRST_CLUSTER = raw(
  "SELECT id AS key, id AS order_id FROM orders WHERE cluster = 'one' AND released_at IS NULL AND status = 'CONCLUIDO'",
);

/** This many tenants of the second cluster, first in the queue. */
async function queueInSecond(count: number, state: string, { kind }: WorkKind<Deps>): Promise<void> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  await putRows(
    ids.flatMap((id) => {
      const owned = { subject: id, subdomain: `fila-${state}-${id}` };
      return [
        ...orderRows({ id, ...owned, cluster: 'two' }),
        ...tenantRows({ order_id: id, ...owned, state, state_since: 1000 }),
      ];
    }),
  );
  const queued = `SELECT id AS key, id AS order_id FROM orders WHERE subdomain LIKE 'fila-${state}-%'`;
  await workOfEach(env.DB, kind, 0, raw(queued)).run();
}

describe('although many tenants of a failing cluster come first', () => {
  test('due environments of the other cluster are removed', async () => {
    const deps = depsWithCapacity(90, 90);
    const person = await signUpAt(envWith({ one: 90, two: 0 }));
    await provision(deps, person);
    await queueInSecond(25, 'ended', removalWork);
    await sql(
      "UPDATE tenants SET state = 'ended', state_since = 1001 WHERE subdomain = ?",
      person.subdominio,
    );
    await workOfEach(env.DB, removalWork.kind, 1, FIRST_CLUSTER).run();
    await setFaults(two.argocdUrl, down);
    await runDue(removalWork, deps);
    expect(await tenantRow(person.subdominio)).toBeUndefined();
    expect(await applicationsAt(addresses.argocdUrl)).not.toContain(person.subdominio);
    expect(await sql('SELECT COUNT(*) AS n FROM tenants WHERE state_since = 1000')).toEqual([{ n: 25 }]);
  });

  test('due changes of the other cluster are carried out', async () => {
    const deps = depsWithCapacity(90, 90);
    const person = await signUpAt(envWith({ one: 90, two: 0 }));
    await provision(deps, person);
    await queueInSecond(25, 'suspended', standingWork);
    await sql("UPDATE tenants SET state = 'suspended' WHERE subdomain = ?", person.subdominio);
    await workOfEach(env.DB, standingWork.kind, 1, FIRST_CLUSTER).run();
    await setFaults(two.argocdUrl, down);
    await runDue(standingWork, deps);
    expect(await tenantRow(person.subdominio)).toEqual({ cluster: 'one', state: 'active' });
  });
});
