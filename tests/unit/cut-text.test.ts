/** Texts that are cut for a provider: between whole characters. */
import { expect, test } from 'vitest';
import { cutText } from '#domain/text/cut-text.ts';

const cases: readonly (readonly [string, string, number, string])[] = [
  ['a short text', 'Loja', 150, 'Loja'],
  ['a text of exactly that length', 'Loja', 4, 'Loja'],
  ['a longer one', 'Loja virtual', 4, 'Loja'],
  ['an emoji at the edge', 'Loja 🛒', 6, 'Loja '],
  ['an emoji of several code points', 'Time 👩‍👩‍👧‍👦!', 12, 'Time '],
  ['a flag', 'Site 🇧🇷🇵🇹', 10, 'Site 🇧🇷'],
  ['a letter with a separate accent', 'Açaí'.normalize('NFD'), 2, 'A'],
  ['half a character in the middle', 'Lo\uD83Dja', 150, 'Lo\uFFFDja'],
  ['half a character at the end', 'Loja\uD83D', 150, 'Loja\uFFFD'],
  ['nothing at all', '', 10, ''],
];

test.each(cases)('%s is cut whole', (_name, text, max, cut) => {
  expect(cutText(text, max)).toBe(cut);
});

test('a single character that is too long is cut between its code points', () => {
  const stacked = `🛒${'\u0301'.repeat(300)}`;
  expect(cutText(stacked, 150)).toBe(stacked.slice(0, 150));
  expect(cutText(stacked, 1)).toBe('');
});

test('every length of a mixed text is well-formed and fits', () => {
  const text = 'a🛒é👩‍👩‍👧‍👦🇧🇷\uD83Dç'.normalize('NFD').repeat(3);
  for (let max = 0; max <= text.length; max += 1) {
    const cut = cutText(text, max);
    expect(cut.length).toBeLessThanOrEqual(max);
    expect(cut).not.toMatch(/\p{Surrogate}/u);
  }
});
