/**
 * How the documentation's service worker handles each request. Pure, so that it can be tested without a browser.
 */

/** Data that a build passes to its service worker (src/build/docs-offline.ts). */
export interface Precache {
  /** Bundles of many small files: the search index, and the assets of all documentation pages. */
  readonly bundles: { readonly search: string; readonly assets: string };
  /** Large scripts, styles and fonts, downloaded separately because most readers have them already. */
  readonly alone: readonly string[];
  /** Routes of the articles. */
  readonly articles: readonly string[];
}

/**
 * `page`: network first, then the cache. `file`: network only. `asset` and `search-part`: cache first, because their
 * names contain a hash of the content. `search-entry`: network first, because each build rewrites it under the same
 * name. `ignore`: left to the browser.
 */
export type Handling = 'page' | 'file' | 'asset' | 'search-part' | 'search-entry' | 'ignore';

interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: URL;
}

/** @param origin The site's origin; other origins and the API are ignored. */
export function handlingOf({ method, mode, url }: Asked, origin: string): Handling {
  if (method !== 'GET' || url.origin !== origin) return 'ignore';
  const { pathname } = url;
  if (mode === 'navigate') {
    if (!isDocsPath(pathname)) return 'ignore';
    return /\.\w+$/.test(pathname) ? 'file' : 'page';
  }
  if (pathname.startsWith('/_astro/')) return 'asset';
  if (!pathname.startsWith('/docs/pagefind/')) return 'ignore';
  return /\.[\da-f]{8}\.json$/.test(pathname) ? 'search-part' : 'search-entry';
}

/** A scope is only a string prefix, so it would include `/docs-antigo`. */
function isDocsPath(pathname: string): boolean {
  return pathname === '/docs' || pathname.startsWith('/docs/');
}

/** Cache key of a page, without its query. */
export function pageKey(url: URL): string {
  return url.pathname.replace(/\/$/, '');
}

/** Content types by file extension. */
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
};

/** A file of a bundle as the host would send it: with its own type, and the headers of the bundle. */
export function fileOfBundle(address: string, text: string, bundle: Headers): Response {
  const headers = new Headers(bundle);
  headers.set('Content-Type', TYPES[address.split('.').at(-1) ?? ''] ?? 'text/plain');
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name);
  return new Response(text, { headers });
}

/** Addresses of scripts, styles and fonts in a page's HTML and its islands' properties; images are cached when they are shown. */
export function assetsNamedIn(html: string): readonly string[] {
  const found = html.matchAll(/(?<=["'(\s;])\/_astro\/[^"'()\s&]+\.(?:js|css|woff2|json)(?=["')\s&])/g);
  return [...new Set([...found].map(([address]) => address))];
}

/** Addresses of the pictures in a page's HTML, for every theme and screen. */
export function picturesNamedIn(html: string): readonly string[] {
  const found = html.matchAll(/(?<=["\s])\/_astro\/[^"'()\s&,]+\.(?:webp|avif|png|jpe?g)(?=["\s])/g);
  return [...new Set([...found].map(([address]) => address))];
}

/**
 * A page without the pictures that are not cached, which would be empty frames. A variant that is there serves both themes.
 * @param isKept Whether a file is cached.
 */
export const withoutMissingPictures = (html: string, isKept: (address: string) => boolean): string =>
  html.replaceAll(/<figure class="shot\b[^>]*>[\s\S]*?<\/figure>/g, (figure) => {
    const links = figure.match(/<a [^>]*\bdata-picture\b[\s\S]*?<\/a>/g) ?? [];
    const missing = links.filter((link) => !picturesNamedIn(link).some(isKept));
    if (missing.length === 0) return figure;
    if (missing.length === links.length) return '';
    return missing
      .reduce((left, link) => left.replace(link, ''), figure)
      .replace(/\bshot-(?:light|dark)\b/, 'shot-both');
  });

/** Marks a page as a copy with its date, and whether pictures are missing; read by docs/offline/copy-note.ts. */
export function markAsCopy(html: string, keptAt: string, isWhole = true): string {
  const marks = `data-copy-of="${keptAt.replace(/[^\w:.+-]/g, '')}"${isWhole ? '' : ' data-lacks-pictures'}`;
  return html.replace('<html', `<html ${marks}`);
}
