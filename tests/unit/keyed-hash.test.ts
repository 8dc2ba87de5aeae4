/** The hash that recognises a payer: known values, and useless without the key. */
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { partiesOf, partiesOfPerson, payerHash } from '#functions/debts/parties.ts';
import { createKeyedHash, isHashOf } from '#functions/platform/keyed-hash.ts';

const KEY = 'a-key-of-at-least-32-characters-00';
const needs = { partyHash: createKeyedHash(KEY) };
const hmac = (text: string): string => createHmac('sha256', KEY).update(text).digest('hex');

test('is HMAC-SHA256, and differs for another key', async () => {
  expect(await needs.partyHash('payer:24971563792')).toBe(hmac('payer:24971563792'));
  expect(await createKeyedHash(`${KEY}1`)('payer:24971563792')).not.toBe(hmac('payer:24971563792'));
});

test('a CPF or CNPJ in any notation is the same payer', async () => {
  expect(await payerHash(needs, '249.715.637-92')).toBe(hmac('payer:24971563792'));
  expect(await payerHash(needs, '12.abc.345/01de-35')).toBe(hmac('payer:12ABC34501DE35'));
});

test('a buyer’s parties are account, tenant and payer, as far as known', async () => {
  const payer = hmac('payer:24971563792');
  expect(await partiesOf(needs, { subject: 's', orderId: 'o', taxId: '24971563792', payer })).toEqual([
    hmac('account:s'),
    hmac('tenant:o'),
    payer,
  ]);
  expect(await partiesOf(needs, { subject: 's', taxId: null })).toEqual([hmac('account:s')]);
  expect(await partiesOfPerson(needs, { subjects: ['s', 's'], orderIds: ['o'] })).toEqual([
    hmac('account:s'),
    hmac('tenant:o'),
  ]);
});

test('with a new key the previous one is still recognised, and nothing new is made with it', async () => {
  const old = createKeyedHash('the-key-before-of-32-characters-00');
  const both = createKeyedHash(KEY, 'the-key-before-of-32-characters-00');
  expect(await both('x')).toBe(hmac('x'));
  expect(await both.all('x')).toEqual([hmac('x'), await old('x')]);
  const was = await partiesOf({ partyHash: old }, { subject: 's', orderId: 'o', taxId: '24971563792' });
  const now = await partiesOf({ partyHash: both }, { subject: 's', orderId: 'o', taxId: '24971563792' });
  expect(now).toEqual(expect.arrayContaining([...was]));
  expect(now).toHaveLength(6);
  expect(await isHashOf(both, 'x', await old('x'))).toBe(true);
  expect(await isHashOf(createKeyedHash(KEY), 'x', await old('x'))).toBe(false);
});
