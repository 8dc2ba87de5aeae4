/** What becomes of a subscription after the sale: read, changed, charged again, given back, paused, listed. */
import { expect, test } from 'vitest';
import { hostedOrder, lossyBilling, openUnpaid, typedPayer } from './payments-bench.ts';
import {
  type Bench,
  CARD_NUMBER,
  card,
  openBench,
  order,
  payer,
  press,
  submitPage,
  TODAY,
  typedCard,
} from './payments-setup.ts';

/** A subscription with a card, its first payment confirmed. */
async function openPaid(bench: Bench, change: Partial<typeof order> = {}) {
  const customerId = await bench.gateway.ensureCustomer(payer);
  const opened = await bench.gateway.openSubscription(customerId, payer, card, { ...order, ...change });
  const paymentId = opened.payments[0]?.paymentId ?? '';
  await press(bench, `payments/${paymentId}/confirm`);
  return { ...opened, paymentId };
}

test('reading shows price, cycle, next charge, state and card; an unknown one is null', async () => {
  const bench = await openBench();
  const { subscriptionId } = await openPaid(bench);

  expect(await bench.billing.readSubscription(subscriptionId)).toMatchObject({
    amountCentavos: order.amountCentavos,
    cycle: 'yearly',
    nextDueDate: '2027-11-20',
    status: 'active',
    card: { brand: 'VISA', lastFour: '1111' },
  });
  expect(await bench.billing.readSubscription('sub_unknown')).toBeNull();
});

test.each([
  [true, [9900, 29_900]],
  [false, [9900, 9900]],
])('a new price reaches the payment already generated: %s', async (updatesPending, amounts) => {
  const bench = await openBench();
  const { subscriptionId } = await openPaid(bench, { amountCentavos: 9900, cycle: 'monthly' });
  await press(bench, `subscriptions/${subscriptionId}/renew`);

  const changed = await bench.billing.changeSubscription(subscriptionId, {
    amountCentavos: 29_900,
    cycle: 'yearly',
    description: 'Vigia Enterprise (padaria)',
    updatesPending,
  });

  expect(changed).toMatchObject({ amountCentavos: 29_900, cycle: 'yearly' });
  expect(changed.payments.map(({ amountCentavos }) => amountCentavos)).toEqual(amounts);
});

test('a change of cycle may say when the first charge that is not generated yet is due', async () => {
  const bench = await openBench();
  const { subscriptionId } = await openPaid(bench, { amountCentavos: 9900, cycle: 'monthly' });
  const change = {
    amountCentavos: 29_900,
    cycle: 'yearly',
    description: 'x',
    updatesPending: false,
  } as const;
  const kept = await bench.billing.changeSubscription(subscriptionId, change);
  expect(kept).toMatchObject({ cycle: 'yearly', nextDueDate: '2026-12-20' });
  const moved = await bench.billing.changeSubscription(subscriptionId, {
    ...change,
    nextDueDate: '2027-12-20',
  });
  expect(moved).toMatchObject({ cycle: 'yearly', nextDueDate: '2027-12-20' });
});

test('another card is put on the subscription without a charge, also on the payment that waits', async () => {
  const bench = await openBench();
  const { subscriptionId, customerId } = await openPaid(bench);
  await press(bench, `subscriptions/${subscriptionId}/renew`);
  const other = { ...card, number: '5555555555554444' };
  await bench.billing.replaceCard({ subscriptionId, customerId }, payer, other, '203.0.113.7');

  const details = await bench.billing.readSubscription(subscriptionId);
  expect(details).toMatchObject({ card: { brand: 'MASTERCARD', lastFour: '4444' } });
  expect(details?.payments.map(({ state }) => state)).toEqual(['confirmed', 'pending']);
});

test('a refused card does not take the place of the old one', async () => {
  const bench = await openBench();
  const { subscriptionId, customerId } = await openPaid(bench);
  const refused = { ...card, number: '4916561358240741' };
  const replacing = bench.billing.replaceCard({ subscriptionId, customerId }, payer, refused, '203.0.113.7');

  await expect(replacing).rejects.toMatchObject({ code: 'payment-declined' });
  expect(await bench.billing.readSubscription(subscriptionId)).toMatchObject({ card: { lastFour: '1111' } });
});

test('an overdue payment is charged again to the card that is held, and only once', async () => {
  const bench = await openBench();
  const { subscriptionId } = await openPaid(bench);
  const renewal = await press(bench, `subscriptions/${subscriptionId}/renew`);
  const paymentId = String(renewal['id']);
  await press(bench, `payments/${paymentId}/overdue`);

  const charged = await bench.billing.chargeAgain({ paymentId, subscriptionId });
  expect(charged).toMatchObject({ paymentId, state: 'confirmed' });
  expect(await bench.billing.chargeAgain({ paymentId, subscriptionId })).toEqual(charged);
  expect(bench.requests.filter((each) => each.endsWith('/payWithCreditCard'))).toHaveLength(1);
});

test('charging again without a card is declined, and a lost answer is unclear', async () => {
  const bench = await openBench();
  const { payment, subscriptionId } = await openUnpaid(bench);
  const unpaid = { paymentId: payment?.paymentId ?? '', subscriptionId };
  await expect(bench.billing.chargeAgain(unpaid)).rejects.toMatchObject({ code: 'payment-declined' });

  const paid = await openPaid(bench, { orderId: 'order-0002' });
  const renewal = await press(bench, `subscriptions/${paid.subscriptionId}/renew`);
  const due = { paymentId: String(renewal['id']), subscriptionId: paid.subscriptionId };
  const charging = lossyBilling(bench, '/payWithCreditCard').chargeAgain(due);
  await expect(charging).rejects.toMatchObject({ code: 'payment-unclear' });
  expect(await bench.gateway.readPayment(due.paymentId)).toMatchObject({ state: 'confirmed' });
});

test('a payment is given back once, however often it is asked for', async () => {
  const bench = await openBench();
  const { paymentId } = await openPaid(bench);
  const refunding = lossyBilling(bench, '/refund').refund(paymentId, 'Arrependimento em 7 dias');
  await expect(refunding).rejects.toMatchObject({ code: 'payment-unclear' });

  expect(await bench.billing.refund(paymentId, 'Arrependimento em 7 dias')).toMatchObject({
    state: 'refunded',
  });
  expect(bench.requests.filter((each) => each.endsWith('/refund'))).toHaveLength(1);
});

test('a dispute of the card holder is seen', async () => {
  const bench = await openBench();
  const { paymentId } = await openPaid(bench);
  await press(bench, `payments/${paymentId}/chargeback`);
  expect(await bench.gateway.readPayment(paymentId)).toMatchObject({ state: 'disputed' });
});

test('a paused subscription makes no charges until it is resumed from a day on', async () => {
  const bench = await openBench();
  const { subscriptionId } = await openPaid(bench);
  await bench.billing.pauseSubscription(subscriptionId);
  expect(await bench.billing.readSubscription(subscriptionId)).toMatchObject({
    status: 'inactive',
    nextDueDate: null,
  });
  await expect(press(bench, `subscriptions/${subscriptionId}/renew`)).rejects.toThrow('400');

  await bench.billing.resumeSubscription(subscriptionId, '2026-12-01');
  expect(await bench.billing.readSubscription(subscriptionId)).toMatchObject({
    status: 'active',
    nextDueDate: '2026-12-01',
  });
});

test('payments since a day come page by page, none left out and none of an earlier day', async () => {
  const bench = await openBench();
  const { subscriptionId } = await openPaid(bench, { cycle: 'monthly' });
  bench.clock.now += 24 * 3_600_000;
  for (let month = 0; month < 120; month += 1) await press(bench, `subscriptions/${subscriptionId}/renew`);

  const pages: number[] = [];
  const ids = new Set<string>();
  for await (const page of bench.billing.listPaymentsSince('2026-11-21')) {
    pages.push(page.length);
    for (const { paymentId } of page) ids.add(paymentId);
  }

  expect(pages).toEqual([100, 20]);
  expect(ids.size).toBe(120);
});

test('nothing to list is no page at all', async () => {
  const bench = await openBench();
  for await (const page of bench.billing.listPaymentsSince(TODAY)) throw new Error(`${page.length} payments`);
});

test('neither card nor tax number stays at the stand-in or stands in an error', async () => {
  const bench = await openBench();
  const { payUrl } = await bench.billing.openHostedPage(hostedOrder);
  await submitPage(bench, payUrl, { ...typedPayer, ...typedCard });
  const kept = JSON.stringify(bench.standIn.state);
  for (const secret of [CARD_NUMBER, '52998224725', typedPayer.cpfCnpj]) expect(kept).not.toContain(secret);
});

test('an open charge can be taken back, and what was paid stays to be read after the subscription is gone', async () => {
  const bench = await openBench();
  const { subscriptionId, paymentId } = await openPaid(bench);
  const renewal = await press(bench, `subscriptions/${subscriptionId}/renew`);
  await bench.billing.removeCharge(String(renewal['id']));
  await bench.billing.removeCharge(String(renewal['id']));
  expect(await bench.billing.listSubscriptionPayments(subscriptionId)).toMatchObject([{ paymentId }]);
  await bench.gateway.cancelSubscription(subscriptionId);
  expect(await bench.billing.readSubscription(subscriptionId)).toBeNull();
  expect(await bench.billing.listSubscriptionPayments(subscriptionId)).toMatchObject([
    { paymentId, state: 'confirmed' },
  ]);
});

test('a card that is refused at a later try leaves the charge unpaid', async () => {
  const bench = await openBench();
  const { subscriptionId } = await openPaid(bench);
  const renewal = await press(bench, `subscriptions/${subscriptionId}/renew`);
  const paymentId = String(renewal['id']);
  await press(bench, `payments/${paymentId}/overdue`);
  bench.standIn.state.settings.declinesCharges = true;
  await expect(bench.billing.chargeAgain({ paymentId, subscriptionId })).rejects.toMatchObject({
    code: 'payment-declined',
  });
  expect(await bench.gateway.readPayment(paymentId)).toMatchObject({ state: 'overdue' });
  bench.standIn.state.settings.declinesCharges = false;
  expect(await bench.billing.chargeAgain({ paymentId, subscriptionId })).toMatchObject({
    state: 'confirmed',
  });
});
