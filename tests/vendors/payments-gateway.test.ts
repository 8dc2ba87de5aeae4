/** The payment port's promises, tested on the real adapter with the stand-in. */
import { expect } from 'vitest';
import { createAsaasProcessor } from '#functions/vendors/asaas/processor.ts';
import { openWithCard } from './payments-bench.ts';
import {
  API_KEY,
  access,
  CARD_NUMBER,
  CCV,
  card,
  failureOf,
  order,
  payer,
  press,
  TODAY,
  test,
} from './payments-setup.ts';

test('registering a payer twice updates one customer', async ({ processor }) => {
  const first = await processor.gateway.ensureCustomer(payer);
  const second = await processor.gateway.ensureCustomer({
    ...payer,
    name: 'Padaria Nova',
    cpfCnpj: '52998224725',
  });

  expect(second).toBe(first);
  expect(processor.standIn.state.customers).toMatchObject([
    { id: first, name: 'Padaria Nova', externalReference: payer.reference, mobilePhone: payer.phone },
  ]);
});

test('a customer whose creation response was lost is found', async ({ processor }) => {
  const lossy = createAsaasProcessor({
    ...access,
    fetch: (input, init) => {
      if (init.method === 'POST') processor.standIn.faults.loseAnswers = 1;
      return processor.fetch(input, init);
    },
  });

  const id = await lossy.ensureCustomer(payer);

  expect(processor.standIn.state.customers.map((each) => each.id)).toEqual([id]);
});

test('opening a subscription charges once, today in São Paulo', async ({ processor }) => {
  const opened = await openWithCard(processor);

  expect(processor.standIn.state.subscriptions).toMatchObject([
    {
      id: opened.subscriptionId,
      value: 1069,
      cycle: 'YEARLY',
      externalReference: order.orderId,
      nextDueDate: '2027-11-20',
    },
  ]);
  expect(opened).toEqual({
    subscriptionId: opened.subscriptionId,
    customerId: processor.standIn.state.customers[0]?.id,
    amountCentavos: 106_900,
    payments: [
      {
        paymentId: processor.standIn.state.payments[0]?.id,
        subscriptionId: opened.subscriptionId,
        reference: order.orderId,
        pageId: null,
        state: 'pending',
        amountCentavos: 106_900,
        dueDate: TODAY,
        payUrl: processor.standIn.state.payments[0]?.invoiceUrl,
      },
    ],
  });
});

test.for<[number, number]>([
  [4900, 49],
  [4990, 49.9],
  [106_920, 1069.2],
  [999_999, 9999.99],
  [1005, 10.05],
])('%i centavos are sent as R$ %f and read back', async ([amountCentavos, reais], { processor }) => {
  const opened = await openWithCard(processor, { amountCentavos, cycle: 'monthly' });

  expect(processor.standIn.state.subscriptions[0]?.value).toBe(reais);
  expect(processor.standIn.state.subscriptions[0]?.cycle).toBe('MONTHLY');
  expect(opened.payments.map((payment) => payment.amountCentavos)).toEqual([amountCentavos]);
});

test('a lost response is unclear, and a look-up finds one subscription', async ({ processor }) => {
  const customerId = await processor.gateway.ensureCustomer(payer);
  const lossy = createAsaasProcessor({
    ...access,
    fetch: (input, init) => {
      if (input.endsWith('/v3/subscriptions')) processor.standIn.faults.loseAnswers = 1;
      return processor.fetch(input, init);
    },
  });

  await expect(lossy.openSubscription(customerId, payer, card, order)).rejects.toMatchObject({
    code: 'payment-unclear',
    retryable: true,
  });
  const found = await processor.gateway.findSubscription(order.orderId);

  expect(processor.standIn.state.subscriptions).toHaveLength(1);
  expect(found?.subscriptionId).toBe(processor.standIn.state.subscriptions[0]?.id);
  expect(found?.payments).toHaveLength(1);
});

test('of two subscriptions for one order the paid one is found', async ({ processor }) => {
  await openWithCard(processor);
  const paid = await openWithCard(processor);
  await press(processor, `payments/${paid.payments[0]?.paymentId}/confirm`);

  const found = await processor.gateway.findSubscription(order.orderId);

  expect(found?.subscriptionId).toBe(paid.subscriptionId);
});

test('an unknown order has no subscription', async ({ processor }) => {
  expect(await processor.gateway.findSubscription('order-unknown')).toBeNull();
});

test('a payment unknown to the processor is null', async ({ processor }) => {
  expect(await processor.gateway.readPayment('pay_unknown')).toBeNull();
});

test('cancelling ends subscription and open charge, and is idempotent', async ({ processor }) => {
  const { subscriptionId, payments } = await openWithCard(processor);
  await processor.gateway.cancelSubscription(subscriptionId);
  await processor.gateway.cancelSubscription(subscriptionId);

  expect(await processor.gateway.findSubscription(order.orderId)).toBeNull();
  expect(await processor.gateway.readPayment(payments[0]?.paymentId ?? '')).toMatchObject({
    state: 'deleted',
  });
});

test.each([
  ['PENDING', 'pending'],
  ['AWAITING_RISK_ANALYSIS', 'pending'],
  ['AUTHORIZED', 'pending'],
  ['CONFIRMED', 'confirmed'],
  ['RECEIVED', 'confirmed'],
  ['RECEIVED_IN_CASH', 'confirmed'],
  ['DUNNING_RECEIVED', 'confirmed'],
  ['OVERDUE', 'overdue'],
  ['DUNNING_REQUESTED', 'overdue'],
  ['REFUNDED', 'refunded'],
  ['REFUND_REQUESTED', 'refunded'],
  ['REFUND_IN_PROGRESS', 'refunded'],
  ['CHARGEBACK_REQUESTED', 'disputed'],
  ['CHARGEBACK_DISPUTE', 'disputed'],
  ['AWAITING_CHARGEBACK_REVERSAL', 'disputed'],
  ['SOMETHING_NEW', 'pending'],
])('vendor status %s is %s, with unknown attributes', async (status, state) => {
  const gateway = createAsaasProcessor({
    ...access,
    fetch: async () =>
      Response.json({
        id: 'pay_1',
        value: 99,
        status,
        dueDate: TODAY,
        subscription: null,
        novidade: { a: 1 },
      }),
  });
  expect(await gateway.readPayment('pay_1')).toEqual({
    paymentId: 'pay_1',
    subscriptionId: null,
    reference: null,
    pageId: null,
    state,
    amountCentavos: 9900,
    dueDate: TODAY,
    payUrl: null,
  });
});

test('no card, tax number or vendor text reaches errors or state', async ({ processor }) => {
  await openWithCard(processor);
  const echo = createAsaasProcessor({
    ...access,
    // A vendor that repeats its input, even as a code.
    fetch: async (_, init) =>
      Response.json(
        { errors: [{ code: String(init.body), description: String(init.body) }] },
        { status: 400 },
      ),
  });
  const errors = [
    await failureOf(echo.openSubscription('cus_1', payer, card, order)),
    await failureOf(openWithCard(processor, {}, { ...card, number: '5184019740373151' })),
    await failureOf(processor.gateway.ensureCustomer({ ...payer, cpfCnpj: '11111111111' })),
  ];

  const said = errors.map((error) => `${(error as Error).stack} ${JSON.stringify(error)}`).join('\n');
  const kept = JSON.stringify(processor.standIn.state);
  for (const text of [said, kept]) {
    for (const secret of [
      CARD_NUMBER,
      '5184019740373151',
      payer.cpfCnpj,
      '11111111111',
      API_KEY,
      '"ccv"',
      `"${CCV}"`,
    ]) {
      expect(text).not.toContain(secret);
    }
  }
});
