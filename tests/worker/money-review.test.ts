/** Races between two steps about money, when one side has not seen the other's change yet. */

import { beforeEach, expect, test } from 'vitest';
import { AccountResponse } from '#domain/api-schemas/account.ts';
import { addDays, renewalDay } from '#domain/billing/days.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { endWork } from '#functions/ending/end-contract.ts';
import { removeTenant } from '#functions/ending/end-tenant.ts';
import { markCancelled } from '#functions/orders/closing-rows.ts';
import { markBegun } from '#functions/orders/run-rows.ts';
import { chooseTerms, findOrder } from '#functions/orders/store.ts';
import { completeOrder } from '#functions/provisioning/complete.ts';
import { renewalWork } from '#functions/renewals/dunning.ts';
import { sendReceipt } from '#functions/renewals/send-receipt.ts';
import { syncContractCharge } from '#functions/renewals/sync-contract-charge.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import { declinedOrder, newPaidOrder } from '#tests/support/orders.ts';
import { cancel } from './account-support.ts';
import {
  calmBilling,
  DAY_MS,
  MINUTE_MS,
  mailsAbout,
  overdueCustomer,
  runJobsOnDay,
  setProcessor,
  stateIn,
  statusesOf,
  suspendedCustomer,
  templatesAbout,
} from './billing-support.ts';
import { placeOrder, reserveOrder } from './order-support.ts';
import {
  type Customer,
  contractOf,
  limitsOf,
  newTenant,
  press,
  readCharge,
  renew,
  standingOf,
  today,
  upgrade,
} from './plan-change-support.ts';
import { answerOf, confirmPayment, depsAt, depsWith, orderRow, runDue, sendOrder, sql } from './support.ts';
import { watchedDb } from './watched-db.ts';

beforeEach(calmBilling);

const endOfPaidMonth = (): string => addDays(renewalDay(today(), 'monthly'), -1);

/** A cancellation that is recorded and not yet sent to the processor. */
async function cancelUnsent(customer: Customer, days = 0): Promise<void> {
  const away = () => Promise.reject(new Error('away'));
  const deps = depsWith({ processor: { cancelSubscription: away } }, days * DAY_MS);
  await cancelSubscription(deps, customer.subject);
}

test('an order cancelled during its last step leaves no environment', async () => {
  const { db } = depsAt(0);
  const { id, subdomain } = await reserveOrder({}, 1);
  await markBegun(db, id, 'free', null, 2);
  const order = await findOrder(db, id);
  if (order === null) throw new Error('The order was not kept.');
  expect(await markCancelled(db, id, 3)).toBe(true);
  await completeOrder(db, order, { id: `welcome-${id}`, template: 'welcome', payload: '{}' }, 4);
  expect(await findTenantByName(db, subdomain)).toBeNull();
  expect(await sql('SELECT 1 FROM outbox WHERE id = ?', `welcome-${id}`)).toEqual([]);
});

test('a failed charge is not retried after cancelling, even before the processor knows', async () => {
  const { customer } = await overdueCustomer();
  await cancelUnsent(customer);
  await runDue(renewalWork, depsAt(3 * DAY_MS + MINUTE_MS));
  expect(await statusesOf(customer)).toEqual(['CONFIRMED', 'OVERDUE']);
  await runDue(endWork, depsAt(DAY_MS));
  expect(await statusesOf(customer)).toEqual(['CONFIRMED']);
  expect((await templatesAbout(customer)).slice(1)).toEqual(['ended']);
});

test('a suspended environment that is cancelled gets no reactivation mail', async () => {
  const { customer } = await suspendedCustomer();
  await cancelUnsent(customer, 16);
  // The processor has removed subscription and charges; its response is on the way.
  await depsAt(0).processor.cancelSubscription(customer.subscriptionId ?? '');
  await runDue(renewalWork, depsAt(17 * DAY_MS));
  await runDue(endWork, depsAt(17 * DAY_MS));
  expect(await stateIn(customer)).toBe('ended');
  expect(await templatesAbout(customer)).not.toContain('reactivated');
  expect(await limitsOf(customer)).toMatchObject({ suspended: true });
});

test('paid while the last failure is counted, it does not stay suspended', async () => {
  const { customer, charge } = await overdueCustomer();
  await setProcessor({ declinesCharges: true });
  for (const days of [3, 7]) await runJobsOnDay(days);
  const payment = await readCharge(charge);
  let isCounted = false;
  // Runs between reading the facts and writing the payment.
  const before = async () => {
    if (isCounted) return;
    isCounted = true;
    await runJobsOnDay(15);
    expect(await stateIn(customer)).toBe('suspended');
  };
  const on = /^SELECT .* AS stateSince, .* FROM tenants WHERE order_id/;
  const slow = depsWith({ db: watchedDb({ on, before }) }, 15 * DAY_MS);
  await syncContractCharge(slow, { ...payment, state: 'confirmed' });
  expect(await stateIn(customer)).toBe('active');
  expect(await limitsOf(customer)).toMatchObject({ suspended: false });
});

test('a disputed charge that was paid lifts its suspension', async () => {
  const { customer, charge } = await suspendedCustomer();
  await confirmPayment(charge);
  await press('payments', charge, 'chargeback');
  await runJobsOnDay(17);
  expect(await stateIn(customer)).toBe('active');
});

test('switching from monthly to yearly and cancelling keeps the paid month', async () => {
  const customer = await newTenant('essential');
  expect(await answerOf(await upgrade(customer, { targetPlan: 'pro', targetCycle: 'yearly' }))).toMatchObject(
    {
      status: 'applied',
      cycle: 'yearly',
    },
  );
  const account = AccountResponse.parse(await (await cancel(customer)).json());
  expect(account).toMatchObject({ situacao: 'cancelamento-agendado', terminaEm: endOfPaidMonth() });
  expect((await contractOf(customer)).endsOn).toBe(endOfPaidMonth());
  expect((await mailsAbout(customer)).at(-1)).toMatchObject({
    template: 'cancelled',
    endsOn: endOfPaidMonth(),
  });
});

test('a cancelled plan on trust must pay its difference', async () => {
  const customer = await newTenant('essential');
  await upgrade(customer, { targetPlan: 'pro' });
  await cancel(customer);
  expect(await standingOf(customer)).toMatchObject({ plan: 'essential', basis: 'paid', renewal: null });
  const again = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
  expect(again).toMatchObject({ status: 'waiting-payment', hojeCentavos: expect.any(Number) });
  expect(again['hojeCentavos']).toBeGreaterThan(500);
});

test('an environment whose data are due for removal is not sold again', async () => {
  const customer = await newTenant('pro');
  await sql(
    "UPDATE tenants SET state = 'ended', subscription_id = NULL, ends_on = '2020-01-01', state_since = ? WHERE subdomain = ?",
    Date.now() - 31 * DAY_MS,
    customer.subdominio,
  );
  expect((await upgrade(customer, { targetPlan: 'pro' })).status).toBe(404);
});

test('an environment bought again since listing is not removed', async () => {
  const customer = await newTenant('pro');
  const active = await contractOf(customer);
  const listed = { ...active, state: 'ended' as const, stateSince: 0 };
  await removeTenant(depsAt(0), listed);
  expect(await limitsOf(customer)).toMatchObject({ suspended: false });
  expect(await stateIn(customer)).toBe('active');
});

test('a request that lost its lease changes no order', async () => {
  const { db } = depsAt(0);
  const terms = await reserveOrder({ plan: 'essential', amountCentavos: 4_900 }, 1);
  const { id } = terms;
  const lease = (await findOrder(db, id))?.leaseUntil ?? 0;
  const dearer = { ...terms, plan: 'enterprise', amountCentavos: 29_900 } as const;
  expect(await chooseTerms(db, id, lease - 1, dearer, 2)).toBe('not-open');
  expect(await chooseTerms(db, id, lease, dearer, 2)).toBe('chosen');
});

test('a refused card keeps the record of an earlier lost response', async () => {
  const { token, subject, order, answer } = await placeOrder(declinedOrder());
  expect(answer.status).toBe(402);
  expect(await orderRow(subject)).toMatchObject({ payment: 'none', unclear_until: 0 });
  await sql(
    "UPDATE orders SET payment = 'unclear', unclear_until = 1, lease_until = 0 WHERE subject = ?",
    subject,
  );
  expect((await sendOrder(token, order)).status).toBe(402);
  const row = await orderRow(subject);
  expect(row).toMatchObject({ payment: 'none' });
  expect(row['unclear_until']).toBeGreaterThan(0);
});

test('a cancelled contract does not count as "already ordered"', async () => {
  const customer = await newTenant('pro');
  const { subdominio } = customer;
  const again = newPaidOrder({ subdominio, plano: 'pro', ciclo: 'monthly' });
  expect((await sendOrder(customer.token, again)).status).toBe(200);
  await cancel(customer);
  const refusal = await sendOrder(customer.token, again);
  expect(await refusal.json()).toMatchObject({ code: 'tenant-exists', details: { redirect: '/conta' } });
});

test('the receipt names the next charge, even while this one is listed open', async () => {
  const customer = await newTenant('pro');
  await renew(customer);
  const details = await depsAt(0).processor.readSubscription(customer.subscriptionId ?? '');
  const renewal = details?.payments.at(-1);
  if (details === null || renewal === undefined) throw new Error('There is no renewal.');
  const old = depsWith({ processor: { readSubscription: async () => details } });
  const next = renewalDay(renewal.dueDate, 'monthly');
  await sendReceipt(old, await contractOf(customer), { ...renewal, state: 'confirmed' }, next);
  expect((await mailsAbout(customer)).at(-1)).toMatchObject({
    template: 'payment-confirmed',
    nextDueDate: next,
  });
});
