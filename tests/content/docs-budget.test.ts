/**
 * What each article costs a phone before it is touched, read from the built files: the same bytes that
 * tests/e2e/budget.spec.ts sees in Chromium on two of them. A page that outgrows a limit is made lighter.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { builtPages, outDir } from './built-docs.ts';

const TOTAL_MAX = 25_000;
const JS_MAX = 8_000;
const FONTS_MAX = 60_000;
const REQUESTS_MAX = 8;

const packed = (text: string): number => brotliCompressSync(text).length;
const read = (address: string): string => readFileSync(join(outDir, address), 'utf8');

function named(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, address = '']) => address);
}

/** A script and what it imports at once. */
function scriptsFrom(address: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(address)) return found;
  found.add(address);
  const imports = read(address).matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g);
  for (const [, name = ''] of imports) scriptsFrom(`/_astro/${name}`, found);
  return found;
}

function weigh(path: string) {
  const html = read(`${path}.html`);
  const head = html.slice(0, html.indexOf('</head>'));
  const sheets = named(head, /<link rel="stylesheet" href="([^"]+)"/g);
  const scripts = new Set<string>();
  for (const address of named(html, /<script type="module" src="([^"]+)"/g)) scriptsFrom(address, scripts);
  const inline = named(html, /<script(?![^>]*(?:src=|type="application))[^>]*>([\s\S]*?)<\/script>/g).join(
    '\n',
  );
  const external = [...scripts].reduce((sum, address) => sum + packed(read(address)), 0);
  const css = sheets.reduce((sum, address) => sum + packed(read(address)), 0);
  const hasCode = /<(?:code|pre)[\s>]/.test(html);
  const fonts = named(head + sheets.map(read).join(''), /url\("?(\/[^")]+\.woff2)/g).filter(
    (_address, index) => index < 2 || hasCode,
  );
  return {
    total: packed(html) + css + external,
    js: packed(inline) + external,
    fonts: [...new Set(fonts)].reduce((sum, address) => sum + statSync(join(outDir, address)).size, 0),
    requests: 1 + sheets.length + scripts.size + new Set(fonts).size,
  };
}

const articles = [...builtPages().values()].filter(
  ({ path, document }) =>
    path.startsWith('/docs/') && document.querySelector('[data-pagefind-body]') !== null,
);

test('every article is weighed', () => {
  expect(articles.length).toBeGreaterThanOrEqual(24);
});

describe.each(articles.map(({ path }) => path))('%s', (path) => {
  test('is within what a reader on a phone pays before touching it', () => {
    const { total, js, fonts, requests } = weigh(path);
    expect.soft(total, 'HTML, CSS and JavaScript').toBeLessThanOrEqual(TOTAL_MAX);
    expect.soft(js, 'JavaScript').toBeLessThanOrEqual(JS_MAX);
    expect.soft(fonts, 'typefaces').toBeLessThanOrEqual(FONTS_MAX);
    expect.soft(requests, 'requests').toBeLessThanOrEqual(REQUESTS_MAX);
  });

  test('without JavaScript a link leads from each panel that waits to the text that has it', () => {
    const html = read(`${path}.html`);
    const waiting = [
      ...html.matchAll(/<section [^>]*data-tab="([^"]+)"[^>]*data-waiting>[\s\S]*?<a href="([^"]+)"/g),
    ];
    for (const [, label = '', twin = ''] of waiting) expect(read(twin)).toContain(label);
  });
});
