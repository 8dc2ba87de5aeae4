/** How many processor requests each kind of work makes (docs/scale.md). */

import { beforeEach, expect } from 'vitest';
import { paymentEventWork } from '#functions/payments/receive-payment-event.ts';
import { reconcilePayments } from '#functions/payments/reconcile.ts';
import { receiveEvent } from '#functions/payments/webhook-events.ts';
import { runWorkNow } from '#functions/platform/work/run-work.ts';
import { renewalWork } from '#functions/renewals/dunning.ts';
import { newPaidOrder } from '#tests/support/orders.ts';
import { processorRequests } from '#tests/support/processor-requests.ts';
import { cancel, nextCharge } from './account-support.ts';
import { DAY_MS, MINUTE_MS, setProcessor } from './billing-support.ts';
import { runFiscal } from './fiscal-support.ts';
import { test } from './fixtures.ts';
import { clearOrders, placeOrder, sweepOrders } from './order-support.ts';
import { type Customer, changesOf, newTenant, press, renew, today, upgrade } from './plan-change-support.ts';
import { watchProcessor } from './processor-watch.ts';
import { confirmPayment, depsAt, firstChargeOf, runDue, sql } from './support.ts';

const asked = watchProcessor();
beforeEach(async () => {
  await clearOrders();
  await sql('UPDATE contracts SET closed_at = 1, compare_due = 0');
});

/** The requests of this work. */
async function asking(work: () => Promise<unknown>): Promise<readonly string[]> {
  asked.length = 0;
  await work();
  return [...asked];
}

async function eventAbout(paymentId: string): Promise<void> {
  const deps = depsAt(0);
  const id = crypto.randomUUID();
  const event = { id, type: 'PAYMENT_CONFIRMED', paymentId, subscriptionId: null };
  await receiveEvent(deps.db, event, deps.clock.now());
  await runWorkNow(deps, paymentEventWork, [id]);
}
const untilDue = (): number => Date.parse(nextCharge()) - Date.parse(today());

/** A failed renewal on the day after it was due. */
async function failedRenewal(): Promise<Customer> {
  const customer = await newTenant('pro');
  await press('payments', await renew(customer), 'overdue');
  await reconcilePayments(depsAt(untilDue() + DAY_MS), today());
  return customer;
}

test('an event about a renewal', async ({ paidTenant }) => {
  const renewal = await paidTenant.renew();
  await confirmPayment(renewal);
  expect(await asking(() => eventAbout(renewal))).toHaveLength(processorRequests.event);
});

test('a check of a contract', async () => {
  await newTenant('pro');
  const looks = await asking(() => reconcilePayments(depsAt(7 * DAY_MS), '2999-01-01'));
  expect(looks).toHaveLength(processorRequests.look + processorRequests.listPage);
});

test('a check of an ended contract', async () => {
  await cancel(await newTenant('pro'));
  const looks = await asking(() => reconcilePayments(depsAt(7 * DAY_MS), '2999-01-01'));
  expect(looks).toHaveLength(processorRequests.endedLook + processorRequests.listPage);
});

test('a retry of a charge, and a day of suspension', async () => {
  await failedRenewal();
  await setProcessor({ declinesCharges: true });
  const on = (days: number) =>
    asking(() => runDue(renewalWork, depsAt(untilDue() + (1 + days) * DAY_MS + MINUTE_MS)));
  expect(await on(3)).toHaveLength(processorRequests.dunningTry);
  await on(7);
  await on(15);
  expect(await on(17)).toHaveLength(processorRequests.suspendedDay);
});

test('a nota fiscal over its first two weeks', async () => {
  await newTenant('pro');
  const reads = 3;
  expect(await asking(() => runFiscal())).toHaveLength(processorRequests.notaFiscal - reads);
  expect(await asking(() => runFiscal(DAY_MS))).toHaveLength(1);
});

test('the account page', async ({ paidTenant }) => {
  expect(await asking(() => paidTenant.read())).toHaveLength(processorRequests.accountPage);
});

test('a paid sign-up', async () => {
  const asks = await asking(async () => {
    const { id } = await placeOrder(newPaidOrder());
    const charge = await firstChargeOf(id);
    await confirmPayment(charge);
    await eventAbout(charge);
  });
  expect(asks).toHaveLength(processorRequests.signUp);
});

test('an unpaid order', async () => {
  await placeOrder(newPaidOrder());
  const asks = await asking(() => sweepOrders(depsAt(30 * MINUTE_MS)));
  expect(asks).toHaveLength(processorRequests.unpaidLook);
});

test('a monthly upgrade', async ({ paidTenant }) => {
  expect(await asking(() => paidTenant.upgrade({ targetPlan: 'enterprise' }))).toHaveLength(
    processorRequests.trustUpgrade,
  );
});

test('a yearly upgrade with its difference', async () => {
  const customer = await newTenant('essential', 'yearly');
  const asks = await asking(async () => {
    await upgrade(customer, { targetPlan: 'pro' });
    const [change] = await changesOf(customer);
    const charge = String(change?.['payment_id']);
    await confirmPayment(charge);
    await eventAbout(charge);
  });
  expect((await changesOf(customer))[0]).toMatchObject({ state: 'applied' });
  expect(asks).toHaveLength(processorRequests.differenceUpgrade);
});

test('a cancellation', async ({ paidTenant }) => {
  expect(await asking(() => paidTenant.cancel())).toHaveLength(processorRequests.cancellation);
});
