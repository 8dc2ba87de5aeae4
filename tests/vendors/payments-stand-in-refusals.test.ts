/** The payment stand-in refuses what the vendor refuses, in the vendor's format. */
import { expect } from 'vitest';
import { CNPJ, TODAY, test } from './payments-setup.ts';
import {
  call,
  codesOf,
  creditCard,
  creditCardHolderInfo,
  newCustomer,
  newToken,
  subscription,
} from './payments-wire.ts';

test('a wrong or missing key is 401 in the vendor’s error format', async ({ processor }) => {
  expect(await call(processor, 'GET', '/v3/customers', undefined, { access_token: 'wrong' })).toEqual({
    status: 401,
    body: { errors: [{ code: 'invalid_access_token', description: 'A chave de API fornecida é inválida' }] },
  });
});

test('a GET with a body is 403', async ({ processor }) => {
  const answer = await call(processor, 'GET', '/v3/customers', undefined, { 'content-length': '2' });
  expect(answer.status).toBe(403);
});

test.for<[string, object, string[]]>([
  ['no name', { cpfCnpj: CNPJ }, ['invalid_name']],
  ['no tax number', { name: 'Padaria' }, ['invalid_cpfCnpj']],
  ['wrong check digits', { name: 'Padaria', cpfCnpj: '12ABC34501DE36' }, ['invalid_object']],
  ['a number instead of a string', { name: 'Padaria', cpfCnpj: 52998224725 }, ['invalid_cpfCnpj']],
  [
    'a postal code of seven digits',
    { name: 'Padaria', cpfCnpj: CNPJ, postalCode: '0131010' },
    ['invalid_postalCode'],
  ],
])('a customer with %s is refused', async ([, body, codes], { processor }) => {
  const answer = await call(processor, 'POST', '/v3/customers', body);
  expect(answer.status).toBe(400);
  expect(codesOf(answer)).toEqual(codes);
  expect(processor.standIn.state.customers).toEqual([]);
});

test.for<[string]>([['52998224725'], ['11222333000181'], [CNPJ]])(
  'tax number %s is accepted',
  async ([cpfCnpj], { processor }) => {
    expect(await newCustomer(processor, cpfCnpj)).toMatch(/^cus_/);
  },
);

test.for<[string, object, string[]]>([
  ['remoteIp', { creditCard, creditCardHolderInfo }, ['invalid_remoteIp']],
  ['creditCard', { creditCardHolderInfo, remoteIp: '203.0.113.7' }, ['invalid_creditCard']],
  ['holder', { creditCard, remoteIp: '203.0.113.7' }, ['invalid_creditCardHolderInfo']],
  [
    'ccv as free text',
    { creditCard: { ...creditCard, ccv: 123 }, creditCardHolderInfo, remoteIp: '203.0.113.7' },
    ['invalid_ccv'],
  ],
])('tokenisation without %s is refused', async ([, body, codes], { processor }) => {
  const customer = await newCustomer(processor);
  const answer = await call(processor, 'POST', '/v3/creditCard/tokenizeCreditCard', { customer, ...body });
  expect(answer.status).toBe(400);
  expect(codesOf(answer)).toEqual(codes);
});

test('another customer’s token counts as unknown', async ({ processor }) => {
  const [owner, stranger] = [await newCustomer(processor), await newCustomer(processor, CNPJ)];
  const creditCardToken = await newToken(processor, owner);
  const answer = await call(processor, 'POST', '/v3/subscriptions', {
    ...subscription,
    customer: stranger,
    creditCardToken,
  });
  expect(answer).toEqual({
    status: 400,
    body: { errors: [{ code: 'invalid_creditCard', description: 'CreditCardToken não encontrado.' }] },
  });
  expect(processor.standIn.state.subscriptions).toEqual([]);
});

test.for<[string, object, string[]]>([
  ['value as a string', { value: '99.00' }, ['invalid_value']],
  ['three decimals', { value: 99.001 }, ['invalid_value']],
  ['an unknown cycle', { cycle: 'DAILY' }, ['invalid_cycle']],
  ['an invalid date', { nextDueDate: '2026-02-30' }, ['invalid_nextDueDate']],
  ['yesterday in São Paulo', { nextDueDate: '2026-11-19' }, ['invalid_nextDueDate']],
  ['no remoteIp', { remoteIp: undefined }, ['invalid_remoteIp']],
])('a subscription with %s is refused', async ([, change, codes], { processor }) => {
  const customer = await newCustomer(processor);
  const creditCardToken = await newToken(processor, customer);
  const answer = await call(processor, 'POST', '/v3/subscriptions', {
    ...subscription,
    customer,
    creditCardToken,
    ...change,
  });
  expect(answer.status).toBe(400);
  expect(codesOf(answer)).toEqual(codes);
});

test('resuming a suspended subscription needs a due date', async ({ processor }) => {
  const customer = await newCustomer(processor);
  const { body } = await call(processor, 'POST', '/v3/subscriptions', { ...subscription, customer });
  const path = `/v3/subscriptions/${body['id']}`;
  await call(processor, 'PUT', path, { status: 'INACTIVE' });

  expect(codesOf(await call(processor, 'PUT', path, { status: 'ACTIVE' }))).toEqual(['invalid_nextDueDate']);
  expect((await call(processor, 'PUT', path, { status: 'ACTIVE', nextDueDate: TODAY })).status).toBe(200);
});
