import { cnpj as oracleCnpj, cpf as oracleCpf } from 'cpf-cnpj-validator';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import { checkTaxId, formatTaxId, normalizeTaxId, parseCnpj, parseCpf } from '#domain/tax-id/tax-id.ts';
import { newAlphanumericCnpj, newCnpj, newCpf } from '#tests/support/people.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const text = (characters: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: length, maxLength: length });

describe('parseCnpj', () => {
  test.each([
    ['12.ABC.345/01DE-35', 'letters, the published example', '12ABC34501DE35'],
    ['12abc34501de35', 'lower case', '12ABC34501DE35'],
    ['11.222.333/0001-81', 'digits with punctuation', '11222333000181'],
  ])('accepts %s (%s)', (typed, _why, number) => {
    expect(parseCnpj(typed)).toBe(number);
  });

  test.each([
    ['12.ABC.345/01DE-36', 'wrong check digit'],
    ['00000000000000', 'one repeated digit'],
    ['1122233300018', 'thirteen characters'],
    ['12ABC34501DEAB', 'letters as check digits'],
  ])('refuses %s (%s)', (typed) => {
    expect(parseCnpj(typed)).toBeNull();
  });

  test('matches an independent implementation for any number', () => {
    fc.assert(
      fc.property(text(alphabet, 12), text('0123456789', 2), (root, digits) => {
        expect(parseCnpj(root + digits) !== null).toBe(oracleCnpj.isValid(root + digits));
      }),
    );
    for (let round = 0; round < 200; round += 1) {
      expect(parseCnpj(newCnpj())).not.toBeNull();
      expect(parseCnpj(newAlphanumericCnpj())).not.toBeNull();
    }
  });
});

test('parseCpf matches an independent implementation for any number', () => {
  fc.assert(
    fc.property(text('0123456789', 11), (number) => {
      expect(parseCpf(number) !== null).toBe(oracleCpf.isValid(number));
    }),
  );
  for (let round = 0; round < 200; round += 1) expect(parseCpf(newCpf())).not.toBeNull();
});

test('changing one digit of a valid CPF makes it invalid', () => {
  // Not true for every CPF: remainders 0 and 1 have the same check digit.
  const number = '52998224725';
  for (let position = 0; position < number.length; position += 1) {
    for (let shift = 1; shift <= 9; shift += 1) {
      const changed = String((Number(number[position]) + shift) % 10);
      expect(parseCpf(number.slice(0, position) + changed + number.slice(position + 1))).toBeNull();
    }
  }
});

test.each([
  ['', 'CPF ou CNPJ é obrigatório para cartão de crédito'],
  ['123', 'CPF inválido'],
  ['111.111.111-11', 'CPF inválido'],
  ['123456789012', 'CNPJ inválido'],
  ['12ABC34501DE36', 'CNPJ inválido'],
])('checkTaxId refuses %j: %s', (typed, sentence) => {
  const checked = checkTaxId(typed);
  expect(checked.ok ? null : message(checked.problem)).toBe(sentence);
});

test.each([
  ['52998224725', '529.982.247-25'],
  ['5299', '529.9'],
  ['11222333000181', '11.222.333/0001-81'],
  ['12abc34501de35', '12.ABC.345/01DE-35'],
])('formatTaxId shows %s as %s', (number, shown) => {
  expect(formatTaxId(number)).toBe(shown);
  expect(normalizeTaxId(shown)).toBe(number.toUpperCase());
});
