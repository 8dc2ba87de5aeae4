/** Text leaves whole: no half of a character, and cut where a reader sees none. */
import { expect, test } from 'vitest';
import { wholeText } from '#domain/text/cut-text.ts';

const family = '👨‍👩‍👧';

test.each([
  ['Loja', 10, 'Loja'],
  ['Loja \ud83d', 10, 'Loja \ufffd'],
  ['\udc00a', 10, '\ufffda'],
  ['abcdef', 5, 'abcd…'],
  [`ab${family}cd`, 8, 'ab…'],
  [`ab${family}c`, 11, `ab${family}c`],
  ['e\u0301e\u0301e\u0301', 4, 'e\u0301…'],
  // One character longer than the limit.
  [family, 4, '👨‍…'],
  ['', 1, ''],
])('%j within %i', (text, max, whole) => {
  const cut = wholeText(text, max);
  expect(cut).toBe(whole);
  expect([cut.isWellFormed(), cut.length <= max]).toEqual([true, true]);
});

test('a text of any length is cut within its limit, and stays well-formed', () => {
  const text = `${'a'.repeat(4094)}${family.repeat(50)}\ud83d`;
  for (let max = 4085; max < 4200; max += 1) {
    const cut = wholeText(text, max);
    expect([cut.isWellFormed(), cut.length <= max]).toEqual([true, true]);
  }
});
