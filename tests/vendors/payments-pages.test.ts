/** Sales on the processor's own pages: opened, paid, refused, expired, closed, lost. */
import { expect } from 'vitest';
import { createAsaasProcessor } from '#functions/vendors/asaas/processor.ts';
import {
  hostedOrder,
  lossyBilling,
  openUnpaid,
  RETURN_URL,
  typedPayer,
  unpaidOrder,
} from './payments-bench.ts';
import { access, order, payer, press, submitPage, TODAY, test, typedCard } from './payments-setup.ts';

test('a subscription without a card waits on the processor’s page', async ({ processor }) => {
  const opened = await openUnpaid(processor);

  expect(opened.amountCentavos).toBe(order.amountCentavos);
  expect(opened.payments).toMatchObject([
    { state: 'pending', reference: order.orderId, dueDate: TODAY, payUrl: expect.stringContaining('/i/') },
  ]);
  expect(processor.standIn.state.subscriptions).toMatchObject([
    { callback: { successUrl: RETURN_URL }, creditCardToken: null, billingType: 'CREDIT_CARD' },
  ]);
  expect(await processor.gateway.readSubscription(opened.subscriptionId)).toMatchObject({ card: null });
});

test('once paid there, it returns to the shop and keeps the card', async ({ processor }) => {
  const { payUrl, subscriptionId } = await openUnpaid(processor);
  const { status, to } = await submitPage(processor, payUrl, typedCard);

  expect({ status, to }).toEqual({ status: 303, to: RETURN_URL });
  expect(await processor.gateway.readSubscription(subscriptionId)).toMatchObject({
    card: { brand: 'VISA', lastFour: '1111' },
    payments: [{ state: 'confirmed' }],
  });
  const renewal = await press(processor, `subscriptions/${subscriptionId}/renew`);
  expect(renewal).toMatchObject({ creditCard: { creditCardNumber: '1111' } });
});

test('an unpaid subscription with a lost response is found by its order', async ({ processor }) => {
  const customerId = await processor.gateway.ensureCustomer(payer);
  const opening = lossyBilling(processor, '/v3/subscriptions').openUnpaidSubscription(
    customerId,
    unpaidOrder,
  );

  await expect(opening).rejects.toMatchObject({ code: 'payment-unclear' });
  expect((await processor.gateway.findSubscription(order.orderId))?.payments).toMatchObject([
    { payUrl: expect.stringContaining('/i/') },
  ]);
});

test('a purchase on a hosted page is found by the page', async ({ processor }) => {
  const { pageId, payUrl } = await processor.gateway.openHostedPage(hostedOrder);
  expect(payUrl).toBe(`http://asaas.test/checkoutSession/show?id=${pageId}`);
  expect(await processor.gateway.findHostedPurchase(pageId)).toBeNull();

  const { to } = await submitPage(processor, payUrl, { ...typedPayer, ...typedCard });
  expect(to).toBe(hostedOrder.returnUrl);

  const bought = await processor.gateway.findHostedPurchase(pageId);
  expect(bought).toMatchObject({
    amountCentavos: 9900,
    payments: [{ state: 'confirmed', pageId, amountCentavos: 9900, dueDate: TODAY }],
  });
  expect(await processor.gateway.readSubscription(bought?.subscriptionId ?? '')).toMatchObject({
    cycle: 'monthly',
    status: 'active',
    card: { lastFour: '1111' },
  });
});

test('a closed page accepts no payment, and closing is idempotent', async ({ processor }) => {
  const { pageId, payUrl } = await processor.gateway.openHostedPage(hostedOrder);
  await processor.gateway.closeHostedPage(pageId);
  await processor.gateway.closeHostedPage(pageId);
  await processor.gateway.closeHostedPage('356eb0c4-9eb7-4b7f-b2be-d9479af1d29f');

  expect((await submitPage(processor, payUrl, { ...typedPayer, ...typedCard })).status).toBe(400);
  expect(processor.standIn.state.subscriptions).toHaveLength(0);
});

test('a hosted page with a lost response is unclear and unpayable', async ({ processor }) => {
  const opening = lossyBilling(processor, '/v3/checkouts').openHostedPage(hostedOrder);
  await expect(opening).rejects.toMatchObject({ code: 'payment-unclear' });
});

test.each([
  ['https://api.asaas.com', 'https://asaas.com'],
  ['https://api-sandbox.asaas.com', 'https://sandbox.asaas.com'],
])('the page of %s is at %s', async (baseUrl, site) => {
  const gateway = createAsaasProcessor({
    ...access,
    baseUrl,
    fetch: async () => Response.json({ id: 'c7b1c696' }),
  });
  expect((await gateway.openHostedPage(hostedOrder)).payUrl).toBe(`${site}/checkoutSession/show?id=c7b1c696`);
});
