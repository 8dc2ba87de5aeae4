import { expect, test } from 'vitest';
import { dropAbsentScopes } from '../../src/build/trim-scopes.ts';

const body = '<p data-astro-cid-here class="a">x</p>';
const page = (css: string): string => `<style>${css}</style>${body}`;

test.each([
  ['.a[data-astro-cid-here]{top:0}', '.a[data-astro-cid-here]{top:0}', 'a scope on the page'],
  ['.a[data-astro-cid-gone]{top:0}', '', 'a scope that no element has'],
  ['.a{top:0}p{left:0}', '.a{top:0}p{left:0}', 'rules without a scope'],
  [
    '.a[data-astro-cid-gone],.b[data-astro-cid-here]{top:0}',
    '.a[data-astro-cid-gone],.b[data-astro-cid-here]{top:0}',
    'one of two selectors may match',
  ],
  [
    '@layer components{.a[data-astro-cid-gone]{top:0}@media (width<=9rem){.a[data-astro-cid-here]{top:0}}}',
    '@layer components{@media (width<=9rem){.a[data-astro-cid-here]{top:0}}}',
    'inside layers and conditions',
  ],
  ['@layer components{.a[data-astro-cid-gone]{top:0}}', '', 'an empty layer goes too'],
  ['@layer theme,base;.a{top:0}', '@layer theme,base;.a{top:0}', 'the order of layers stays'],
  [
    '@font-face{font-family:x}@keyframes y{0%{top:0}}',
    '@font-face{font-family:x}@keyframes y{0%{top:0}}',
    'faces and keyframes stay',
  ],
])('%s → %s (%s)', (css, kept) => {
  expect(dropAbsentScopes(page(css))).toBe(page(kept));
});
