/** A tenant's row and ledger: what provisioning writes, and that only the newest facts count. */
import { beforeEach, expect, test } from 'vitest';
import { currentStanding } from '#domain/contract/standing.ts';
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

const tenants = depsAt(0).tenants;

/** A tenant without an account: a finished order, and the row that its completion writes. */
async function newTenant() {
  const { orders, orderProgress } = depsAt(0);
  const { id, subdomain: subdominio } = await reserveOrder({}, 1);
  await orderProgress.markBegun(id, 'free', null, 2);
  const order = await orders.findById(id);
  if (order === null) throw new Error('The order was not kept.');
  await orderProgress.complete(order, { id: `welcome-${id}`, template: 'welcome', payload: '{}' }, 3);
  return { id, subdominio };
}

test('a free environment has a contract without a price', async () => {
  await using workflows = await watchWorkflows();
  const { subject, order } = await placeOrder(newFreeOrder());
  await workflows.allDone();
  const tenant = await tenants.findBySubdomain(order.subdominio);
  expect(tenant).toMatchObject({
    ...{
      subject,
      plan: 'free',
      cycle: 'monthly',
      amountCentavos: 0,
      subscriptionId: null,
      customerId: null,
    },
    ...{ state: 'active', contractedAt: null, endsOn: null },
  });
  expect(await tenants.findBySubject(subject)).toEqual(tenant);
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
  const tenant = await tenants.findByOrder(id);
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
  const { contracts, charges } = (await depsAt(0).ledger.read(id)).facts;
  expect(contracts).toMatchObject([
    { id, subscriptionId: subscriptions[0]?.id, terms: [{ plan: 'pro', cycle: 'yearly', reason: 'sale' }] },
  ]);
  expect(charges).toMatchObject([{ paymentId: payments[0]?.id, state: 'confirmed', dueOn: today() }]);
});

test('a standing from older facts is not written to the row', async () => {
  const { id, subdominio } = await newTenant();
  const { ledger } = depsAt(0);
  const read = await ledger.read(id);
  const ended = { ...currentStanding(read.facts, 4), state: 'ended', endsOn: '2026-12-01' } as const;
  expect(await ledger.write(read, [], 5)).toBe(true);
  expect(await ledger.project(read, ended, 40)).toBe(false);
  expect(await tenants.findBySubdomain(subdominio)).toMatchObject({ state: 'active', stateSince: 3 });
  expect(await ledger.project(await ledger.read(id), ended, 40)).toBe(true);
  expect(await tenants.findBySubdomain(subdominio)).toMatchObject({
    ...{ state: 'ended', stateSince: 40, endsOn: '2026-12-01' },
  });
});

test('outdated facts are not written, nor their mails', async () => {
  const { id } = await newTenant();
  const { ledger } = depsAt(0);
  const read = await ledger.read(id);
  expect(await ledger.write(read, [], 5)).toBe(true);
  const mails = [{ id: `late-${id}`, template: 'welcome', payload: '{}' }];
  expect(await ledger.write(read, [], 6, { mails })).toBe(false);
  expect(await sql('SELECT 1 FROM outbox WHERE id = ?', `late-${id}`)).toEqual([]);
});
