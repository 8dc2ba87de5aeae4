/** What the billing port promises, kept by the real adapter on the stand-in's wire format. */
import { expect, test } from 'vitest';
import { createAsaasBilling } from '#functions/adapters/asaas/billing-gateway.ts';
import type { HostedOrder } from '#functions/ports/billing-gateway.ts';
import {
  API_KEY,
  type Bench,
  CARD_NUMBER,
  card,
  losing,
  openBench,
  order,
  payer,
  press,
  submitPage,
  TODAY,
  typedCard,
} from './payments-setup.ts';

const RETURN_URL = 'https://vigia.example/provisionamento?tenant=padaria&plan=pro&cycle=yearly';
const unpaidOrder = { ...order, returnUrl: RETURN_URL };
const refusedCard = { ...typedCard, numero: '5184 0197 4037 3151' };

const hostedOrder: HostedOrder = {
  reference: 'change-0001',
  amountCentavos: 9900,
  cycle: 'monthly',
  firstDueDate: TODAY,
  title: 'Vigia Pro',
  description: 'Vigia Pro (padaria)',
  returnUrl: 'https://vigia.example/upgrade?tenant=padaria',
  minutesToExpire: 60,
};
const typedPayer = {
  email: 'contato@padaria.example',
  cpfCnpj: '529.982.247-25',
  telefone: '11987654321',
  cep: '01310-100',
  numeroEndereco: '1578',
};

/** A subscription with a card, its first payment confirmed. */
async function openPaid(bench: Bench, change: Partial<typeof order> = {}) {
  const customerId = await bench.gateway.ensureCustomer(payer);
  const opened = await bench.gateway.openSubscription(customerId, payer, card, { ...order, ...change });
  const paymentId = opened.payments[0]?.paymentId ?? '';
  await press(bench, `payments/${paymentId}/confirm`);
  return { ...opened, paymentId };
}

async function openUnpaid(bench: Bench) {
  const customerId = await bench.gateway.ensureCustomer(payer);
  const opened = await bench.billing.openUnpaidSubscription(customerId, unpaidOrder);
  return { ...opened, payment: opened.payments[0], payUrl: opened.payments[0]?.payUrl ?? '' };
}

const lossyBilling = (bench: Bench, suffix: string) =>
  createAsaasBilling({ baseUrl: 'http://asaas.test', accessToken: API_KEY, fetch: losing(bench, suffix) });

test('a subscription without a card waits for its first payment on the page of the processor', async () => {
  const bench = await openBench();
  const opened = await openUnpaid(bench);

  expect(opened.amountCentavos).toBe(order.amountCentavos);
  expect(opened.payments).toMatchObject([
    { state: 'pending', orderId: order.orderId, dueDate: TODAY, payUrl: expect.stringContaining('/i/') },
  ]);
  expect(bench.standIn.state.subscriptions).toMatchObject([
    { callback: { successUrl: RETURN_URL }, creditCardToken: null, billingType: 'CREDIT_CARD' },
  ]);
  expect(await bench.billing.readSubscription(opened.subscriptionId)).toMatchObject({ card: null });
});

test('paid on that page, it comes back to the shop and holds the card for the renewals', async () => {
  const bench = await openBench();
  const { payUrl, subscriptionId } = await openUnpaid(bench);
  const { status, to } = await submitPage(bench, payUrl, typedCard);

  expect({ status, to }).toEqual({ status: 303, to: RETURN_URL });
  expect(await bench.billing.readSubscription(subscriptionId)).toMatchObject({
    card: { brand: 'VISA', lastFour: '1111' },
    payments: [{ state: 'confirmed' }],
  });
  const renewal = await press(bench, `subscriptions/${subscriptionId}/renew`);
  expect(renewal).toMatchObject({ creditCard: { creditCardNumber: '1111' } });
});

test('a card that the page refuses leaves the payment open', async () => {
  const bench = await openBench();
  const { payUrl, subscriptionId } = await openUnpaid(bench);
  const refused = await submitPage(bench, payUrl, refusedCard);

  expect(refused.status).toBe(400);
  expect(refused.text).toContain('Transação não autorizada');
  expect((await bench.billing.readSubscription(subscriptionId))?.payments).toMatchObject([
    { state: 'pending' },
  ]);
});

test('an unpaid subscription whose answer was lost is unclear and is found by its order', async () => {
  const bench = await openBench();
  const customerId = await bench.gateway.ensureCustomer(payer);
  const opening = lossyBilling(bench, '/v3/subscriptions').openUnpaidSubscription(customerId, unpaidOrder);

  await expect(opening).rejects.toMatchObject({ code: 'payment-unclear' });
  expect((await bench.gateway.findSubscription(order.orderId))?.payments).toMatchObject([
    { payUrl: expect.stringContaining('/i/') },
  ]);
});

test('what a stranger buys on a hosted page is found by the page', async () => {
  const bench = await openBench();
  const { pageId, payUrl } = await bench.billing.openHostedPage(hostedOrder);
  expect(payUrl).toBe(`http://asaas.test/checkoutSession/show?id=${pageId}`);
  expect(await bench.billing.findHostedPurchase(pageId)).toBeNull();

  const { to } = await submitPage(bench, payUrl, { ...typedPayer, ...typedCard });
  expect(to).toBe(hostedOrder.returnUrl);

  const bought = await bench.billing.findHostedPurchase(pageId);
  expect(bought).toMatchObject({
    amountCentavos: 9900,
    payments: [{ state: 'confirmed', pageId, amountCentavos: 9900, dueDate: TODAY }],
  });
  expect(await bench.billing.readSubscription(bought?.subscriptionId ?? '')).toMatchObject({
    cycle: 'monthly',
    status: 'active',
    card: { lastFour: '1111' },
  });
});

test('a refused card sells nothing on a hosted page', async () => {
  const bench = await openBench();
  const { pageId, payUrl } = await bench.billing.openHostedPage(hostedOrder);
  const refused = await submitPage(bench, payUrl, { ...typedPayer, ...refusedCard });

  expect(refused.status).toBe(400);
  expect(await bench.billing.findHostedPurchase(pageId)).toBeNull();
  expect(bench.standIn.state.customers).toHaveLength(0);
});

test('a closed page takes no payment, and closing it again is success', async () => {
  const bench = await openBench();
  const { pageId, payUrl } = await bench.billing.openHostedPage(hostedOrder);
  await bench.billing.closeHostedPage(pageId);
  await bench.billing.closeHostedPage(pageId);
  await bench.billing.closeHostedPage('356eb0c4-9eb7-4b7f-b2be-d9479af1d29f');

  expect((await submitPage(bench, payUrl, { ...typedPayer, ...typedCard })).status).toBe(400);
  expect(bench.standIn.state.subscriptions).toHaveLength(0);
});

test('a page expires by itself, and tells so', async () => {
  const bench = await openBench();
  const { payUrl } = await bench.billing.openHostedPage(hostedOrder);
  bench.clock.now += hostedOrder.minutesToExpire * 60_000;
  await bench.standIn.tick();

  expect((await submitPage(bench, payUrl, { ...typedPayer, ...typedCard })).status).toBe(400);
  expect(bench.standIn.state.events.map(({ body }) => body.event)).toEqual([
    'CHECKOUT_CREATED',
    'CHECKOUT_EXPIRED',
  ]);
});

test('a hosted page whose answer was lost is unclear; nobody knows its address, so nobody can pay there', async () => {
  const bench = await openBench();
  const opening = lossyBilling(bench, '/v3/checkouts').openHostedPage(hostedOrder);
  await expect(opening).rejects.toMatchObject({ code: 'payment-unclear' });
});

test.each([
  ['https://api.asaas.com', 'https://asaas.com'],
  ['https://api-sandbox.asaas.com', 'https://sandbox.asaas.com'],
])('the page of %s stands on %s', async (baseUrl, site) => {
  const billing = createAsaasBilling({
    baseUrl,
    accessToken: API_KEY,
    fetch: async () => Response.json({ id: 'c7b1c696' }),
  });
  expect((await billing.openHostedPage(hostedOrder)).payUrl).toBe(`${site}/checkoutSession/show?id=c7b1c696`);
});

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
