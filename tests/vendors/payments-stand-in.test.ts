/** The payment stand-in charges like the vendor, and keeps no card. */
import { expect } from 'vitest';
import { API_KEY, CARD_NUMBER, CNPJ, LATE_EVENING, TODAY, test } from './payments-setup.ts';
import {
  call,
  creditCard,
  creditCardHolderInfo,
  newCustomer,
  newToken,
  subscription,
} from './payments-wire.ts';

test('customers are found by reference in the vendor’s list format', async ({ processor }) => {
  const id = await newCustomer(processor);
  const { body } = await call(processor, 'GET', '/v3/customers?externalReference=ref');
  expect(body).toEqual({
    object: 'list',
    hasMore: false,
    totalCount: 1,
    limit: 10,
    offset: 0,
    data: [expect.objectContaining({ object: 'customer', id, name: 'Padaria', personType: 'FISICA' })],
  });
});

test('tokenising returns last four, brand and token, and stores no card', async ({ processor }) => {
  const customer = await newCustomer(processor);
  const body = { customer, creditCard, creditCardHolderInfo, remoteIp: '2001:db8::7' };
  const answer = await call(processor, 'POST', '/v3/creditCard/tokenizeCreditCard', body);
  expect(answer).toEqual({
    status: 200,
    body: { creditCardNumber: '1111', creditCardBrand: 'VISA', creditCardToken: expect.any(String) },
  });
  const kept = JSON.stringify(await (await processor.standIn.app.request('/__stand-in/state')).json());
  for (const secret of [CARD_NUMBER, CNPJ, '52998224725', '"123"', API_KEY])
    expect(kept).not.toContain(secret);
});

test('a new value reaches the pending payment only on request', async ({ processor }) => {
  const customer = await newCustomer(processor);
  const { body } = await call(processor, 'POST', '/v3/subscriptions', { ...subscription, customer });
  const path = `/v3/subscriptions/${body['id']}`;

  await call(processor, 'PUT', path, { value: 299 });
  expect(processor.standIn.state.payments[0]?.value).toBe(99);
  await call(processor, 'PUT', path, { value: 299, updatePendingPayments: true });
  expect(processor.standIn.state.payments[0]?.value).toBe(299);
});

test('a subscription’s card can be replaced, and pay an open payment', async ({ processor }) => {
  const customer = await newCustomer(processor);
  const { body } = await call(processor, 'POST', '/v3/subscriptions', { ...subscription, customer });
  const creditCardToken = await newToken(processor, customer);
  const withCard = { creditCardToken, remoteIp: '203.0.113.7' };
  const paymentId = processor.standIn.state.payments[0]?.id ?? '';

  expect((await call(processor, 'PUT', `/v3/subscriptions/${body['id']}/creditCard`, withCard)).status).toBe(
    200,
  );
  expect(
    (await call(processor, 'POST', `/v3/payments/${paymentId}/payWithCreditCard`, withCard)).body,
  ).toMatchObject({
    status: 'CONFIRMED',
    creditCard: { creditCardNumber: '1111' },
  });
  expect((await call(processor, 'POST', `/v3/payments/${paymentId}/refund`)).body).toMatchObject({
    status: 'REFUNDED',
  });
});

test('a card payment due today confirms itself after its delay', async ({ processor }) => {
  const settings = JSON.stringify({ confirmMode: 'automatic', confirmAfterMs: 1500 });
  await processor.standIn.app.request('/__stand-in/settings', { method: 'PATCH', body: settings });
  const customer = await newCustomer(processor);
  const creditCardToken = await newToken(processor, customer);
  await call(processor, 'POST', '/v3/subscriptions', { ...subscription, customer, creditCardToken });

  processor.clock.now = LATE_EVENING + 1499;
  await processor.standIn.tick();
  expect(processor.standIn.state.payments[0]?.status).toBe('PENDING');
  processor.clock.now = LATE_EVENING + 1500;
  await processor.standIn.tick();
  expect(processor.standIn.state.payments[0]).toMatchObject({ status: 'CONFIRMED', confirmedDate: TODAY });
});
