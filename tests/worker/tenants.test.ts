/** A tenant's row is its contract: what provisioning writes, and that of two writers one is told it came late. */
import { beforeEach, expect, test } from 'vitest';
import type { TenantContract } from '#functions/ports/tenant-store.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { signUp } from '#tests/support/worker-door.ts';
import {
  calmServices,
  chargesOf,
  confirmPayment,
  depsAt,
  env,
  orderRow,
  runJobs,
  sendOrder,
  watchWorkflows,
} from './support.ts';

beforeEach(calmServices);

const tenants = depsAt(0).tenants;

/** A tenant of nobody's: an order that is done, and the row that its completion writes. */
async function newTenant() {
  const { orders } = depsAt(0);
  const id = crypto.randomUUID();
  const subdominio = newSubdomain();
  const terms = { termsVersion: 'x', termsAddress: '198.18.0.1' };
  await orders.reserve(
    {
      ...{ id, subject: crypto.randomUUID(), email: null, name: null, subdominio },
      ...{ plano: 'free', ciclo: 'monthly', amountCentavos: 0 },
      ...terms,
    },
    1,
  );
  await orders.beginProvisioning(id, 'free', null, 2);
  const order = await orders.findById(id);
  if (order === null) throw new Error('The order was not kept.');
  await orders.complete(order, { id: `welcome-${id}`, payload: '{}' }, 3);
  return { id, subdominio };
}

const contract = (known: Partial<TenantContract> = {}): TenantContract => ({
  plano: 'pro',
  ciclo: 'yearly',
  amountCentavos: 106_920,
  customerId: 'cus_1',
  subscriptionId: `sub_${crypto.randomUUID()}`,
  contractedAt: 10,
  ...known,
});
const free = { subscriptionId: null, plano: 'free' } as const;

test('a free environment has a contract without a price', async () => {
  await using workflows = await watchWorkflows();
  const { token, subject } = await signUp();
  const { subdominio } = newFreeOrder();
  await sendOrder(token, newFreeOrder({ subdominio }));
  for (const instance of await workflows.get()) await instance.waitForStatus('complete');
  const tenant = await tenants.findBySubdomain(subdominio);
  expect(tenant).toMatchObject({
    ...{
      subject,
      plano: 'free',
      ciclo: 'monthly',
      amountCentavos: 0,
      subscriptionId: null,
      customerId: null,
    },
    ...{ state: 'active', contractedAt: null, endsOn: null },
  });
  expect(await tenants.findBySubject(subject)).toEqual(tenant);
});

test('a paid environment has the price, the cycle and the subscription it was sold with', async () => {
  await using workflows = await watchWorkflows();
  const { token, subject } = await signUp();
  await sendOrder(token, newPaidOrder({ ciclo: 'yearly' }));
  const id = String((await orderRow(subject))['id']);
  const { payments, subscriptions } = await chargesOf(id);
  await confirmPayment(payments[0]?.id ?? '');
  await env.DB.prepare('UPDATE orders SET touched_at = 0 WHERE id = ?').bind(id).run();
  await runJobs();
  for (const instance of await workflows.get()) await instance.waitForStatus('complete');
  const order = await orderRow(subject);
  const tenant = await tenants.findBySubscription(subscriptions[0]?.id ?? '');
  expect(tenant).toMatchObject({
    ...{ orderId: id, subject, plano: 'pro', ciclo: 'yearly', amountCentavos: order['amount_centavos'] },
    ...{ customerId: order['customer_id'], state: 'active', contractedAt: order['paid_at'] },
  });
  expect(tenant?.contractedAt).toBeGreaterThan(0);
});

test('of two contracts put at the same moment one is in force', async () => {
  const { subdominio } = await newTenant();
  const offered = [contract(), contract({ plano: 'enterprise' })];
  const put = await Promise.all(offered.map((each) => tenants.putContract(subdominio, free, each, 20)));
  expect(put.filter(Boolean)).toHaveLength(1);
  expect(await tenants.findBySubdomain(subdominio)).toMatchObject(offered[put.indexOf(true)] ?? {});
});

test('a contract put on another plan than was seen changes nothing', async () => {
  const { subdominio } = await newTenant();
  const seen = { subscriptionId: null, plano: 'essential' } as const;
  expect(await tenants.putContract(subdominio, seen, contract(), 20)).toBe(false);
  expect(await tenants.findBySubdomain(subdominio)).toMatchObject({ plano: 'free', stateSince: 3 });
});

test('a new contract brings an ended environment back and takes its last day away', async () => {
  const { subdominio } = await newTenant();
  const paid = contract();
  await tenants.putContract(subdominio, free, paid, 20);
  expect(await tenants.findBySubdomain(subdominio)).toMatchObject({ state: 'active', stateSince: 3 });
  expect(await tenants.scheduleEnd(subdominio, 'sub_another', '2026-12-01', 25)).toBe(false);
  expect(await tenants.scheduleEnd(subdominio, paid.subscriptionId ?? '', '2026-12-01', 30)).toBe(true);
  expect((await tenants.listEnding('2026-12-02', 1000)).map((each) => each.subdominio)).toContain(subdominio);
  expect((await tenants.listEnding('2026-12-01', 1000)).map((each) => each.subdominio)).not.toContain(
    subdominio,
  );
  expect(await tenants.setState(subdominio, 'active', 'ended', 40)).toBe(true);
  expect(await tenants.setState(subdominio, 'active', 'suspended', 41)).toBe(false);
  expect((await tenants.listInState('ended', 41, 1000)).map((each) => each.subdominio)).toContain(subdominio);
  expect((await tenants.listInState('ended', 40, 1000)).map((each) => each.subdominio)).not.toContain(
    subdominio,
  );
  expect(await tenants.putContract(subdominio, { subscriptionId: null, plano: 'pro' }, contract(), 50)).toBe(
    true,
  );
  expect(await tenants.findBySubdomain(subdominio)).toMatchObject({
    state: 'active',
    stateSince: 50,
    endsOn: null,
  });
});

test('going round meets every tenant once', async () => {
  const made = await Promise.all([newTenant(), newTenant(), newTenant()]);
  const met: string[] = [];
  let page = await tenants.listAfter('', 2);
  while (page.length > 0) {
    met.push(...page.map((each) => each.subdominio));
    page = await tenants.listAfter(met.at(-1) ?? '', 2);
  }
  expect(new Set(met).size).toBe(met.length);
  expect(met).toEqual(expect.arrayContaining(made.map((each) => each.subdominio)));
});
