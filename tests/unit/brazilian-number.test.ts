import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBrazilianNumber } from '#docs/tools/rules/brazilian-number.ts';

test.each([
  ['99,9', 99.9],
  ['99.95', 99.95],
  ['1.440', 1440],
  ['1440', 1440],
  ['1 440,5', 1440.5],
  ['1.440,5', 1440.5],
  ['1\u00A0234\u00A0567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['0.005', 0.005],
  ['12.5', 12.5],
  [' 100 ', 100],
  ['1,440', 1.44],
  ['', null],
  ['1,440.5', null],
  ['1.44.0', null],
  ['1.440 500', null],
  ['99,9,9', null],
  ['-1', null],
  ['1e3', null],
  ['noventa', null],
])('typed "%s" is read as %s', (text, value) => {
  expect(parseBrazilianNumber(text)).toBe(value);
});

test('every number formatted in Portuguese is parsed back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999 }),
      fc.integer({ min: 0, max: 999 }),
      (whole, thousandths) => {
        const number = Number(`${whole}.${String(thousandths).padStart(3, '0')}`);
        const options = { maximumFractionDigits: 3 };
        for (const useGrouping of [true, false])
          expect(parseBrazilianNumber(number.toLocaleString('pt-BR', { ...options, useGrouping }))).toBe(
            number,
          );
      },
    ),
  );
});
