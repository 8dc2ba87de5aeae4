/** Single charges: by a subscription's card, by a newly typed card, on the page; refused, lost, found again. */
import { expect } from 'vitest';
import { createAsaasProcessor } from '#functions/vendors/asaas/processor.ts';
import type { ChargedCard, SingleCharge } from '#functions/vendors/processor.ts';
import { lossyBilling, openUnpaid, openWithCard } from './payments-bench.ts';
import {
  access,
  type Bench,
  CARD_NUMBER,
  card,
  configure,
  failureOf,
  payer,
  press,
  submitPage,
  TODAY,
  test,
  typedCard,
} from './payments-setup.ts';

const RETURN_URL = 'https://vigia.example/upgrade?tenant=padaria';
const remoteIp = '203.0.113.7';

const difference: SingleCharge = {
  reference: 'change-0001',
  amountCentavos: 12_345,
  dueDate: TODAY,
  description: 'Diferença: Vigia Empresarial (padaria)',
  returnUrl: RETURN_URL,
};
const fromForm: ChargedCard = { from: 'form', payer, card, remoteIp };

/** Opens a difference charge for a customer without a subscription. */
async function openDifference(bench: Bench, paidBy: ChargedCard, change: Partial<SingleCharge> = {}) {
  const customerId = await bench.gateway.ensureCustomer(payer);
  return bench.gateway.openCharge(customerId, { ...difference, ...change }, paidBy);
}

const events = ({ standIn }: Bench) => standIn.state.events.map(({ body }) => body.event);

test('a newly typed card is charged at once', async ({ processor }) => {
  configure(processor, { confirmMode: 'automatic' });
  expect(await openDifference(processor, fromForm)).toMatchObject({
    state: 'confirmed',
    reference: difference.reference,
    subscriptionId: null,
    amountCentavos: difference.amountCentavos,
    dueDate: TODAY,
  });
  expect(events(processor)).toEqual(['PAYMENT_CREATED', 'PAYMENT_CONFIRMED']);
  expect(JSON.stringify(processor.standIn.state)).not.toContain(CARD_NUMBER);
});

test('the stored card pays without being typed again', async ({ processor }) => {
  configure(processor, { confirmMode: 'automatic' });
  const { subscriptionId, customerId } = await openWithCard(processor);
  const onFile: ChargedCard = { from: 'subscription', subscriptionId, remoteIp };
  expect(await processor.gateway.openCharge(customerId, difference, onFile)).toMatchObject({
    state: 'confirmed',
  });
  expect(processor.standIn.state.tokens).toHaveLength(1);
  expect(processor.standIn.state.payments.at(-1)).toMatchObject({
    subscription: null,
    creditCard: { creditCardNumber: '1111' },
  });
});

test('the card of a removed subscription can still pay a debt', async ({ processor }) => {
  configure(processor, { confirmMode: 'automatic' });
  const { subscriptionId, customerId, payments } = await openWithCard(processor);
  await press(processor, `payments/${payments[0]?.paymentId}/confirm`);
  await processor.gateway.cancelSubscription(subscriptionId);
  const onFile: ChargedCard = { from: 'subscription', subscriptionId, remoteIp };
  expect(await processor.gateway.openCharge(customerId, difference, onFile)).toMatchObject({
    state: 'confirmed',
  });
});

test('without a stored card the charge waits on its page', async ({ processor }) => {
  const { subscriptionId, customerId } = await openUnpaid(processor);
  const onFile: ChargedCard = { from: 'subscription', subscriptionId, remoteIp };
  const opened = await processor.gateway.openCharge(customerId, difference, onFile);
  expect(opened).toMatchObject({ state: 'pending', payUrl: expect.stringContaining('/i/') });

  expect(await submitPage(processor, opened.payUrl ?? '', typedCard)).toMatchObject({
    status: 303,
    to: RETURN_URL,
  });
  expect(await processor.gateway.readPayment(opened.paymentId)).toMatchObject({ state: 'confirmed' });
});

test('a charge on a page uses no card', async ({ processor }) => {
  configure(processor, { confirmMode: 'automatic' });
  await openWithCard(processor);
  expect(await openDifference(processor, { from: 'page' })).toMatchObject({ state: 'pending' });
  expect(processor.standIn.state.payments.at(-1)).toMatchObject({ creditCard: null });
});

test.for<[string, ChargedCard]>([
  ['when typed', { ...fromForm, card: { ...card, number: '4916561358240741' } }],
  ['when charged', fromForm],
])('a card refused %s leaves no charge', async ([, paidBy], { processor }) => {
  configure(processor, { declinesCharges: true });
  await expect(openDifference(processor, paidBy)).rejects.toMatchObject({ code: 'payment-declined' });
  expect(processor.standIn.state.payments).toEqual([]);
  expect(await processor.gateway.findCharge(difference.reference)).toBeNull();
});

/** The adapter on a processor that, against its documentation, keeps the charge of a refused card. */
const keepingRefused = (bench: Bench, removal: 'works' | 'fails') =>
  createAsaasProcessor({
    ...access,
    fetch: async (input, init) => {
      if (init.method === 'DELETE' && removal === 'fails') return new Response('', { status: 503 });
      const response = await bench.fetch(input, init);
      if (init.method !== 'POST' || !input.endsWith('/v3/payments')) return response;
      const { id } = (await response.json()) as { id: string };
      return Response.json(await press(bench, `payments/${id}/refuse`));
    },
  });

test('a refused charge kept by the processor is removed', async ({ processor }) => {
  const customerId = await processor.gateway.ensureCustomer(payer);
  const opening = keepingRefused(processor, 'works').openCharge(customerId, difference, fromForm);
  await expect(opening).rejects.toMatchObject({ code: 'payment-declined' });
  expect(await processor.gateway.findCharge(difference.reference)).toBeNull();
});

test('a refused charge that cannot be removed is unclear', async ({ processor }) => {
  const customerId = await processor.gateway.ensureCustomer(payer);
  const opening = keepingRefused(processor, 'fails').openCharge(customerId, difference, fromForm);
  await expect(opening).rejects.toMatchObject({ code: 'payment-unclear' });
  expect(await processor.gateway.findCharge(difference.reference)).toMatchObject({ state: 'refused' });
});

test('a charge with a lost response is found by its reference', async ({ processor }) => {
  const customerId = await processor.gateway.ensureCustomer(payer);
  const opening = lossyBilling(processor, '/v3/payments').openCharge(customerId, difference, fromForm);
  const failure = await failureOf(opening);
  expect(failure).toMatchObject({ code: 'payment-unclear' });
  expect(String(failure)).not.toContain(CARD_NUMBER);
  expect(await processor.gateway.findCharge(difference.reference)).toMatchObject({
    amountCentavos: difference.amountCentavos,
    subscriptionId: null,
  });
});

test('removed charges and those of subscriptions are not found', async ({ processor }) => {
  const { payments } = await openWithCard(processor, { orderId: difference.reference });
  expect(payments).toMatchObject([{ reference: difference.reference }]);
  const { paymentId } = await openDifference(processor, { from: 'page' });
  await processor.gateway.removeCharge(paymentId);
  expect(await processor.gateway.findCharge(difference.reference)).toBeNull();
  expect(await processor.gateway.findCharge('change-unknown')).toBeNull();
});

test('the newest of two charges is found, even behind a hundred others', async ({ processor }) => {
  const { subscriptionId } = await openWithCard(processor, {
    orderId: difference.reference,
    cycle: 'monthly',
  });
  await openDifference(processor, { from: 'page' });
  const newest = await openDifference(processor, { from: 'page' });
  for (let month = 0; month < 101; month += 1)
    await press(processor, `subscriptions/${subscriptionId}/renew`);
  expect(await processor.gateway.findCharge(difference.reference)).toMatchObject({
    paymentId: newest.paymentId,
  });
});
