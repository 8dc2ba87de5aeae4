/** An unpaid order on the processor's page keeps its name for a day; then charge and name are released. */
import { beforeEach, expect, test } from 'vitest';
import type { Deps } from '#functions/compose.ts';
import { newHostedOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { payOn, sendHosted, waitingOrder } from './checkout-hosted-support.ts';
import { clearOrders, eventsAbout, sweepOrders } from './order-support.ts';
import {
  addresses,
  calmServices,
  chargesOf,
  confirmPayment,
  depsAt,
  depsWith,
  noFaults,
  setFaults,
  statusOf,
} from './support.ts';

const HOUR_MS = 3_600_000;

/** A sweep would first process the orders of other tests. */
beforeEach(async () => {
  await calmServices();
  await clearOrders();
});

const sweepAt = (aheadMs: number): Promise<void> => sweepOrders(depsAt(aheadMs));

test('after a day the charge is removed and the name released', async () => {
  const { token, order, orderId, paymentUrl } = await waitingOrder();
  await sweepAt(23 * HOUR_MS);
  expect(await statusOf(token)).toMatchObject({ tenant: order.subdominio });

  await sweepAt(25 * HOUR_MS);
  expect((await chargesOf(orderId)).subscriptions).toMatchObject([{ deleted: true }]);
  expect((await payOn(paymentUrl)).status).toBe(400);
  expect(await statusOf(token)).not.toHaveProperty('tenant');
  expect(await eventsAbout(orderId, 'order-expired')).toHaveLength(1);

  const { token: another } = await signUp();
  const taken = await sendHosted(another, newHostedOrder({ subdominio: order.subdominio }));
  expect(taken.status).toBe(200);
});

test('while the charge cannot be removed, the name is kept', async () => {
  const { token, order, orderId } = await waitingOrder();
  await setFaults(addresses.asaasUrl, { down: true });
  await sweepAt(25 * HOUR_MS);
  expect(await statusOf(token)).toMatchObject({ tenant: order.subdominio });

  await setFaults(addresses.asaasUrl, noFaults);
  await sweepAt(26 * HOUR_MS);
  expect(await statusOf(token)).not.toHaveProperty('tenant');
  expect((await chargesOf(orderId)).subscriptions).toMatchObject([{ deleted: true }]);
});

test('paid at the last moment, before the event, it counts', async () => {
  const { token, orderId, paymentUrl } = await waitingOrder();
  await payOn(paymentUrl);
  await sweepAt(25 * HOUR_MS);
  expect(await statusOf(token)).toMatchObject({
    provisionamentoStatus: expect.stringMatching(/EM_ANDAMENTO|CONCLUIDO/),
  });
  expect((await chargesOf(orderId)).subscriptions).toMatchObject([{ deleted: false }]);
});

test('paid between look-up and removal: nothing renews; an operator must refund it', async () => {
  const { token, orderId, paymentId } = await waitingOrder();
  const { processor } = depsAt(0);
  const cancelSubscription: Deps['processor']['cancelSubscription'] = async (id) => {
    await confirmPayment(paymentId);
    await processor.cancelSubscription(id);
  };
  await sweepOrders(depsWith({ processor: { cancelSubscription } }, 25 * HOUR_MS));
  expect(await eventsAbout(orderId, 'late-payment')).toEqual([paymentId]);
  expect(await eventsAbout(orderId, 'operator-notice')).toEqual([`late-payment ${paymentId}`]);
  expect((await chargesOf(orderId)).subscriptions).toMatchObject([{ deleted: true }]);
  expect(await statusOf(token)).not.toHaveProperty('tenant');
});
