/** A subscription after the sale: read, changed, charged again, refunded, paused, listed. */
import { expect } from 'vitest';
import { lossyBilling, openUnpaid, openWithCard } from './payments-bench.ts';
import { type Bench, call, card, openBench, order, payer, press, TODAY, test } from './payments-setup.ts';

/** A subscription by card with a confirmed first payment. */
async function openPaid(processor: Bench, change: Partial<typeof order> = {}) {
  const opened = await openWithCard(processor, change);
  const paymentId = opened.payments[0]?.paymentId ?? '';
  await press(processor, `payments/${paymentId}/confirm`);
  return { ...opened, paymentId };
}

test('reading shows price, cycle, next charge, state and card', async ({ processor }) => {
  const { subscriptionId } = await openPaid(processor);

  expect(await processor.gateway.readSubscription(subscriptionId)).toMatchObject({
    amountCentavos: order.amountCentavos,
    cycle: 'yearly',
    nextDueDate: '2027-11-20',
    status: 'active',
    card: { brand: 'VISA', lastFour: '1111' },
  });
  expect(await processor.gateway.readSubscription('sub_unknown')).toBeNull();
});

test.for<[boolean, number[]]>([
  [true, [9900, 29_900]],
  [false, [9900, 9900]],
])(
  'a new price reaches the existing unpaid payment: %s',
  async ([updatesPending, amounts], { processor }) => {
    const { subscriptionId } = await openPaid(processor, { amountCentavos: 9900, cycle: 'monthly' });
    await press(processor, `subscriptions/${subscriptionId}/renew`);

    const changed = await processor.gateway.changeSubscription(subscriptionId, {
      amountCentavos: 29_900,
      cycle: 'yearly',
      description: 'Vigia Enterprise (padaria)',
      updatesPending,
    });

    expect(changed).toMatchObject({ amountCentavos: 29_900, cycle: 'yearly' });
    expect(changed.payments.map(({ amountCentavos }) => amountCentavos)).toEqual(amounts);
  },
);

test('a cycle change may set the due day of the next payment', async ({ processor }) => {
  const { subscriptionId } = await openPaid(processor, { amountCentavos: 9900, cycle: 'monthly' });
  const change = {
    amountCentavos: 29_900,
    cycle: 'yearly',
    description: 'x',
    updatesPending: false,
  } as const;
  const kept = await processor.gateway.changeSubscription(subscriptionId, change);
  expect(kept).toMatchObject({ cycle: 'yearly', nextDueDate: '2026-12-20' });
  const moved = await processor.gateway.changeSubscription(subscriptionId, {
    ...change,
    nextDueDate: '2027-12-20',
  });
  expect(moved).toMatchObject({ cycle: 'yearly', nextDueDate: '2027-12-20' });
});

test('a new card is used without a charge, also by open payments', async ({ processor }) => {
  const { subscriptionId, customerId } = await openPaid(processor);
  await press(processor, `subscriptions/${subscriptionId}/renew`);
  const other = { ...card, number: '5555555555554444' };
  await processor.gateway.replaceCard({ subscriptionId, customerId }, payer, other, '203.0.113.7');

  const details = await processor.gateway.readSubscription(subscriptionId);
  expect(details).toMatchObject({ card: { brand: 'MASTERCARD', lastFour: '4444' } });
  expect(details?.payments.map(({ state }) => state)).toEqual(['confirmed', 'pending']);
});

test('a refused card does not replace the old one', async ({ processor }) => {
  const { subscriptionId, customerId } = await openPaid(processor);
  const refused = { ...card, number: '4916561358240741' };
  const replacing = processor.gateway.replaceCard(
    { subscriptionId, customerId },
    payer,
    refused,
    '203.0.113.7',
  );

  await expect(replacing).rejects.toMatchObject({ code: 'payment-declined' });
  expect(await processor.gateway.readSubscription(subscriptionId)).toMatchObject({
    card: { lastFour: '1111' },
  });
});

test('an overdue payment is charged again once, to the stored card', async ({ processor }) => {
  const { subscriptionId } = await openPaid(processor);
  const renewal = await press(processor, `subscriptions/${subscriptionId}/renew`);
  const paymentId = String(renewal['id']);
  await press(processor, `payments/${paymentId}/overdue`);

  const charged = await processor.gateway.chargeAgain({ paymentId, subscriptionId });
  expect(charged).toMatchObject({ paymentId, state: 'confirmed' });
  expect(await processor.gateway.chargeAgain({ paymentId, subscriptionId })).toEqual(charged);
  expect(processor.requests.filter((each) => each.endsWith('/payWithCreditCard'))).toHaveLength(1);
});

test('a retry without a card is declined; a lost response is unclear', async ({ processor }) => {
  const { payment, subscriptionId } = await openUnpaid(processor);
  const unpaid = { paymentId: payment?.paymentId ?? '', subscriptionId };
  await expect(processor.gateway.chargeAgain(unpaid)).rejects.toMatchObject({ code: 'payment-declined' });

  const paid = await openPaid(processor, { orderId: 'order-0002' });
  const renewal = await press(processor, `subscriptions/${paid.subscriptionId}/renew`);
  const due = { paymentId: String(renewal['id']), subscriptionId: paid.subscriptionId };
  const charging = lossyBilling(processor, '/payWithCreditCard').chargeAgain(due);
  await expect(charging).rejects.toMatchObject({ code: 'payment-unclear' });
  expect(await processor.gateway.readPayment(due.paymentId)).toMatchObject({ state: 'confirmed' });
});

test('a payment is refunded once, however often requested', async ({ processor }) => {
  const { paymentId } = await openPaid(processor);
  const refunding = lossyBilling(processor, '/refund').refund(paymentId, 'Arrependimento em 7 dias');
  await expect(refunding).rejects.toMatchObject({ code: 'payment-unclear' });

  expect(await processor.gateway.refund(paymentId, 'Arrependimento em 7 dias')).toMatchObject({
    state: 'refunded',
  });
  expect(processor.requests.filter((each) => each.endsWith('/refund'))).toHaveLength(1);
});

test('a part goes back once, however often requested, and the rest stays paid', async ({ processor }) => {
  const { paymentId, amountCentavos } = await openPaid(processor);
  const refunding = lossyBilling(processor, '/refund').refund(paymentId, 'Dias não entregues', 1_050);
  await expect(refunding).rejects.toMatchObject({ code: 'payment-unclear' });
  const again = await processor.gateway.refund(paymentId, 'Dias não entregues', 1_050);
  expect(again).toMatchObject({ state: 'confirmed', amountCentavos });
  const { body } = await call(processor, 'GET', `/v3/payments/${paymentId}`);
  expect(body).toMatchObject({ refunds: [{ value: 10.5, description: 'Dias não entregues' }] });
  // The whole amount afterwards is the rest of it.
  expect(await processor.gateway.refund(paymentId, 'Desistência')).toMatchObject({ state: 'refunded' });
  expect(processor.requests.filter((each) => each.endsWith('/refund'))).toHaveLength(2);
});

test('a cardholder’s dispute is reported', async ({ processor }) => {
  const { paymentId } = await openPaid(processor);
  await press(processor, `payments/${paymentId}/chargeback`);
  expect(await processor.gateway.readPayment(paymentId)).toMatchObject({ state: 'disputed' });
});

test('a paused subscription charges nothing until it is resumed', async ({ processor }) => {
  const { subscriptionId } = await openPaid(processor);
  await processor.gateway.pauseSubscription(subscriptionId);
  expect(await processor.gateway.readSubscription(subscriptionId)).toMatchObject({
    status: 'inactive',
    nextDueDate: null,
  });
  await expect(press(processor, `subscriptions/${subscriptionId}/renew`)).rejects.toThrow('400');

  await processor.gateway.resumeSubscription(subscriptionId, '2026-12-01');
  expect(await processor.gateway.readSubscription(subscriptionId)).toMatchObject({
    status: 'active',
    nextDueDate: '2026-12-01',
  });
});

test('payments since a day are listed completely, page by page', async ({ processor }) => {
  const { subscriptionId } = await openPaid(processor, { cycle: 'monthly' });
  processor.clock.now += 24 * 3_600_000;
  for (let month = 0; month < 120; month += 1)
    await press(processor, `subscriptions/${subscriptionId}/renew`);

  const pages: number[] = [];
  const ids = new Set<string>();
  for await (const page of processor.gateway.listPaymentsSince('2026-11-21')) {
    pages.push(page.length);
    for (const { paymentId } of page) ids.add(paymentId);
  }

  expect(pages).toEqual([100, 20]);
  expect(ids.size).toBe(120);
});

test('an empty list has no page', async ({ processor }) => {
  for await (const page of processor.gateway.listPaymentsSince(TODAY))
    throw new Error(`${page.length} payments`);
});

test('an open charge is removable; paid ones stay readable', async ({ processor }) => {
  const { subscriptionId, paymentId } = await openPaid(processor);
  const renewal = await press(processor, `subscriptions/${subscriptionId}/renew`);
  await processor.gateway.removeCharge(String(renewal['id']));
  await processor.gateway.removeCharge(String(renewal['id']));
  expect(await processor.gateway.listSubscriptionPayments(subscriptionId)).toMatchObject([{ paymentId }]);
  await processor.gateway.cancelSubscription(subscriptionId);
  expect(await processor.gateway.readSubscription(subscriptionId)).toBeNull();
  expect(await processor.gateway.listSubscriptionPayments(subscriptionId)).toMatchObject([
    { paymentId, state: 'confirmed' },
  ]);
});

test('a card refused on retry leaves the charge unpaid', async ({ processor }) => {
  const { subscriptionId } = await openPaid(processor);
  const renewal = await press(processor, `subscriptions/${subscriptionId}/renew`);
  const paymentId = String(renewal['id']);
  await press(processor, `payments/${paymentId}/overdue`);
  processor.standIn.state.settings.declinesCharges = true;
  await expect(processor.gateway.chargeAgain({ paymentId, subscriptionId })).rejects.toMatchObject({
    code: 'payment-declined',
  });
  expect(await processor.gateway.readPayment(paymentId)).toMatchObject({ state: 'overdue' });
  processor.standIn.state.settings.declinesCharges = false;
  expect(await processor.gateway.chargeAgain({ paymentId, subscriptionId })).toMatchObject({
    state: 'confirmed',
  });
});

test.for<[string, string[]]>([
  ['pending', []],
  ['overdue', ['overdue']],
  ['disputed', ['confirm', 'chargeback']],
])('a payment that is %s cannot be refunded', async ([, controls], { processor }) => {
  const { payments } = await openWithCard(processor);
  const paymentId = payments[0]?.paymentId ?? '';
  for (const control of controls) await press(processor, `payments/${paymentId}/${control}`);
  const before = await processor.gateway.readPayment(paymentId);
  expect((await call(processor, 'POST', `/v3/payments/${paymentId}/refund`)).status).toBe(400);
  await expect(processor.gateway.refund(paymentId, 'Arrependimento')).rejects.toMatchObject({
    code: 'payment-unavailable',
  });
  expect(await processor.gateway.readPayment(paymentId)).toEqual(before);
});

test('payments of a removed subscription can be refunded and read', async ({ processor }) => {
  const { paymentId, subscriptionId } = await openPaid(processor);
  await processor.gateway.cancelSubscription(subscriptionId);
  await processor.gateway.refund(paymentId, 'Arrependimento em 7 dias');
  const refunded = { paymentId, subscriptionId, state: 'refunded' };
  expect(await processor.gateway.readPayment(paymentId)).toMatchObject(refunded);
  expect(await processor.gateway.listSubscriptionPayments(subscriptionId)).toMatchObject([refunded]);
});

test('more than a hundred payments are read completely, live or removed', async ({ processor }) => {
  const customerId = await processor.gateway.ensureCustomer(payer);
  const { subscriptionId } = await openWithCard(processor, { cycle: 'monthly' });
  for (let month = 0; month < 130; month += 1) {
    const { id } = await press(processor, `subscriptions/${subscriptionId}/renew`);
    await press(processor, `payments/${id}/confirm`);
  }
  const details = await processor.gateway.readSubscription(subscriptionId);
  expect(details).toMatchObject({ customerId });
  expect(new Set(details?.payments.map(({ paymentId }) => paymentId)).size).toBe(131);
  expect(details?.payments[0]).toMatchObject({ dueDate: '2026-11-20' });
  expect(await processor.gateway.listSubscriptionPayments(subscriptionId)).toEqual(details?.payments);

  await processor.gateway.cancelSubscription(subscriptionId);
  // The first one was unpaid, so it was removed with the subscription.
  expect(await processor.gateway.listSubscriptionPayments(subscriptionId)).toHaveLength(130);
});

test.each([
  ['monthly', '4444'],
  ['yearly', '1111'],
] as const)('a new card of a %s subscription is shown by a payment made ahead', async (cycle, shown) => {
  const bench = await openBench();
  const { customerId, subscriptionId, payments } = await openWithCard(bench, { cycle });
  await press(bench, `payments/${payments[0]?.paymentId}/confirm`);
  const typed = { ...card, number: '5555555555554444' };
  const known = await bench.gateway.tokeniseCard(customerId, payer, typed, '203.0.113.7');
  await bench.gateway.setCard(subscriptionId, known.token, '203.0.113.7');
  expect((await bench.gateway.readCard(subscriptionId))?.lastFour).toBe(shown);
});
