import { expect, test } from 'vitest';
import { collectWords, trimUtilities } from '../../src/build/trim-styles.ts';

const words = collectWords(['<p class="flex hover:text-ink mt-1.5">', 'className:`grid sm:p-6 `+look']);
const trim = (rules: string): string =>
  trimUtilities(`a{b:c}@layer utilities{${rules}}@layer components{.x{y:z}}`, words);
const kept = (rules: string): string => `a{b:c}@layer utilities{${rules}}@layer components{.x{y:z}}`;

test('a utility stays when a page or a script names it, escaped or not', () => {
  const rules = '.flex{display:flex}.mt-1\\.5{margin-top:6px}.grid{display:grid}';
  expect(trim(rules)).toBe(kept(rules));
});

test('a utility nobody names goes, also inside conditions, and an empty condition goes with it', () => {
  expect(
    trim(
      '.flex{d:f}.hidden{d:n}@media (width>=40rem){.sm\\:p-6{p:1}.sm\\:p-7{p:2}}@media print{.block{d:b}}',
    ),
  ).toBe(kept('.flex{d:f}@media (width>=40rem){.sm\\:p-6{p:1}}'));
});

test('a rule for several classes stays for the sake of one', () => {
  expect(trim('.hidden,.flex{d:f}')).toBe(kept('.hidden,.flex{d:f}'));
});

test('what stands outside the utilities, and what has no class, is left as it is', () => {
  expect(trim(':root{a:b}')).toBe(kept(':root{a:b}'));
});

test('a registered property goes with the last utility that read it', () => {
  const css =
    '@layer utilities{.blur{f:var(--tw-blur)}.flex{f:var(--tw-x)}}@property --tw-blur{a:b}@property --tw-x{a:b}';
  expect(trimUtilities(css, words)).toBe('@layer utilities{.flex{f:var(--tw-x)}}@property --tw-x{a:b}');
});
