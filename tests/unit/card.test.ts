import valid from 'card-validator';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCardNumber, checkCcv, checkExpiry, checkHolderName, passesLuhn } from '#domain/card/card.ts';
import { type MessageId, message } from '#domain/messages.ts';

const today = '2026-11-21';

describe('card number', () => {
  test.each<[string, MessageId]>([
    ['', 'card.number-required'],
    ['4111 1111 1111', 'card.number-length'],
    ['41111111111111111111', 'card.number-length'],
    ['4111 1111 1111 1112', 'card.number-invalid'],
  ])('refuses %j: %s', (typed, problem) => {
    expect(checkCardNumber(typed)).toEqual({ ok: false, problem });
  });

  test.each(['4111 1111 1111 1111', '5184.0197.4037.3151', ' 378282246310005 '])('accepts %s', (typed) => {
    expect(checkCardNumber(typed)).toEqual({ ok: true, value: typed.replace(/\D/g, '') });
  });

  test('Luhn finds every wrong digit and matches an independent implementation', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (position, shift) => {
        const digits = [...'4111111111111111'];
        digits[position] = String((Number(digits[position]) + shift) % 10);
        expect(passesLuhn(digits.join(''))).toBe(false);
      }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 15, maxLength: 15 }),
        (root) => {
          const number = `4${root}`;
          expect(passesLuhn(number)).toBe(valid.number(number).isValid);
        },
      ),
    );
  });
});

test.each<[string, MessageId | null]>([
  ['11/26', null],
  ['12/26', null],
  ['1226', null],
  ['10/26', 'card.expiry'],
  ['13/27', 'card.expiry'],
  ['00/27', 'card.expiry'],
  ['1/27', 'card.expiry'],
  ['', 'card.expiry'],
])('expiry %j on the 21st of November 2026: %s', (typed, problem) => {
  const checked = checkExpiry(typed, today);
  expect(checked.ok ? null : checked.problem).toBe(problem);
});

test('an expired card gets the sentence of the requirements', () => {
  expect(message('card.expiry')).toBe('Cartão expirado ou data inválida');
});

test.each<[string, MessageId | null]>([
  ['Maria da Silva', null],
  ["João d'Ávila", null],
  ['ZOË D’ÁVILA-ÑUÑEZ JR.', null],
  ['Ana B. Souza', null],
  ['Ana-Lúcia Souza', null],
  ['Madonna', 'holder.words'],
  ['', 'holder.required'],
  ['Jo', 'holder.length'],
  ['Maria 2 Silva', 'holder.letters'],
  [`A ${'b'.repeat(60)}`, 'holder.length'],
])('holder %j: %s', (typed, problem) => {
  const checked = checkHolderName(typed);
  expect(checked.ok ? null : checked.problem).toBe(problem);
});

test.each([
  ['123', true],
  ['1234', true],
  ['12', false],
  ['12345', false],
  ['12a', false],
])('CVV %s: %s', (typed, ok) => {
  expect(checkCcv(typed).ok).toBe(ok);
});
