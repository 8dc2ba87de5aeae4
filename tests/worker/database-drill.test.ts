/**
 * The worst day of the database: it goes back to an earlier moment, and customers of the time since exist everywhere but
 * in it (docs/worst-day.md, "Devolver o banco").
 */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import type { OrderHistory } from '#domain/api-schemas/operation-answers.ts';
import type {
  Orphans,
  ReadoptedEnvironment,
  SalesState,
} from '#domain/api-schemas/operation-environments.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { applicationName } from '#functions/vendors/argocd/application.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp, tokenFor } from '#tests/support/worker-accounts.ts';
import { operate, operated } from './operations-support.ts';
import { accessOf, both, join } from './people-support.ts';
import { type Customer, limitsOf, newTenant, proLimits, standingOf, upgrade } from './plan-change-support.ts';
import { restore, type Snapshot, takeSnapshot } from './restored-database.ts';
import {
  addresses,
  call,
  calmServices,
  codeOf,
  depsAt,
  mailsSent,
  runJobs,
  sendOrder,
  sql,
  stateOf,
} from './support.ts';

const { supportEmail } = depsAt(0);

let empty: Snapshot;
beforeAll(async () => {
  empty = await takeSnapshot();
});
// What exists elsewhere is compared with the rows, so both begin empty.
beforeEach(async () => {
  await fetch(`${addresses.siteUrl}/reset`, { method: 'POST' });
  await restore(empty);
  await calmServices();
  await depsAt(0).sales.open();
});

const orphans = () => operated<Orphans>('orfaos');
const readopt = (application: string, isSure = true) =>
  operated<ReadoptedEnvironment>('readotar', { application, isSure });
const sales = (state?: SalesState['state']) => operated<SalesState>('vendas', state ? { state } : {});
const nameOf = ({ orderId }: Customer): string => applicationName(orderId);

/** What a deletion leaves elsewhere: nothing. */
async function eraseElsewhere({ subject, subdominio: subdomain, orderId }: Customer): Promise<void> {
  const { identity, cluster } = depsAt(0);
  const application = { orderId, subdomain, planId: 'free', monitorsMax: 1 };
  await expect
    .poll(() =>
      cluster.removeApplication(application).then(
        () => 'gone',
        () => 'under way',
      ),
    )
    .toBe('gone');
  await identity.removeUser(subject);
  await identity.removeGroup(tenantGroupName(subdomain));
}

test('after a restore every paying customer comes back, and no name is sold twice', async () => {
  const kept = await newTenant('essential');
  const erased = await newTenant('free');
  const before = await takeSnapshot();
  const paying = await newTenant('pro', 'yearly');
  const member = await join(paying);
  const free = await newTenant('free');
  await cancelSubscription(depsAt(0), kept.subject);
  await runJobs();
  await eraseElsewhere(erased);

  const mailedBefore = new Set((await mailsSent(paying.email)).map(({ idempotencyKey }) => idempotencyKey));
  await sales('closed');
  await restore(before);

  const found = await orphans();
  const applications = found.applications.map(({ subdomain, orderId, email, subscriptionId }) => ({
    ...{ subdomain, orderId, email, subscriptionId },
  }));
  expect(applications).toEqual(
    expect.arrayContaining(
      [paying, free].map(({ subdominio, orderId, email, subscriptionId }) => ({
        ...{ subdomain: subdominio, orderId, email, subscriptionId },
      })),
    ),
  );
  expect(applications).toHaveLength(2);
  expect(found.subscriptions).toMatchObject([
    { id: paying.subscriptionId, reference: paying.orderId, cycle: 'yearly' },
  ]);
  expect(found.rows).toMatchObject([{ subdomain: erased.subdominio, reason: 'account-deleted' }]);
  expect(found.groups).toEqual([]);
  expect(found.unread).toEqual([]);

  // Shown first, and nothing is written.
  expect(await readopt(nameOf(paying), false)).toMatchObject({
    ...{ outcome: 'shown', subject: paying.subject, members: [member.email], charges: 1 },
  });
  expect((await orphans()).applications).toHaveLength(2);
  expect(await readopt(nameOf(paying))).toMatchObject({
    outcome: 'done',
    orderId: paying.orderId,
    plan: 'pro',
  });
  expect(await readopt(free.subdominio)).toMatchObject({
    outcome: 'done',
    subscriptionId: null,
    plan: 'free',
  });
  expect(await readopt(nameOf(paying))).toMatchObject({ outcome: 'present' });
  expect(await sql('SELECT chart_revision FROM orders WHERE id = ?', paying.orderId)).toEqual([
    { chart_revision: 'main' },
  ]);
  expect(await orphans()).toMatchObject({ applications: [], subscriptions: [], groups: [] });

  await operated('reconciliar', { all: true });
  for (const minutes of [0, 10, 60]) await runJobs(minutes * 60_000);
  expect(await sales('open')).toMatchObject({ state: 'open', isNew: true });

  // Found, in force, with the same people, and paid as sold.
  const [history] = await operated<OrderHistory[]>('historico', { who: paying.subdominio });
  expect(history).toMatchObject({ tenant: { state: 'active', plan: 'pro' } });
  expect(history?.entries.map(({ what }) => what)).toContain('order-readopted');
  expect(await standingOf(paying)).toMatchObject({ state: 'active', plan: 'pro' });
  expect(await limitsOf(paying)).toMatchObject(proLimits);
  expect(await accessOf(paying, paying)).toEqual(both);
  expect(await accessOf(paying, member)).toEqual(both);
  const account = await call(accountEndpoint, { token: await tokenFor(paying.email) });
  expect(account.status).toBe(200);
  expect(await account.json()).toMatchObject({ tenant: paying.subdominio, plan: 'pro', state: 'active' });

  // One mail about the one whose cancellation was lost, none that asks to end a customer.
  const told = (await mailsSent(supportEmail)).filter(({ subject }) => subject.startsWith('[Operação]'));
  expect(
    told.filter(({ text }) => text.includes(paying.orderId) || text.includes(String(paying.subscriptionId))),
  ).toEqual([]);
  // A receipt has one id per charge, so the provider sends it once.
  const mails = (await mailsSent(paying.email)).map(({ idempotencyKey }) => idempotencyKey);
  expect(mails.filter((id) => !mailedBefore.has(id) && !id.startsWith('payment-confirmed-'))).toEqual([]);

  // The name has its one application, and cannot be had again.
  const { token } = await signUp();
  const again = await sendOrder(token, { ...newFreeOrder(), subdominio: paying.subdominio });
  expect(await codeOf(again)).toEqual([409, 'subdomain-taken']);
  const { applications: running } = await stateOf<{ applications: readonly { subdomain: string }[] }>(
    addresses.argocdUrl,
  );
  expect(running.filter(({ subdomain }) => subdomain === paying.subdominio)).toHaveLength(1);
});

test('a subscription without a row is told with its order, and not as one to end', async () => {
  const before = await takeSnapshot();
  const paying = await newTenant('pro');
  await restore(before);
  await operated('reconciliar', { all: true });
  await runJobs();
  const [mail] = await mailsSent(String(paying.subscriptionId));
  expect(mail?.text).toContain(paying.orderId);
  expect(mail?.text).toContain('não a encerre antes de saber');
});

test('an environment of a year keeps what was paid', async () => {
  const before = await takeSnapshot();
  const paying = await newTenant('pro', 'monthly');
  const paidUntil = (await standingOf(paying)).paidThrough;
  await restore(before);
  await readopt(nameOf(paying));
  expect((await standingOf(paying)).paidThrough).toBe(paidUntil);
  expect(await sql('SELECT COUNT(*) AS charges FROM charges WHERE order_id = ?', paying.orderId)).toEqual([
    { charges: 1 },
  ]);
});

test('an account that has ordered again, and one that is gone, are not taken back', async () => {
  const before = await takeSnapshot();
  const [again, gone] = [await newTenant('free'), await newTenant('free')];
  await restore(before);
  const other = newFreeOrder();
  const token = await tokenFor(again.email);
  expect((await sendOrder(token, other)).status).toBe(200);
  const refused = await operate('readotar', { application: nameOf(again), isSure: true });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: expect.stringContaining(other.subdominio) });
  await depsAt(0).identity.removeUser(gone.subject);
  expect(await codeOf(await operate('readotar', { application: nameOf(gone), isSure: true }))).toEqual([
    404,
    'not-found',
  ]);
});

test('a service that does not answer hides nothing of the others', async () => {
  const before = await takeSnapshot();
  const paying = await newTenant('pro');
  await restore(before);
  const { fetch: send } = globalThis;
  globalThis.fetch = (input, init) =>
    String(input).includes('/v3/subscriptions') ? Promise.reject(new Error('down')) : send(input, init);
  try {
    const found = await orphans();
    expect(found.unread).toEqual(['assinaturas (payment-unavailable)']);
    expect(found.applications).toMatchObject([{ subdomain: paying.subdominio, subscriptionId: null }]);
  } finally {
    globalThis.fetch = send;
  }
});

test('while sales are closed nothing is sold, and who is a customer goes on', async () => {
  const customer = await newTenant('essential');
  expect(await sales()).toMatchObject({ state: 'open' });
  expect(await sales('closed')).toMatchObject({ state: 'closed', isNew: true });
  expect(await sales('closed')).toMatchObject({ isNew: false });
  const refused = [newFreeOrder(), newPaidOrder()].map((order) => ({ order, key: crypto.randomUUID() }));
  const { token } = await signUp();
  for (const { order, key } of refused) {
    expect(await codeOf(await sendOrder(token, order, key))).toEqual([503, 'sales-closed']);
  }
  expect(await codeOf(await upgrade(customer, { targetPlan: 'pro' }))).toEqual([503, 'sales-closed']);
  expect((await call(accountEndpoint, { token: customer.token })).status).toBe(200);
  await sales('open');
  expect((await upgrade(customer, { targetPlan: 'pro' })).status).toBe(200);
  // A browser keeps its key after a 503, so pressing again must not replay it.
  const [free] = refused;
  expect((await sendOrder(token, free?.order ?? {}, free?.key)).status).toBe(200);
});
