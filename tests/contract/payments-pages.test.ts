/** What is sold on the processor's own pages: opened, paid, refused, expired, closed, lost. */
import { expect, test } from 'vitest';
import { createAsaasBilling } from '#functions/vendors/asaas/billing-gateway.ts';
import {
  hostedOrder,
  lossyBilling,
  openUnpaid,
  RETURN_URL,
  typedPayer,
  unpaidOrder,
} from './payments-bench.ts';
import { API_KEY, openBench, order, payer, press, submitPage, TODAY, typedCard } from './payments-setup.ts';

const refusedCard = { ...typedCard, numero: '5184 0197 4037 3151' };

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
