/**
 * Articles without JavaScript, checked in the built files: no text depends on a script.
 * tests/e2e/docs-no-script.spec.ts checks the same in Chromium.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtPages, outDir } from './built-docs.ts';

const read = (address: string): string => readFileSync(join(outDir, address), 'utf8');
const wordsOf = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();

const articles = [...builtPages().values()].flatMap(({ path, document }) => {
  const body = document.querySelector('[data-pagefind-body]');
  return path.startsWith('/docs/') && body !== null ? [{ path, document, body }] : [];
});

test('every article is checked', () => {
  expect(articles.length).toBeGreaterThanOrEqual(24);
});

describe.each(articles)('$path', ({ path, document, body }) => {
  test('everything foldable is open', () => {
    const css = [...document.querySelectorAll('link[rel="stylesheet"]')]
      .map((link) => read(link.getAttribute('href') ?? ''))
      .join('');
    expect(css).toMatch(
      /@media[^{]*scripting:\s*none[^{]*\{(?:[^{}]*\{[^{}]*\})*?[^{}]*\.prose details::details-content[^{}]*\{[^}]*content-visibility:\s*visible/,
    );
  });

  test('every tool has a name and says that it needs JavaScript', () => {
    for (const tool of body.querySelectorAll('.tool')) {
      expect(tool.getAttribute('aria-label')?.length).toBeGreaterThan(10);
      expect(wordsOf(tool.textContent)).toMatch(/precisa de JavaScript/);
    }
  });

  test('pictures have addresses and open as files', () => {
    for (const image of body.querySelectorAll('img'))
      expect(image.getAttribute('src')).toMatch(/^\/_astro\//);
    for (const link of body.querySelectorAll('a[data-picture]'))
      expect(link.getAttribute('href'), path).toMatch(/^\/_astro\/[\w.-]+\.webp$/);
  });
});
