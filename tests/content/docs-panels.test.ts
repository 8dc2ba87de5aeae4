/** What an article leaves to be fetched later (build/docs-panels.ts) can be read without JavaScript too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPage } from '#tests/support/built-weight.ts';
import { builtPages, outDir } from './built-docs.ts';

const articles = [...builtPages().values()].filter(
  ({ path, document }) =>
    path.startsWith('/docs/') && document.querySelector('[data-pagefind-body]') !== null,
);

test('every article is looked at', () => {
  expect(articles.length).toBeGreaterThanOrEqual(24);
});

describe.each(articles.map(({ path }) => path))('%s', (path) => {
  test('without JavaScript a link leads from each panel that waits to the text that has it', () => {
    const html = readPage(outDir, path);
    const waiting = [
      ...html.matchAll(/<section [^>]*data-tab="([^"]+)"[^>]*data-waiting>[\s\S]*?<a href="([^"]+)"/g),
    ];
    for (const [, label = '', twin = ''] of waiting)
      expect(readFileSync(join(outDir, twin), 'utf8')).toContain(label);
  });
});
