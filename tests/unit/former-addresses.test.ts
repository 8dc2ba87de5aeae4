/** Published addresses keep leading to an article, and former ones to the article that took their place. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ContentFile } from '#build/content-files.ts';
import {
  addressMistakes,
  formerAddresses,
  formerAddressRedirects,
  publishedAddresses,
  readableAddresses,
} from '#build/former-addresses.ts';
import { testFolder } from '#tests/support/folders.ts';

const article = (route: string, ...fields: readonly string[]): ContentFile => [
  `content/docs/${route}.mdx`,
  ['---', `id: ${route}`, ...fields, '---', 'Texto.'].join('\n'),
];
const ready = (route: string, ...fields: readonly string[]) => article(route, 'draft: false', ...fields);

test('every published article is in the list, in order and once', () => {
  const published = publishedAddresses();
  const missing = readableAddresses().filter((route) => !published.includes(route));
  if (missing.length > 0)
    expect.fail(
      `Acrescente a content/docs/_published.txt, na ordem, os endereços novos: ${missing.join(', ')}.`,
    );
  expect(published).toEqual([...new Set(published)].toSorted());
});

test('a published address that leads nowhere is a mistake', () => {
  expect(addressMistakes([ready('new')], ['new', 'old'])).toEqual([
    'content/docs/_published.txt:2: /docs/old já foi publicado, e há links para ele. Escreva "formerly: [old]" na ficha do artigo que ficou no lugar.',
  ]);
  expect(addressMistakes([ready('new', 'formerly: [old]')], ['new', 'old'])).toEqual([]);
});

test('a draft does not keep an address', () => {
  const draft = article('new', 'draft: true', 'formerly: [old]');
  expect(addressMistakes([draft], ['old'])).toHaveLength(1);
  expect(formerAddresses([draft])).toEqual(new Map());
});

test.each([
  [
    'another article’s address',
    [ready('a', 'formerly: [b]'), ready('b')],
    'é o endereço de content/docs/b.mdx',
  ],
  ['its own address', [ready('b', 'formerly: [b]')], 'é o endereço de content/docs/b.mdx'],
  [
    'a draft’s address',
    [ready('a', 'formerly: [b]'), article('b', 'draft: true')],
    'é o endereço de content/docs/b.mdx',
  ],
  [
    'one of another article’s former addresses',
    [ready('a', 'formerly: [old]'), ready('b', 'formerly: [old]')],
    'já leva a content/docs/a.mdx',
  ],
  ['an address that never was', [ready('a', 'formerly: [nunca]')], 'nunca foi publicado'],
])('a former address that is %s is refused', (_, files, sentence) => {
  const [said] = addressMistakes(files, ['old']).filter((mistake) => mistake.includes('formerly: "'));
  expect(said).toMatch(/^content\/docs\/[ab]\.mdx:4: formerly: /);
  expect(said).toContain(sentence);
});

test('the build leads former addresses and their Markdown to the new ones', async () => {
  const folder = testFolder();
  const file = join(folder, '_redirects');
  writeFileSync(file, '/termos.html /termos 200\n');
  const former = new Map([['notifications/msteams', 'notifications/teams']]);
  await formerAddressRedirects(() => former).done(folder);
  expect(readFileSync(file, 'utf8')).toBe(
    [
      '/termos.html /termos 200',
      '/docs/notifications/msteams /docs/notifications/teams 301',
      '/docs/notifications/msteams.md /docs/notifications/teams.md 301',
      '',
    ].join('\n'),
  );
});
