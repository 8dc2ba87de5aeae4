/** The payment stand-in refuses what the vendor refuses, in the vendor's own shape, and keeps what it must. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { API_KEY, type Bench, CARD_NUMBER, CNPJ, LATE_EVENING, openBench, TODAY } from './payments-setup.ts';

type Json = Record<string, unknown>;

async function call(bench: Bench, method: string, path: string, body?: unknown, headers: Json = {}) {
  const response = await bench.standIn.app.request(path, {
    method,
    headers: { access_token: API_KEY, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : text) as Json };
}

async function newCustomer(bench: Bench, cpfCnpj = '52998224725'): Promise<string> {
  const { body } = await call(bench, 'POST', '/v3/customers', {
    name: 'Padaria',
    cpfCnpj,
    externalReference: 'ref',
  });
  return String(body['id']);
}

const creditCard = {
  holderName: 'PADARIA',
  number: CARD_NUMBER,
  expiryMonth: '12',
  expiryYear: '2030',
  ccv: '123',
};
const creditCardHolderInfo = {
  name: 'Padaria',
  email: 'a@padaria.example',
  cpfCnpj: CNPJ,
  postalCode: '01310100',
  addressNumber: '1578',
  phone: '11987654321',
};

async function newToken(bench: Bench, customer: string): Promise<string> {
  const { body } = await call(bench, 'POST', '/v3/creditCard/tokenizeCreditCard', {
    customer,
    creditCard,
    creditCardHolderInfo,
    remoteIp: '203.0.113.7',
  });
  return String(body['creditCardToken']);
}

const subscription = {
  billingType: 'CREDIT_CARD',
  value: 99,
  nextDueDate: TODAY,
  cycle: 'MONTHLY',
  remoteIp: '203.0.113.7',
};

const codesOf = ({ body }: { body: Json }) => (body['errors'] as { code: string }[]).map((each) => each.code);

test('a wrong or missing key is 401 in the vendor’s error shape', async () => {
  const bench = await openBench();
  expect(await call(bench, 'GET', '/v3/customers', undefined, { access_token: 'wrong' })).toEqual({
    status: 401,
    body: { errors: [{ code: 'invalid_access_token', description: 'A chave de API fornecida é inválida' }] },
  });
});

test('a GET with a body is 403', async () => {
  const bench = await openBench();
  const answer = await call(bench, 'GET', '/v3/customers', undefined, { 'content-length': '2' });
  expect(answer.status).toBe(403);
});

test('customers are found by reference in the vendor’s list shape', async () => {
  const bench = await openBench();
  const id = await newCustomer(bench);
  const { body } = await call(bench, 'GET', '/v3/customers?externalReference=ref');
  expect(body).toEqual({
    object: 'list',
    hasMore: false,
    totalCount: 1,
    limit: 10,
    offset: 0,
    data: [expect.objectContaining({ object: 'customer', id, name: 'Padaria', personType: 'FISICA' })],
  });
});

test.each([
  ['no name', { cpfCnpj: CNPJ }, ['invalid_name']],
  ['no tax number', { name: 'Padaria' }, ['invalid_cpfCnpj']],
  ['wrong check digits', { name: 'Padaria', cpfCnpj: '12ABC34501DE36' }, ['invalid_object']],
  ['a number where a text belongs', { name: 'Padaria', cpfCnpj: 52998224725 }, ['invalid_cpfCnpj']],
  [
    'a postal code of seven digits',
    { name: 'Padaria', cpfCnpj: CNPJ, postalCode: '0131010' },
    ['invalid_postalCode'],
  ],
])('a customer with %s is refused', async (_, body, codes) => {
  const bench = await openBench();
  const answer = await call(bench, 'POST', '/v3/customers', body);
  expect(answer.status).toBe(400);
  expect(codesOf(answer)).toEqual(codes);
  expect(bench.standIn.state.customers).toEqual([]);
});

test.each([['52998224725'], ['11222333000181'], [CNPJ]])('tax number %s is accepted', async (cpfCnpj) => {
  const bench = await openBench();
  expect(await newCustomer(bench, cpfCnpj)).toMatch(/^cus_/);
});

test('tokenisation answers last four, brand and token, and nothing of the card is kept', async () => {
  const bench = await openBench();
  const customer = await newCustomer(bench);
  const body = { customer, creditCard, creditCardHolderInfo, remoteIp: '2001:db8::7' };
  const answer = await call(bench, 'POST', '/v3/creditCard/tokenizeCreditCard', body);
  expect(answer).toEqual({
    status: 200,
    body: { creditCardNumber: '1111', creditCardBrand: 'VISA', creditCardToken: expect.any(String) },
  });
  const kept = JSON.stringify(await (await bench.standIn.app.request('/__stand-in/state')).json());
  for (const secret of [CARD_NUMBER, CNPJ, '52998224725', '"123"', API_KEY])
    expect(kept).not.toContain(secret);
});

test.each([
  ['remoteIp', { creditCard, creditCardHolderInfo }, ['invalid_remoteIp']],
  ['creditCard', { creditCardHolderInfo, remoteIp: '203.0.113.7' }, ['invalid_creditCard']],
  ['holder', { creditCard, remoteIp: '203.0.113.7' }, ['invalid_creditCardHolderInfo']],
  [
    'ccv as a text',
    { creditCard: { ...creditCard, ccv: 123 }, creditCardHolderInfo, remoteIp: '203.0.113.7' },
    ['invalid_ccv'],
  ],
])('tokenisation without %s is refused', async (_, body, codes) => {
  const bench = await openBench();
  const customer = await newCustomer(bench);
  const answer = await call(bench, 'POST', '/v3/creditCard/tokenizeCreditCard', { customer, ...body });
  expect(answer.status).toBe(400);
  expect(codesOf(answer)).toEqual(codes);
});

test('another customer’s token is as unknown as none', async () => {
  const bench = await openBench();
  const [owner, stranger] = [await newCustomer(bench), await newCustomer(bench, CNPJ)];
  const creditCardToken = await newToken(bench, owner);
  const answer = await call(bench, 'POST', '/v3/subscriptions', {
    ...subscription,
    customer: stranger,
    creditCardToken,
  });
  expect(answer).toEqual({
    status: 400,
    body: { errors: [{ code: 'invalid_creditCard', description: 'CreditCardToken não encontrado.' }] },
  });
  expect(bench.standIn.state.subscriptions).toEqual([]);
});

test.each([
  ['value as a text', { value: '99.00' }, ['invalid_value']],
  ['three decimals', { value: 99.001 }, ['invalid_value']],
  ['an unknown cycle', { cycle: 'DAILY' }, ['invalid_cycle']],
  ['a date that is none', { nextDueDate: '2026-02-30' }, ['invalid_nextDueDate']],
  ['yesterday in São Paulo', { nextDueDate: '2026-11-19' }, ['invalid_nextDueDate']],
  ['no remoteIp', { remoteIp: undefined }, ['invalid_remoteIp']],
])('a subscription with %s is refused', async (_, change, codes) => {
  const bench = await openBench();
  const customer = await newCustomer(bench);
  const creditCardToken = await newToken(bench, customer);
  const answer = await call(bench, 'POST', '/v3/subscriptions', {
    ...subscription,
    customer,
    creditCardToken,
    ...change,
  });
  expect(answer.status).toBe(400);
  expect(codesOf(answer)).toEqual(codes);
});

test('a new value reaches the pending payment only when asked to', async () => {
  const bench = await openBench();
  const customer = await newCustomer(bench);
  const { body } = await call(bench, 'POST', '/v3/subscriptions', { ...subscription, customer });
  const path = `/v3/subscriptions/${body['id']}`;

  await call(bench, 'PUT', path, { value: 299 });
  expect(bench.standIn.state.payments[0]?.value).toBe(99);
  await call(bench, 'PUT', path, { value: 299, updatePendingPayments: true });
  expect(bench.standIn.state.payments[0]?.value).toBe(299);
});

test('a suspended subscription needs a due date to come back', async () => {
  const bench = await openBench();
  const customer = await newCustomer(bench);
  const { body } = await call(bench, 'POST', '/v3/subscriptions', { ...subscription, customer });
  const path = `/v3/subscriptions/${body['id']}`;
  await call(bench, 'PUT', path, { status: 'INACTIVE' });

  expect(codesOf(await call(bench, 'PUT', path, { status: 'ACTIVE' }))).toEqual(['invalid_nextDueDate']);
  expect((await call(bench, 'PUT', path, { status: 'ACTIVE', nextDueDate: TODAY })).status).toBe(200);
});

test('the card of a subscription can be replaced and an open payment paid with it', async () => {
  const bench = await openBench();
  const customer = await newCustomer(bench);
  const { body } = await call(bench, 'POST', '/v3/subscriptions', { ...subscription, customer });
  const creditCardToken = await newToken(bench, customer);
  const withCard = { creditCardToken, remoteIp: '203.0.113.7' };
  const paymentId = bench.standIn.state.payments[0]?.id ?? '';

  expect((await call(bench, 'PUT', `/v3/subscriptions/${body['id']}/creditCard`, withCard)).status).toBe(200);
  expect(
    (await call(bench, 'POST', `/v3/payments/${paymentId}/payWithCreditCard`, withCard)).body,
  ).toMatchObject({
    status: 'CONFIRMED',
    creditCard: { creditCardNumber: '1111' },
  });
  expect((await call(bench, 'POST', `/v3/payments/${paymentId}/refund`)).body).toMatchObject({
    status: 'REFUNDED',
  });
});

test('a payment is paid on its page: a refused card says so there, a good one confirms it', async () => {
  const bench = await openBench();
  const customer = await newCustomer(bench);
  await call(bench, 'POST', '/v3/subscriptions', {
    ...subscription,
    customer,
    callback: { successUrl: 'http://site.test/provisionamento' },
  });
  const { pathname } = new URL(bench.standIn.state.payments[0]?.invoiceUrl ?? '');
  const pay = (numero: string) =>
    bench.standIn.app.request(pathname, {
      method: 'POST',
      body: new URLSearchParams({ numero, nome: 'PADARIA', validade: '12/30', cvv: '123' }),
    });

  const refused = await pay('5184 0197 4037 3151');
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('Transação não autorizada'),
  ]);
  expect(bench.standIn.state.payments[0]?.status).toBe('PENDING');

  const paid = await pay('4111 1111 1111 1111');
  expect([paid.status, paid.headers.get('location')]).toEqual([303, 'http://site.test/provisionamento']);
  expect(bench.standIn.state.payments[0]?.status).toBe('CONFIRMED');
  expect(await (await bench.standIn.app.request(pathname)).text()).toContain('Situação: Confirmada');
});

test('a card payment due today confirms itself after its delay, and not before', async () => {
  const bench = await openBench();
  const settings = JSON.stringify({ confirmMode: 'automatic', confirmAfterMs: 1500 });
  await bench.standIn.app.request('/__stand-in/settings', { method: 'PATCH', body: settings });
  const customer = await newCustomer(bench);
  const creditCardToken = await newToken(bench, customer);
  await call(bench, 'POST', '/v3/subscriptions', { ...subscription, customer, creditCardToken });

  bench.clock.now = LATE_EVENING + 1499;
  await bench.standIn.tick();
  expect(bench.standIn.state.payments[0]?.status).toBe('PENDING');
  bench.clock.now = LATE_EVENING + 1500;
  await bench.standIn.tick();
  expect(bench.standIn.state.payments[0]).toMatchObject({ status: 'CONFIRMED', confirmedDate: TODAY });
});

test('what it holds and what is still to come outlives a restart', async () => {
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

test('told to forget, it is as after its first start', async () => {
  const bench = await openBench();
  const { webhooks } = bench.standIn.state;
  await newCustomer(bench);
  expect((await call(bench, 'DELETE', '/__stand-in/state')).status).toBe(204);
  expect(bench.standIn.state.customers).toEqual([]);
  expect(bench.standIn.state.webhooks).toBe(webhooks);
});

test('the page shows customers, payments and deliveries, and escapes what was typed', async () => {
  const bench = await openBench();
  const script = '<script>alert(1)</script>';
  await call(bench, 'POST', '/v3/customers', { name: script, cpfCnpj: CNPJ });
  const page = await (await bench.standIn.app.request('/__stand-in')).text();
  expect(page).toContain('&lt;script&gt;');
  expect(page).not.toContain(script);
});
