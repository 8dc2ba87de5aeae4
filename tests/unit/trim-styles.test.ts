import { expect, test } from 'vitest';
import { collectVocabulary, dropUnreadProperties, trimRules } from '../../src/build/trim-styles.ts';

const vocabulary = collectVocabulary(
  ['<p class="flex hover:text-ink mt-1.5 text-[1.5rem]"><input type="search"></p>hidden'],
  ['className:`grid sm:p-6 `+look'],
);
const trim = (css: string): string => trimRules(css, vocabulary);

test.each([
  ['.flex{d:f}.mt-1\\.5{m:6px}.grid{d:g}', 'classes of markup and scripts, escaped or not'],
  ['.hover\\:text-ink:hover{c:i}.text-\\[1\\.5rem\\]{f:1}', 'colons and brackets that belong to a name'],
  ['p{m:0}:root{a:b}*,:before{b:c}[hidden]{d:n}', 'elements and what names nothing'],
  ['.flex[aria-busy=true]:not(.hidden){c:p}', 'states and exceptions'],
  [':is(.flex,.gone) :where(p,ol){m:0}', 'one alternative is enough'],
  ['::-webkit-search-decoration{a:n}', 'parts of a control that is there'],
  ['@font-face{font-family:x}@keyframes y{0%{top:0}}@layer a,b;', 'what is not a style rule'],
])('stays: %s (%s)', (css) => {
  expect(trim(css)).toBe(css);
});

test.each([
  ['.hidden{d:n}', '', 'a word of the text is no class'],
  ['.hidden,.flex{d:f}', '.flex{d:f}', 'one of two selectors'],
  ['ul.flex{d:f}', '', 'no such element'],
  [':is(.gone,ol) p{m:0}', '', 'no alternative is there'],
  ['::-webkit-datetime-edit{p:0}', '', 'parts of a control that is not there'],
  [
    '@media (width>=40rem){.sm\\:p-6{p:1}.sm\\:p-7{p:2}}@media print{.block{d:b}}',
    '@media (width>=40rem){.sm\\:p-6{p:1}}',
    'an empty condition goes with its rules',
  ],
])('%s → %s (%s)', (css, kept) => {
  expect(trim(css)).toBe(kept);
});

test('a token goes with the last that read it, and takes along what only it read', () => {
  const css = ':root{--a:1px;--b:var(--a);--c:2px;--d:3px}.flex{m:var(--c)}@property --e{x:y}';
  expect(dropUnreadProperties(css, ['style="width:var(--d)"'])).toBe(
    ':root{--c:2px;--d:3px}.flex{m:var(--c)}',
  );
});
