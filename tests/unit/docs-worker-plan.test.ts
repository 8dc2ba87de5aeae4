import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packBundle } from '../../src/build/offline-bundle.ts';
import { unpackBundle } from '../../src/docs/offline/bundle.ts';
import { isFreeToLoad } from '../../src/docs/offline/connection.ts';
import { isKeepRequest } from '../../src/docs/offline/messages.ts';
import { assetsNamedIn, handlingOf, markAsCopy, pageKey } from '../../src/docs/offline/plan.ts';

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
    <astro-island component-url="/_astro/c.js" renderer-url='/_astro/b.js'></astro-island>
    <style>@font-face{src:url("/_astro/fonts/d.woff2")}</style><img src="/_astro/e.webp">`;
  expect(assetsNamedIn(html)).toEqual([
    '/_astro/a.css',
    '/_astro/b.js',
    '/_astro/c.js',
    '/_astro/fonts/d.woff2',
  ]);
});

test('a cached page shows its date and nothing else is inserted', () => {
  expect(markAsCopy('<!doctype html><html lang="pt-BR">', '2026-11-21T03:12:00.000Z')).toBe(
    '<!doctype html><html data-copy-of="2026-11-21T03:12:00.000Z" lang="pt-BR">',
  );
  expect(markAsCopy('<html>', '"><script>')).toBe('<html data-copy-of="script">');
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

test('a bundle returns each file with its own type and headers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  const written = { '/a.js': 'export {};\r\n', '/b.css': 'a{}', '/c.bin': '\u0000\r\n--é' };
  for (const [path, text] of Object.entries(written)) await writeFile(join(folder, path), text);
  const packed = await packBundle(folder, Object.keys(written));
  expect(await packBundle(folder, Object.keys(written))).toEqual(packed);
  const body = new Blob([new Uint8Array(packed)]).stream();
  const headers = new Headers({ 'Content-Security-Policy': "default-src 'none'", ETag: '"x"' });
  const files = await unpackBundle(body, headers);
  expect([...files.keys()]).toEqual(Object.keys(written));
  for (const [path, text] of Object.entries(written)) expect(await files.get(path)?.text()).toBe(text);
  const script = files.get('/a.js')?.headers;
  expect(script?.get('content-type')).toMatch(/^text\/javascript/);
  expect(script?.get('content-security-policy')).toBe("default-src 'none'");
  expect(script?.get('etag')).toBeNull();
});

test.each([
  [{ seen: ['https://vigia.example/docs', '/docs/a'], isAll: true }, true],
  [{ seen: [], isAll: false }, true],
  // A page of an earlier build.
  [['https://vigia.example/docs'], false],
  [{ seen: ['http://['], isAll: true }, false],
  [{ seen: [1], isAll: true }, false],
  [{ seen: [] }, false],
  [null, false],
])('%j is a request to keep: %s', (data, expected) => {
  expect(isKeepRequest(data)).toBe(expected);
});
