/** A tenant's row and ledger: what provisioning writes, and that only the newest facts count. */
import { beforeEach, expect, test } from 'vitest';
import { currentStanding } from '#domain/contract/standing.ts';
import { projectStanding, readLedger, writeLedger } from '#functions/ledger/store.ts';
import { markBegun } from '#functions/orders/run-rows.ts';
import { findOrder } from '#functions/orders/store.ts';
import { completeOrder } from '#functions/provisioning/complete.ts';
import { findTenant, findTenantByName, findTenantOfOwner } from '#functions/tenants/store.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { makeOrderDue, placeOrder, reserveOrder } from './order-support.ts';
import { today } from './plan-change-support.ts';
import {
  calmServices,
  chargesOf,
  confirmPayment,
  depsAt,
  orderRow,
  runJobs,
  sql,
  watchWorkflows,
} from './support.ts';

beforeEach(calmServices);

/** A tenant without an account: a finished order, and the row that its completion writes. */
async function newTenant() {
  const { db } = depsAt(0);
  const { id, subdomain: subdominio } = await reserveOrder({}, 1);
  await markBegun(depsAt(0), id, 'free', null, 2);
  const order = await findOrder(db, id);
  if (order === null) throw new Error('The order was not kept.');
  await completeOrder(db, order, { id: `welcome-${id}`, template: 'welcome', payload: '{}' }, 3);
  return { id, subdominio };
}

test('a free environment has a contract without a price', async () => {
  await using workflows = await watchWorkflows();
  const { subject, order } = await placeOrder(newFreeOrder());
  await workflows.allDone();
  const tenant = await findTenantByName(depsAt(0).db, order.subdominio);
  expect(tenant).toMatchObject({
    subject,
    plan: 'free',
    cycle: 'monthly',
    amountCentavos: 0,
    subscriptionId: null,
    customerId: null,
    state: 'active',
    contractedAt: null,
    endsOn: null,
  });
  expect(await findTenantOfOwner(depsAt(0).db, subject)).toEqual(tenant);
});

test('a paid environment has the price, cycle and subscription sold', async () => {
  await using workflows = await watchWorkflows();
  const { subject, id } = await placeOrder(newPaidOrder({ ciclo: 'yearly' }));
  const { payments, subscriptions } = await chargesOf(id);
  await confirmPayment(payments[0]?.id ?? '');
  await makeOrderDue(id);
  await runJobs();
  await workflows.allDone();
  const order = await orderRow(subject);
  const tenant = await findTenant(depsAt(0).db, id);
  expect(tenant).toMatchObject({
    orderId: id,
    subject,
    plan: 'pro',
    cycle: 'yearly',
    amountCentavos: order['amount_centavos'],
    customerId: order['customer_id'],
    subscriptionId: subscriptions[0]?.id,
    state: 'active',
    contractedAt: order['paid_at'],
  });
  expect(tenant?.contractedAt).toBeGreaterThan(0);
  const { contracts, charges } = (await readLedger(depsAt(0).db, id)).facts;
  expect(contracts).toMatchObject([
    { id, subscriptionId: subscriptions[0]?.id, terms: [{ plan: 'pro', cycle: 'yearly', reason: 'sale' }] },
  ]);
  expect(charges).toMatchObject([{ paymentId: payments[0]?.id, state: 'confirmed', dueOn: today() }]);
});

test('a standing from older facts is not written to the row', async () => {
  const { id, subdominio } = await newTenant();
  const { db } = depsAt(0);
  const read = await readLedger(db, id);
  const ended = { ...currentStanding(read.facts, 4), state: 'ended', endsOn: '2026-12-01' } as const;
  expect(await writeLedger(db, read, [], 5)).toBe(true);
  expect(await projectStanding(db, read, ended, 40)).toBe(false);
  expect(await findTenantByName(depsAt(0).db, subdominio)).toMatchObject({ state: 'active', stateSince: 3 });
  expect(await projectStanding(db, await readLedger(db, id), ended, 40)).toBe(true);
  expect(await findTenantByName(depsAt(0).db, subdominio)).toMatchObject({
    state: 'ended',
    stateSince: 40,
    endsOn: '2026-12-01',
  });
});

test('outdated facts are not written, nor their mails', async () => {
  const { id } = await newTenant();
  const { db } = depsAt(0);
  const read = await readLedger(db, id);
  expect(await writeLedger(db, read, [], 5)).toBe(true);
  const mails = [{ id: `late-${id}`, template: 'welcome', payload: '{}' }];
  expect(await writeLedger(db, read, [], 6, { mails })).toBe(false);
  expect(await sql('SELECT 1 FROM outbox WHERE id = ?', `late-${id}`)).toEqual([]);
});
