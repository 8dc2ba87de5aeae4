/** Disputes from the bank's claim to their end, and refunds that the processor refuses. */
import { expect } from 'vitest';
import { openWithCard } from './payments-bench.ts';
import { type Bench, openBench, press, test, WEBHOOK_TOKEN } from './payments-setup.ts';
import { call } from './payments-wire.ts';

/** A confirmed payment. */
async function openPaid(bench: Bench): Promise<{ paymentId: string; subscriptionId: string }> {
  const { payments, subscriptionId } = await openWithCard(bench);
  const paymentId = payments[0]?.paymentId ?? '';
  await press(bench, `payments/${paymentId}/confirm`);
  return { paymentId, subscriptionId };
}

/** Names of the payment's events after the first confirmation. */
const eventsAfterSale = ({ standIn }: Bench) => standIn.state.events.slice(3).map(({ body }) => body.event);

test.for<[string, string[], string[], string, object]>([
  [
    'claimed',
    ['chargeback'],
    ['PAYMENT_CHARGEBACK_REQUESTED'],
    'disputed',
    { status: 'REQUESTED', disputeStatus: null, creditCard: { number: '1111', brand: 'VISA' } },
  ],
  [
    'answered with documents',
    ['dispute'],
    ['PAYMENT_CHARGEBACK_REQUESTED', 'PAYMENT_CHARGEBACK_DISPUTE'],
    'disputed',
    { status: 'IN_DISPUTE', disputeStatus: 'REQUESTED' },
  ],
  [
    'won and waiting for the transfer',
    ['dispute', 'reversal'],
    ['PAYMENT_CHARGEBACK_REQUESTED', 'PAYMENT_CHARGEBACK_DISPUTE', 'PAYMENT_AWAITING_CHARGEBACK_REVERSAL'],
    'disputed',
    { status: 'IN_DISPUTE', disputeStatus: 'ACCEPTED' },
  ],
  [
    'won',
    ['dispute', 'win'],
    [
      'PAYMENT_CHARGEBACK_REQUESTED',
      'PAYMENT_CHARGEBACK_DISPUTE',
      'PAYMENT_AWAITING_CHARGEBACK_REVERSAL',
      'PAYMENT_CONFIRMED',
    ],
    'confirmed',
    { status: 'REVERSED', disputeStatus: 'ACCEPTED' },
  ],
  [
    'lost after documents',
    ['dispute', 'lose'],
    ['PAYMENT_CHARGEBACK_REQUESTED', 'PAYMENT_CHARGEBACK_DISPUTE', 'PAYMENT_REFUNDED'],
    'refunded',
    { status: 'DISPUTE_LOST', disputeStatus: 'REJECTED' },
  ],
  [
    'lost without documents',
    ['lose'],
    ['PAYMENT_CHARGEBACK_REQUESTED', 'PAYMENT_REFUNDED'],
    'refunded',
    { status: 'DONE', disputeStatus: null },
  ],
  [
    'lost through the refund action',
    ['chargeback', 'refund'],
    ['PAYMENT_CHARGEBACK_REQUESTED', 'PAYMENT_REFUNDED'],
    'refunded',
    { status: 'DONE' },
  ],
])('a dispute that is %s is shown as such', async ([, levers, events, state, chargeback], { processor }) => {
  const { paymentId } = await openPaid(processor);
  for (const lever of levers) await press(processor, `payments/${paymentId}/${lever}`);
  expect(eventsAfterSale(processor)).toEqual(events);
  expect(await processor.gateway.readPayment(paymentId)).toMatchObject({ state });
  const { body } = await call(processor, 'GET', `/v3/payments/${paymentId}`);
  expect(body['chargeback']).toMatchObject({ payment: paymentId, value: 1069, ...chargeback });
});

test('our own refund shows no dispute', async ({ processor }) => {
  const { paymentId } = await openPaid(processor);
  await processor.gateway.refund(paymentId, 'Arrependimento em 7 dias');
  const { body } = await call(processor, 'GET', `/v3/payments/${paymentId}`);
  expect(body).toMatchObject({ status: 'REFUNDED', chargeback: null });
});

test('a silently lost dispute is recorded without an event', async () => {
  const events: string[] = [];
  const bench = await openBench({
    webhook: { url: 'http://site.test/api/webhooks/asaas', token: WEBHOOK_TOKEN },
    fetch: async (_, init) => {
      events.push((JSON.parse(String(init.body)) as { event: string }).event);
      return new Response('');
    },
  });
  const { paymentId } = await openPaid(bench);
  events.length = 0;
  await press(bench, `payments/${paymentId}/lose`, { silent: true });
  expect(events).toEqual([]);
  expect(eventsAfterSale(bench)).toEqual(['PAYMENT_CHARGEBACK_REQUESTED', 'PAYMENT_REFUNDED']);
  expect(await bench.gateway.readPayment(paymentId)).toMatchObject({ state: 'refunded' });

  const { subscriptionId } = await openWithCard(bench, { orderId: 'order-0002' });
  await press(bench, `subscriptions/${subscriptionId}/renew`);
  expect(events).toEqual(['SUBSCRIPTION_CREATED', 'PAYMENT_CREATED', 'PAYMENT_CREATED']);
});

test.for<[string, string[]]>([
  ['pending', []],
  ['overdue', ['overdue']],
  ['disputed', ['confirm', 'chargeback']],
])('a payment that is %s cannot be refunded', async ([, levers], { processor }) => {
  const { payments } = await openWithCard(processor);
  const paymentId = payments[0]?.paymentId ?? '';
  for (const lever of levers) await press(processor, `payments/${paymentId}/${lever}`);
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
