/** A sign-up whose first charge is refused after it was accepted: it can be paid for a day, then nothing is left. */
import { beforeEach, expect, test, vi } from 'vitest';
import { RESERVATION_MS } from '#functions/orders/store.ts';
import { newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { DAY_MS, MINUTE_MS } from './billing-support.ts';
import { clearOrders, makeOrderDue, placeOrder, sweepOrders } from './order-support.ts';
import { press } from './plan-change-support.ts';
import {
  calmServices,
  chargesOf,
  confirmPayment,
  depsAt,
  depsWith,
  firstChargeOf,
  sendOrder,
  statusOf,
} from './support.ts';

const GIVEN_UP_MS = RESERVATION_MS + DAY_MS + MINUTE_MS;

/** A sweep would first process the orders of other tests. */
beforeEach(async () => {
  await calmServices();
  await clearOrders();
});

/** An order whose card was accepted, and the later state of its charge. */
async function orderWith(action: 'refuse' | 'overdue' | null) {
  const { token, order, id } = await placeOrder(newPaidOrder());
  const charge = await firstChargeOf(id);
  if (action !== null) await press('payments', charge, action);
  const sweepAt = async (aheadMs: number): Promise<void> => {
    await makeOrderDue(id);
    await sweepOrders(depsAt(aheadMs));
  };
  return { id, token, order, charge, sweepAt };
}

test.each([
  ['refused', 'refuse'],
  ['overdue', 'overdue'],
] as const)('%s, it is given up after a day, with its subscription and its name', async (_state, action) => {
  const { id, token, order, sweepAt } = await orderWith(action);
  await sweepAt(DAY_MS);
  expect((await chargesOf(id)).subscriptions).toMatchObject([{ deleted: false }]);
  expect(await statusOf(token)).toMatchObject({ tenant: order.subdominio });

  await sweepAt(GIVEN_UP_MS);
  expect((await chargesOf(id)).subscriptions).toMatchObject([{ deleted: true }]);
  expect(await statusOf(token)).not.toHaveProperty('tenant');
  const { token: another } = await signUp();
  expect((await sendOrder(another, newPaidOrder({ subdominio: order.subdominio }))).status).toBe(200);
});

test('it is closed even when the next charge exists already', async () => {
  const { id, sweepAt } = await orderWith('refuse');
  const { subscriptions } = await chargesOf(id);
  await press('subscriptions', subscriptions[0]?.id ?? 'none', 'renew');
  await sweepAt(GIVEN_UP_MS);
  expect((await chargesOf(id)).subscriptions).toMatchObject([{ deleted: true }]);
});

test('it waits for a charge that the bank may still confirm', async () => {
  const { id, token, order, sweepAt } = await orderWith(null);
  await sweepAt(20 * DAY_MS);
  expect((await chargesOf(id)).subscriptions).toMatchObject([{ deleted: false }]);
  expect(await statusOf(token)).toMatchObject({ tenant: order.subdominio });
});

test('paid on its page before the event, it counts', async () => {
  const { id, token, charge, sweepAt } = await orderWith('refuse');
  await confirmPayment(charge);
  await sweepAt(GIVEN_UP_MS);
  expect((await chargesOf(id)).subscriptions).toMatchObject([{ deleted: false }]);
  expect(await statusOf(token)).toMatchObject({
    provisionamentoStatus: expect.stringMatching(/EM_ANDAMENTO|CONCLUIDO/),
  });
});

test('while it waits, a check is one request about its subscription', async () => {
  const { id } = await orderWith('refuse');
  const findSubscription = vi.fn(depsAt(0).processor.findSubscription);
  await makeOrderDue(id);
  await sweepOrders(depsWith({ processor: { findSubscription } }, DAY_MS));
  expect(findSubscription.mock.calls).toEqual([[id]]);
});
