/** The payment stand-in charges like the vendor, and keeps its state. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { API_KEY, CARD_NUMBER, CNPJ, LATE_EVENING, openBench, TODAY, test } from './payments-setup.ts';
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

test('a page shows a refused card’s error, and confirms a good one', async ({ processor }) => {
  const customer = await newCustomer(processor);
  await call(processor, 'POST', '/v3/subscriptions', {
    ...subscription,
    customer,
    callback: { successUrl: 'http://site.test/provisionamento' },
  });
  const { pathname } = new URL(processor.standIn.state.payments[0]?.invoiceUrl ?? '');
  const pay = (numero: string) =>
    processor.standIn.app.request(pathname, {
      method: 'POST',
      body: new URLSearchParams({ numero, nome: 'PADARIA', validade: '12/30', cvv: '123' }),
    });

  const refused = await pay('5184 0197 4037 3151');
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('Transação não autorizada'),
  ]);
  expect(processor.standIn.state.payments[0]?.status).toBe('PENDING');

  const paid = await pay('4111 1111 1111 1111');
  expect([paid.status, paid.headers.get('location')]).toEqual([303, 'http://site.test/provisionamento']);
  expect(processor.standIn.state.payments[0]?.status).toBe('CONFIRMED');
  expect(await (await processor.standIn.app.request(pathname)).text()).toContain('Situação: Confirmada');
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

test('state and pending work survive a restart', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'asaas-'));
  onTestFinished(() => rmSync(stateDir, { recursive: true }));
  const before = await openBench({ stateDir });
  const customer = await newCustomer(before);
  const creditCardToken = await newToken(before, customer);
  await call(before, 'POST', '/v3/subscriptions', { ...subscription, customer, creditCardToken });

  const after = await openBench({ stateDir, now: () => LATE_EVENING + 60_000 });
  const settings = JSON.stringify({ confirmMode: 'automatic' });
  await after.standIn.app.request('/__stand-in/settings', { method: 'PATCH', body: settings });
  await after.standIn.tick();

  expect(after.standIn.state.customers).toEqual(before.standIn.state.customers);
  expect(after.standIn.state.payments[0]?.status).toBe('CONFIRMED');
  expect(after.standIn.state.events.map((each) => each.body.event)).toEqual([
    'SUBSCRIPTION_CREATED',
    'PAYMENT_CREATED',
    'PAYMENT_CONFIRMED',
  ]);
});

test('a reset equals the first start', async ({ processor }) => {
  const { webhooks } = processor.standIn.state;
  await newCustomer(processor);
  expect((await call(processor, 'DELETE', '/__stand-in/state')).status).toBe(204);
  expect(processor.standIn.state.customers).toEqual([]);
  expect(processor.standIn.state.webhooks).toBe(webhooks);
});

test('the page shows customers, payments and deliveries, escaped', async ({ processor }) => {
  const script = '<script>alert(1)</script>';
  await call(processor, 'POST', '/v3/customers', { name: script, cpfCnpj: CNPJ });
  const page = await (await processor.standIn.app.request('/__stand-in')).text();
  expect(page).toContain('&lt;script&gt;');
  expect(page).not.toContain(script);
});
