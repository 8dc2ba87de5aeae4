/**
 * What the documentation's service worker does with each request: pure, so that it can be tried without a browser.
 */

/** What one build hands to its service worker (src/build/docs-offline.ts). */
export interface Precache {
  /** Many small files in one download each: the search index, and what any page of the documentation may need. */
  readonly bundles: { readonly search: string; readonly assets: string };
  /** Scripts, styles and fonts that are downloaded by themselves: large ones, which readers mostly have already. */
  readonly alone: readonly string[];
}

/**
 * `page`: from the network, and from what is kept where there is none. `file`: always from the network. `asset` and
 * `search-part` are named by what they hold, so what is kept is right for ever. `search-entry`: the names that a new
 * build writes anew; from the network first, as a page. `ignore`: the browser goes its own way.
 */
export type Handling = 'page' | 'file' | 'asset' | 'search-part' | 'search-entry' | 'ignore';

interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: URL;
}

/** @param origin The site's own; nothing else is ever touched, nor is the API. */
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

/** The scope is a prefix of letters: `/docs-antigo` would fall under it too. */
function isDocsPath(pathname: string): boolean {
  return pathname === '/docs' || pathname.startsWith('/docs/');
}

/** A page is kept once, whatever its query says. */
export function pageKey(url: URL): string {
  return url.pathname.replace(/\/$/, '');
}

/** Addresses of scripts, styles and fonts that a page's HTML names; pictures are kept as they are seen. */
export function assetsNamedIn(html: string): readonly string[] {
  const found = html.matchAll(/(?<=["'(\s])\/_astro\/[^"'()\s]+\.(?:js|css|woff2|json)(?=["')\s])/g);
  return [...new Set([...found].map(([address]) => address))];
}

/** Tells the page that it is a copy and of when; read by components/docs/offline.ts. */
export function markAsCopy(html: string, keptAt: string): string {
  return html.replace('<html', `<html data-copy-of="${keptAt.replace(/[^\w:.+-]/g, '')}"`);
}
