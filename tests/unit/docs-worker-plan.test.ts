import { describe, expect, test } from 'vitest';
import { isFreeToLoad } from '../../src/docs/offline/connection.ts';
import { isKeepRequest } from '../../src/docs/offline/messages.ts';
import {
  assetsNamedIn,
  fileOfBundle,
  handlingOf,
  markAsCopy,
  pageKey,
  picturesNamedIn,
  withoutMissingPictures,
} from '../../src/docs/offline/plan.ts';

const origin = 'https://vigia.example';
const handling = (path: string, mode = 'cors', method = 'GET') =>
  handlingOf({ method, mode, url: new URL(path, origin) }, origin);

test.each([
  ['/docs', 'navigate', 'page'],
  ['/docs?nivel=basico', 'navigate', 'page'],
  ['/docs/notifications/telegram', 'navigate', 'page'],
  ['/docs/feed.xml', 'navigate', 'file'],
  ['/docs/first-monitor.md', 'navigate', 'file'],
  ['/_astro/search.B1a2c3.js', 'cors', 'asset'],
  ['/docs/pagefind/text.14ef3cf0.json', 'cors', 'search-part'],
  ['/docs/pagefind/index.json', 'cors', 'search-entry'],
])('%s (%s) is a %s', (path, mode, expected) => {
  expect(handling(path, mode)).toBe(expected);
});

test.each([
  ['/checkout', 'navigate'],
  ['/provisionamento', 'navigate'],
  ['/upgrade', 'navigate'],
  ['/suporte', 'navigate'],
  ['/docs-antigo', 'navigate'],
  ['/api/feedback', 'cors'],
  ['/api/provisionamento/status', 'cors'],
  ['https://outro.example/_astro/a.js', 'cors'],
  ['/docs/first-monitor.md', 'cors'],
  ['/ajuda.json', 'cors'],
])('%s (%s) is not handled', (path, mode) => {
  expect(handling(path, mode)).toBe('ignore');
});

test('writing requests are not handled, even below /docs', () => {
  expect(handling('/docs', 'navigate', 'POST')).toBe('ignore');
  expect(handling('/_astro/a.js', 'cors', 'POST')).toBe('ignore');
});

test('a page is cached once for any query and fragment', () => {
  const keys = ['/docs', '/docs?nivel=basico#a', '/docs#b', '/docs/'].map((path) =>
    pageKey(new URL(path, origin)),
  );
  expect(new Set(keys)).toEqual(new Set(['/docs']));
});

test('a page’s scripts, styles and fonts are found, pictures are not', () => {
  const html = `<link href="/_astro/a.css"><script src="/_astro/b.js"></script>
    <astro-island component-url="/_astro/c.js" renderer-url='/_astro/b.js'
      props="{&quot;style&quot;:[0,&quot;/_astro/f.css&quot;]}"></astro-island>
    <style>@font-face{src:url("/_astro/fonts/d.woff2")}</style><img src="/_astro/e.webp">`;
  expect(assetsNamedIn(html)).toEqual([
    '/_astro/a.css',
    '/_astro/b.js',
    '/_astro/c.js',
    '/_astro/f.css',
    '/_astro/fonts/d.woff2',
  ]);
});

test('a page’s pictures are found for every theme and screen, each once', () => {
  const html = `<a href="/_astro/a.1.webp" data-picture><picture>
    <source media="(max-width: 40rem)" srcset="/_astro/a-phone.2.webp"><img src="/_astro/a.1.webp"></picture></a>
    <img src="/_astro/b.3.png"><script src="/_astro/c.js"></script><a href="https://outro.example/_astro/d.webp">x</a>`;
  expect(picturesNamedIn(html)).toEqual(['/_astro/a.1.webp', '/_astro/a-phone.2.webp', '/_astro/b.3.png']);
});

describe('a copy whose pictures are', () => {
  const link = (name: string, theme: string): string =>
    `<a href="/_astro/${name}.webp" data-picture class="shot-${theme}" aria-label="a > b"><picture><source media="(max-width: 40rem)" srcset="/_astro/${name}-phone.webp"><img src="/_astro/${name}.webp"></picture></a>`;
  const figure = (...links: readonly string[]): string =>
    `<figure class="shot shot-wide">${links.join('')}<figcaption>Legenda</figcaption></figure>`;
  const both = figure(link('a', 'light'), link('a-dark', 'dark'));
  const shown = (...kept: readonly string[]): string =>
    withoutMissingPictures(`<p>${both}</p>`, (address) => kept.includes(address));

  test.each<[string, string[], string]>([
    ['all there stays', ['/_astro/a.webp', '/_astro/a-dark.webp'], both],
    ['there for one screen stays', ['/_astro/a-phone.webp', '/_astro/a-dark-phone.webp'], both],
    ['there in one theme shows it in both', ['/_astro/a-dark.webp'], figure(link('a-dark', 'both'))],
    ['all missing has none', [], ''],
  ])('%s', (_name, kept, expected) => {
    expect(shown(...kept)).toBe(`<p>${expected}</p>`);
  });
});

test('a cached page shows its date and nothing else is inserted', () => {
  expect(markAsCopy('<!doctype html><html lang="pt-BR">', '2026-11-21T03:12:00.000Z')).toBe(
    '<!doctype html><html data-copy-of="2026-11-21T03:12:00.000Z" lang="pt-BR">',
  );
  expect(markAsCopy('<html>', '"><script>')).toBe('<html data-copy-of="script">');
  expect(markAsCopy('<html>', 'x', false)).toBe('<html data-copy-of="x" data-lacks-pictures>');
});

test.each([
  [undefined, true],
  [{ effectiveType: '4g' }, true],
  [{ type: 'wifi', effectiveType: '4g', saveData: false }, true],
  [{ saveData: true, type: 'wifi' }, false],
  [{ type: 'cellular', effectiveType: '4g' }, false],
  [{ effectiveType: '3g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
])('a connection of %j may load large files: %s', (connection, expected) => {
  expect(isFreeToLoad(connection)).toBe(expected);
});

test('a file of a bundle has its own type and the headers of the bundle', async () => {
  const bundle = new Headers({ 'Content-Security-Policy': "default-src 'none'", ETag: '"x"' });
  const file = fileOfBundle('/_astro/a.1.js', 'export {};', bundle);
  expect(await file.text()).toBe('export {};');
  expect(file.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(file.headers.get('content-security-policy')).toBe("default-src 'none'");
  expect(file.headers.get('etag')).toBeNull();
});

test.each([
  [{ seen: ['https://vigia.example/docs', '/docs/a'], keep: 'articles' }, true],
  [{ seen: [], keep: 'visit' }, true],
  [{ seen: [], keep: 'pictures' }, true],
  // A page of an earlier build.
  [['https://vigia.example/docs'], false],
  [{ seen: [], isAll: true }, false],
  [{ seen: ['http://['], keep: 'articles' }, false],
  [{ seen: [1], keep: 'articles' }, false],
  [{ seen: [], keep: 'tudo' }, false],
  [{ seen: [] }, false],
  [null, false],
])('%j is a request to keep: %s', (data, expected) => {
  expect(isKeepRequest(data)).toBe(expected);
});
