import { expect, test } from 'vitest';
import { dropUnreadProperties, propertyNames, trimRules } from '../../src/build/trim-styles.ts';

const vocabulary = {
  elements: new Set(['p', 'input', 'input:file']),
  classes: new Set(['flex', 'grid', 'hover:text-ink', 'mt-1.5', 'text-[1.5rem]', 'sm:p-6', 'a', 'b']),
  scopes: new Set(['data-astro-cid-here']),
};
const trim = (css: string): string => trimRules(css, vocabulary);

test.each([
  ['.flex{d:f}.mt-1\\.5{m:6px}.grid{d:g}', 'classes, escaped or not'],
  ['.hover\\:text-ink:hover{c:i}.text-\\[1\\.5rem\\]{f:1}', 'colons and brackets in a name'],
  ['p{m:0}:root{a:b}*,:before,::after{b:c}[hidden]{d:n}', 'elements and universal selectors'],
  ['.flex[aria-busy=true]:not(.hidden){c:p}', 'states and exceptions'],
  [':is(.flex,.gone) :where(p,ol){m:0}', 'one matching alternative'],
  ['::file-selector-button{a:n}', 'parts of a used control'],
  ['.a[data-astro-cid-here]{top:0}', 'a used scope'],
  ['@font-face{font-family:x}@keyframes y{0%{top:0}to{top:1px}}@layer a,b;', 'other at-rules'],
  ['.flex{&:hover{c:d}.gone{e:f}}', 'rules nested in a used rule'],
])('stays: %s (%s)', (css) => {
  expect(trim(css)).toBe(css);
});

test.each([
  ['.hidden{d:n}', '', 'no such class'],
  ['.hidden,.flex{d:f}', '.flex{d:f}', 'one of two selectors'],
  ['ul.flex{d:f}', '', 'no such element'],
  [':is(.gone,ol) p{m:0}', '', 'no matching alternative'],
  ['::-webkit-inner-spin-button{p:0}', '', 'parts of an unused control'],
  ['::-webkit-datetime-edit-year-field{p:0}', '', 'parts of an input that no page has'],
  ['.a[data-astro-cid-gone]{top:0}', '', 'an unused scope'],
  [
    '@media (width>=40rem){.sm\\:p-6{p:1}.sm\\:p-7{p:2}}@media print{.block{d:b}}',
    '@media (width>=40rem){.sm\\:p-6{p:1}}',
    'an empty condition goes with its rules',
  ],
  ['@layer x{@media print{.gone{d:b}}}', '', 'and the layer around it'],
  ['@layer x{.a{t:0}}.flex{d:f}@layer x{.b{t:0}}', '@layer x{.a{t:0}.b{t:0}}.flex{d:f}', 'one block a layer'],
])('%s → %s (%s)', (css, kept) => {
  expect(trim(css)).toBe(kept);
});

test('when only scopes are known, every class and element is kept', () => {
  const css = 'ol .x{m:0}.a[data-astro-cid-here]{top:0}';
  expect(trimRules(`${css}.a[data-astro-cid-gone]{top:0}`, { scopes: vocabulary.scopes })).toBe(css);
});

test('a token is removed with its last reader, with tokens only it used', () => {
  const css = ':root{--a:1px;--b:var(--a);--c:2px;--d:3px}.flex{m:var(--c)}@property --e{syntax:"*"}';
  const read = new Set(propertyNames('style="width:var(--d)"'));
  expect(dropUnreadProperties(css, read)).toBe(':root{--c:2px;--d:3px}.flex{m:var(--c)}');
});
