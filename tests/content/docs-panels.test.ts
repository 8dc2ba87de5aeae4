/** Deferred parts of an article (build/docs-panels.ts) are readable without JavaScript. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPage } from '#tests/support/built-weight.ts';
import { builtPages, outDir } from './built-docs.ts';

const articles = [...builtPages().values()].filter(
  ({ path, document }) =>
    path.startsWith('/docs/') && document.querySelector('[data-pagefind-body]') !== null,
);

test('every article is checked', () => {
  expect(articles.length).toBeGreaterThanOrEqual(24);
});

describe.each(articles.map(({ path }) => path))('%s', (path) => {
  test('without JavaScript each deferred panel links to its text', () => {
    const html = readPage(outDir, path);
    const waiting = [
      ...html.matchAll(/<section [^>]*data-tab="([^"]+)"[^>]*data-waiting>[\s\S]*?<a href="([^"]+)"/g),
    ];
    for (const [, label = '', twin = ''] of waiting)
      expect(readFileSync(join(outDir, twin), 'utf8')).toContain(label);
  });
});
