import { expect, test } from 'vitest';
import { cardBrand, cardGaps } from '#checkout/payment/card-brand.ts';
import {
  addressNumberMask,
  cardNumberMask,
  ccvMask,
  cepMask,
  expiryMask,
  phoneMask,
  taxIdMask,
} from '#checkout/payment/masks.ts';
import { applyMask, type Mask } from '#form/mask.ts';

const card = cardNumberMask(cardGaps);

test.each<[string, Mask, string, string]>([
  ['CEP', cepMask, '01310100', '01310-100'],
  ['CEP pasted with spaces', cepMask, ' 01.310 - 100 ', '01310-100'],
  ['unfinished CEP', cepMask, '01310', '01310'],
  ['card', card, '4111111111111111', '4111 1111 1111 1111'],
  ['card pasted with spaces and dots', card, '4111 1111.1111-1111', '4111 1111 1111 1111'],
  ['American Express', card, '378282246310005', '3782 822463 10005'],
  ['19 digits', card, '41111111111111111112', '4111 1111 1111 1111 111'],
  ['expiry', expiryMask, '1230', '12/30'],
  ['expiry filled in by the browser', expiryMask, '12/2030', '12/30'],
  ['expiry with a one-digit month', expiryMask, '1/30', '01/30'],
  ['mobile', phoneMask, '11988887777', '(11) 98888-7777'],
  ['landline', phoneMask, '1133334444', '(11) 3333-4444'],
  ['phone with country code', phoneMask, '+55 11 98888-7777', '(11) 98888-7777'],
  ['phone with the long-distance zero', phoneMask, '011 98765-4321', '(11) 98765-4321'],
  ['phone with one digit too many', phoneMask, '(11) 98765-43219', '(11) 98765-4321'],
  ['phone with a carrier code', phoneMask, '0 21 11 98765-4321', '2111987654321'],
  ['expiry with a four-digit year, incomplete', expiryMask, '12/203', '12/203'],
  ['expiry with a four-digit year', expiryMask, '12/2030', '12/30'],
  ['CVV with spaces', ccvMask, '1 2 3', '123'],
  ['CPF', taxIdMask, '52998224725', '529.982.247-25'],
  ['CPF pasted with its label', taxIdMask, 'CPF: 529.982.247-25', '529.982.247-25'],
  ['CNPJ pasted with its label', taxIdMask, 'cnpj 12abc34501de35', '12.ABC.345/01DE-35'],
  ['CNPJ with letters', taxIdMask, '12abc34501de35', '12.ABC.345/01DE-35'],
  ['house number', addressNumberMask, '12 a', '12A'],
])('%s: formatted as people write it', (_name, mask, typed, shown) => {
  expect(mask.format(typed)).toBe(shown);
  expect(mask.format(shown)).toBe(shown);
});

test.each<[string, Mask, string, number, string, number]>([
  ['typing at the end steps over the dash', cepMask, '013101', 6, '01310-1', 7],
  ['an inserted digit keeps the caret after it', cepMask, '091310-10', 2, '09131-010', 2],
  ['deleting at the dash moves the caret before it', cepMask, '01310100', 5, '01310-100', 5],
  ['deleting the first character stays at the start', cepMask, '1310-100', 0, '13101-00', 0],
  ['a letter that is not allowed changes nothing', cepMask, '01x310-100', 3, '01310-100', 2],
])('%s', (_name, mask, typed, caret, value, position) => {
  expect(applyMask(mask, typed, caret)).toEqual({ value, caret: position });
});

test.each([
  ['4111111111111111', 'Visa', 3],
  ['5555555555554444', 'Mastercard', 3],
  ['6362970000457013', 'Elo', 3],
  ['6062825624254001', 'Hipercard', 3],
  ['378282246310005', 'American Express', 4],
])('%s is a %s', (digits, name, ccvLength) => {
  expect(cardBrand(digits)).toMatchObject({ name, ccvLength });
});

test('digits that fit several brands show none', () => {
  expect(cardBrand('')).toBeNull();
  expect(cardBrand('4')).toBeNull();
});
