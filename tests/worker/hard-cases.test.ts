/** Sequences that once failed or nearly failed: slow look-ups, delayed listings, removed subscriptions, outages. */
import { beforeEach, expect, test } from 'vitest';
import { DomainError } from '#domain/errors.ts';
import { startCheckout } from '#functions/checkout/start-checkout.ts';
import type { Deps } from '#functions/compose.ts';
import { declinedOrder, newCard, newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import {
  checkoutOf,
  clearOrders,
  eventsAbout,
  makeOrderDue,
  markUnclear,
  placeOrder,
  reserveOrder,
  sweepOrders,
} from './order-support.ts';
import {
  addresses,
  answerOf,
  calmServices,
  chargesOf,
  confirmPayment,
  depsAt,
  depsWith,
  firstChargeOf,
  noFaults,
  orderIdOf,
  orderRow,
  runJobs,
  sendEvent,
  sendOrder,
  setFaults,
  sql,
  statusOf,
  variables,
} from './support.ts';
import { liveOrderRead, watchedDb } from './watched-db.ts';

beforeEach(calmServices);

const sendConfirmation = (charge: string) =>
  sendEvent(`evt_${crypto.randomUUID()}`, 'PAYMENT_CONFIRMED', charge);

/** An order with a paid charge and a lost response; the sweep then looked too early and found nothing. */
async function forgottenCharge() {
  await clearOrders();
  await setFaults(addresses.asaasUrl, { loseAnswers: 1, losePath: '/v3/subscriptions' });
  const placed = await placeOrder(newPaidOrder());
  await setFaults(addresses.asaasUrl, noFaults);
  await makeOrderDue(placed.id);
  await sweepOrders(depsWith({ processor: { findSubscription: async () => null } }, 140_000));
  expect(await orderRow(placed.subject)).toMatchObject({ payment: 'none' });
  return placed;
}

test('a charge listed late is found when the order is repeated', async () => {
  const { token, order, id } = await forgottenCharge();
  expect((await sendOrder(token, order)).status).toBe(200);
  expect((await chargesOf(id)).subscriptions).toHaveLength(1);
});

test('a charge listed late keeps its name from other people', async () => {
  const { subject, order, id } = await forgottenCharge();
  await sql('UPDATE orders SET reserved_until = ? WHERE id = ?', Date.now() - 1, id);
  const stranger = await signUp();
  const answer = await sendOrder(stranger.token, order);
  expect(await answerOf(answer)).toMatchObject({ code: 'subdomain-taken' });
  expect(await orderRow(subject)).toMatchObject({ payment: 'pending', released_at: null });
});

test('a payment for a released name is ended and reported to an operator', async () => {
  const { id } = await placeOrder(newPaidOrder());
  await sql('UPDATE orders SET released_at = ? WHERE id = ?', Date.now(), id);
  const charge = await firstChargeOf(id);
  await confirmPayment(charge);
  await sendConfirmation(charge);
  await expect.poll(() => eventsAbout(id, 'late-payment')).toHaveLength(1);
  expect(await depsAt(0).processor.findSubscription(id)).toBeNull();
});

test('a slow look-up of the sweep does not drop a newer charge', async () => {
  await clearOrders();
  const { token, subject, order, id } = await placeOrder(declinedOrder());
  await markUnclear(id, Date.now() - 1);
  await makeOrderDue(id);
  const good = { ...order, card: newCard() };
  const { processor } = depsAt(0);
  let isFirst = true;
  const findSubscription: Deps['processor']['findSubscription'] = async (orderId) => {
    const found = await processor.findSubscription(orderId);
    if (orderId !== id || !isFirst) return found;
    isFirst = false;
    const openSubscription: Deps['processor']['openSubscription'] = async (...given) => {
      await processor.openSubscription(...given);
      throw new DomainError('payment-unclear');
    };
    await expect(
      startCheckout(depsWith({ processor: { openSubscription } }), checkoutOf(subject, good)),
    ).rejects.toMatchObject({ code: 'payment-unclear' });
    return found;
  };
  await sweepOrders(depsWith({ processor: { findSubscription } }));
  expect((await sendOrder(token, good)).status).toBe(200);
  expect((await chargesOf(id)).subscriptions).toHaveLength(1);
});

test('a subscription removed before payment does not block the customer', async () => {
  const { token, subject, order, id } = await placeOrder(newPaidOrder());
  const { customer_id, subscription_id } = await orderRow(subject);
  expect(customer_id).not.toBeNull();
  await fetch(`${addresses.asaasUrl}/v3/subscriptions/${subscription_id}`, {
    method: 'DELETE',
    headers: { access_token: String(variables['ASAAS_API_KEY']) },
  });
  await sql('UPDATE orders SET unclear_until = 1 WHERE id = ?', id);
  await makeOrderDue(id);
  await runJobs(30_000);
  expect(await statusOf(token)).not.toHaveProperty('tenant');
  expect((await sendOrder(token, { ...order, ciclo: 'yearly' })).status).toBe(200);
});

test('a free request after a paid one does not make it free', async () => {
  const { token, subject, order: paid } = await placeOrder(declinedOrder());
  let isFirst = true;
  const after = async () => {
    if (!isFirst) return;
    isFirst = false;
    expect((await sendOrder(token, { ...paid, card: newCard() })).status).toBe(200);
  };
  const free = checkoutOf(subject, newFreeOrder({ subdominio: paid.subdominio }));
  const raced = depsWith({ db: watchedDb({ on: liveOrderRead, after }) });
  await startCheckout(raced, free).catch(() => undefined);
  expect(await orderRow(subject)).toMatchObject({ plan: 'pro', payment: 'pending', status: 'AGUARDANDO' });
});

test('the sweep continues a free order that crashed after its reservation', async () => {
  const { token, subject } = await signUp();
  const { subdomain: tenant } = await reserveOrder({ subject });
  await runJobs(40_000);
  expect(await orderRow(subject)).toMatchObject({ status: 'EM_ANDAMENTO' });
  expect(await statusOf(token)).toMatchObject({ tenant });
});

test('the processor gets 200 before any call to it', async () => {
  const { subject, id } = await placeOrder(newPaidOrder());
  const charge = await firstChargeOf(id);
  await confirmPayment(charge);
  await setFaults(addresses.asaasUrl, { down: true });
  expect((await sendConfirmation(charge)).status).toBe(200);
  await setFaults(addresses.asaasUrl, noFaults);
  await runJobs(60_000);
  await expect.poll(() => orderRow(subject)).toMatchObject({ payment: 'confirmed' });
});

test('a payment of another amount does not count and is reported once', async () => {
  const { subject, id } = await placeOrder(newPaidOrder());
  await sql('UPDATE orders SET amount_centavos = amount_centavos + 1, payment_id = NULL WHERE id = ?', id);
  await confirmPayment(await firstChargeOf(id));
  for (let round = 1; round <= 4; round += 1) await runJobs(round * 60_000);
  expect(await eventsAbout(id, 'payment-amount-differs')).toHaveLength(1);
  expect(await orderRow(subject)).toMatchObject({ status: 'AGUARDANDO' });
});

test('a lost response to tokenising is no unclear charge: retry works', async () => {
  const { token, subject } = await signUp();
  const order = newPaidOrder();
  await setFaults(addresses.asaasUrl, { loseAnswers: 1, losePath: '/v3/creditCard' });
  expect(await answerOf(await sendOrder(token, order))).toMatchObject({ code: 'payment-unavailable' });
  await setFaults(addresses.asaasUrl, noFaults);
  expect((await sendOrder(token, order)).status).toBe(200);
  expect((await chargesOf(await orderIdOf(subject))).subscriptions).toHaveLength(1);
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
