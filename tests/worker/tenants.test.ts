/** A tenant's row is its contract: what provisioning writes, and how it comes to its end. */
import { beforeEach, expect, test } from 'vitest';
import type { Tenant } from '#functions/contract/tenant.ts';
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
import { putContract } from './tenant-rows.ts';

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
      ...{
        id,
        subject: crypto.randomUUID(),
        email: null,
        emailVerified: false,
        name: null,
        subdomain: subdominio,
      },
      ...{ plan: 'free', cycle: 'monthly', amountCentavos: 0 },
      ...terms,
    },
    1,
  );
  await orders.beginProvisioning(id, 'free', null, 2);
  const order = await orders.findById(id);
  if (order === null) throw new Error('The order was not kept.');
  await orders.complete(order, { id: `welcome-${id}`, template: 'welcome', payload: '{}' }, 3);
  return { id, subdominio };
}

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
    ...{ orderId: id, subject, plan: 'pro', cycle: 'yearly', amountCentavos: order['amount_centavos'] },
    ...{ customerId: order['customer_id'], state: 'active', contractedAt: order['paid_at'] },
  });
  expect(tenant?.contractedAt).toBeGreaterThan(0);
});

test('an end is noted for the subscription that renews, and an environment changes its state only from the one it has', async () => {
  const { subdominio } = await newTenant();
  const subscriptionId = await putContract(subdominio);
  const listed = async (found: Promise<readonly Tenant[]>): Promise<boolean> =>
    (await found).some((each) => each.subdomain === subdominio);
  expect(await tenants.scheduleEnd(subdominio, 'sub_another', '2026-12-01')).toBe(false);
  expect(await tenants.scheduleEnd(subdominio, subscriptionId, '2026-12-01')).toBe(true);
  expect(await tenants.findBySubdomain(subdominio)).toMatchObject({
    subscriptionId: null,
    endsOn: '2026-12-01',
    stateSince: 3,
  });
  expect(await listed(tenants.listEnding('2026-12-02', 1000))).toBe(true);
  expect(await listed(tenants.listEnding('2026-12-01', 1000))).toBe(false);
  expect(await tenants.setState(subdominio, 'active', 'ended', 40)).toBe(true);
  expect(await tenants.setState(subdominio, 'active', 'suspended', 41)).toBe(false);
  expect(await listed(tenants.listInState('ended', 41, 1000))).toBe(true);
  expect(await listed(tenants.listInState('ended', 40, 1000))).toBe(false);
});

test('going round meets every tenant once', async () => {
  const made = await Promise.all([newTenant(), newTenant(), newTenant()]);
  const met: string[] = [];
  let page = await tenants.listAfter('', 2);
  while (page.length > 0) {
    met.push(...page.map((each) => each.subdomain));
    page = await tenants.listAfter(met.at(-1) ?? '', 2);
  }
  expect(new Set(met).size).toBe(met.length);
  expect(met).toEqual(expect.arrayContaining(made.map((each) => each.subdominio)));
});
