import { expect, test } from 'vitest';
import * as address from '#domain/address/address.ts';
import { checkPhone } from '#domain/phone/phone.ts';

const cases: [string, (typed: string) => { ok: boolean }, string, boolean][] = [
  ['CEP', address.checkCep, '01310-100', true],
  ['CEP', address.checkCep, '0131010', false],
  ['UF', address.checkUf, 'sp', true],
  ['UF', address.checkUf, 'XX', false],
  ['street', address.checkStreet, 'Av', false],
  ['street', address.checkStreet, 'R. X', true],
  ['street', address.checkStreet, 'x'.repeat(101), false],
  ['number', address.checkAddressNumber, '1578', true],
  ['number', address.checkAddressNumber, '12b', true],
  ['number', address.checkAddressNumber, '12bc', false],
  ['number', address.checkAddressNumber, 's/n', false],
  ['number', address.checkAddressNumber, '12345678901', false],
  ['neighbourhood', address.checkNeighbourhood, 'B', false],
  ['neighbourhood', address.checkNeighbourhood, 'Sé', true],
  ['city', address.checkCity, 'Embu-Guaçu', true],
  ['city', address.checkCity, "Santa Bárbara d'Oeste", true],
  ['city', address.checkCity, 'Brasília 2', false],
  ['city', address.checkCity, '-Bauru', false],
  ['complement', address.checkComplement, '', true],
  ['complement', address.checkComplement, 'x'.repeat(51), false],
  ['phone', checkPhone, '(11) 98765-4321', true],
  ['phone', checkPhone, '1133334444', true],
  ['phone', checkPhone, '987654321', false],
  ['phone', checkPhone, '011 98765-4321', true],
  ['phone', checkPhone, '+55 (11) 98765-4321', true],
  ['phone', checkPhone, '(10) 98765-4321', false],
  ['phone', checkPhone, '0 21 11 98765-4321', false],
];

test.each(cases)('%s: %o of %j is %s', (_field, check, typed, ok) => {
  expect(check(typed).ok).toBe(ok);
});

test('there are 27 states', () => {
  expect(new Set(address.ufs).size).toBe(27);
});
