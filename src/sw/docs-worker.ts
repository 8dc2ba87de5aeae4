/**
 * The documentation's service worker: visited articles, the index and the search, also without a connection.
 *
 * Owns: what is kept and when a copy is shown. Registered with scope `/docs` by documentation pages only
 * (components/docs/keep-offline.ts), so it never sees another page's requests; of its own pages' requests it leaves the
 * API and everything outside the site alone. Does not own: the rules themselves (plan.ts), or when the large part is
 * fetched: a page asks for it.
 */
import { unpackBundle } from './bundle.ts';
import { assetsNamedIn, handlingOf, markAsCopy, type Precache, pageKey } from './plan.ts';
import { type FetchEvent, type MessageFromPage, scope } from './scope.ts';

declare const PRECACHE: Precache;

const PAGES = 'docs-pages';
const ASSETS = 'docs-assets';
const SEARCH = `docs-search-${PRECACHE.bundles.search.split('.').at(-2)}`;
const INDEX = '/docs';
const OFFLINE = '/docs/offline';
const KEPT_AT = 'x-kept-at';
/** How long the network may take when a copy is at hand. */
const PATIENCE_MS = 3000;
const PAGES_MAX = 80;
const ASSETS_MAX = 400;

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => event.waitUntil(answer(event)));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const handling = handlingOf({ method: request.method, mode: request.mode, url }, scope.location.origin);
  if (handling === 'page') event.respondWith(page(event, url));
  if (handling === 'file') event.respondWith(fromNetwork(event));
  if (handling === 'asset') event.respondWith(fromCacheFirst(ASSETS, request, url.pathname));
  if (handling === 'search-part') event.respondWith(fromCacheFirst(SEARCH, request, url.pathname));
  if (handling === 'search-entry') event.respondWith(searchEntry(request, url.pathname));
});

async function activate(): Promise<void> {
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** A page asks for everything that reading without a connection needs, and is told whether it is all there. */
async function answer({ data, ports }: MessageFromPage): Promise<void> {
  if (!Array.isArray(data)) return;
  const seen = data
    .filter((address): address is string => typeof address === 'string')
    .map((address) => new URL(address, scope.location.origin));
  const handled = (handling: string, mode: string): URL[] =>
    seen.filter((url) => handlingOf({ method: 'GET', mode, url }, scope.location.origin) === handling);
  const assets = handled('asset', 'cors').map(({ pathname }) => pathname);
  const isWhole = await keep(handled('page', 'navigate').map(pageKey), assets).catch(() => false);
  for (const port of ports) port.postMessage(isWhole);
}

/** What the pages are made of comes first, the search, which is the largest part, last. */
async function keep(pages: readonly string[], seen: readonly string[]): Promise<boolean> {
  const isNewBuild = (await caches.match(PRECACHE.bundles.assets)) === undefined;
  const isMade = [
    await keepBundle(ASSETS, PRECACHE.bundles.assets),
    await keepAll(ASSETS, [...PRECACHE.alone, ...seen]),
  ];
  const isRead = await Promise.all([INDEX, OFFLINE].map((path) => keepPageWithAssets(path, isNewBuild)));
  // One of them may be the notice for an article that is still being written.
  await Promise.all(pages.map((path) => keepPageWithAssets(path, false)));
  await trim(ASSETS, ASSETS_MAX, await essentialAssets());
  const isSearched = await keepBundle(SEARCH, PRECACHE.bundles.search);
  if (isSearched) await forgetOldSearch();
  return [...isMade, ...isRead, isSearched].every(Boolean);
}

/** By the addresses of bundles: a reader who goes on to the next article meanwhile does not fetch them twice. */
const arriving = new Map<string, Promise<boolean>>();

/** @returns Whether its files are kept now; the bundle's own address holds their list. */
function keepBundle(cacheName: string, address: string): Promise<boolean> {
  const running = arriving.get(address);
  if (running !== undefined) return running;
  const started = fetchBundle(cacheName, address).finally(() => arriving.delete(address));
  arriving.set(address, started);
  return started;
}

async function fetchBundle(cacheName: string, address: string): Promise<boolean> {
  const cache = await caches.open(cacheName);
  if ((await cache.match(address)) !== undefined) return true;
  const response = await fetch(address, { priority: 'low' }).catch(() => null);
  if (response === null || !isKeepable(response) || response.body === null) return false;
  const files = await unpackBundle(response.body, response.headers);
  await Promise.all([...files].map(([path, file]) => cache.put(path, file)));
  await cache.put(address, Response.json([...files.keys()]));
  return true;
}

async function essentialAssets(): Promise<readonly string[]> {
  const address = PRECACHE.bundles.assets;
  const list = await (await caches.open(ASSETS)).match(address);
  return [address, ...PRECACHE.alone, ...(list === undefined ? [] : await list.json())];
}

async function forgetOldSearch(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('docs-search-') && name !== SEARCH);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The network decides; a copy answers where it does not, or takes too long. */
async function page(event: FetchEvent, url: URL): Promise<Response> {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(pageKey(url));
  const network = fresh(event, url);
  // Whatever answers first to the reader, a late page is still kept.
  event.waitUntil(
    network.then(
      () => {},
      () => {},
    ),
  );
  try {
    const response = await (kept === undefined ? network : withPatience(network));
    return kept !== undefined && response.status >= 500 ? await copyOf(kept) : response;
  } catch {
    if (kept !== undefined) return copyOf(kept);
    const notice = await cache.match(OFFLINE);
    return notice ?? Response.error();
  }
}

async function fromNetwork(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(event.request);
}

async function fresh(event: FetchEvent, url: URL): Promise<Response> {
  const response = await fromNetwork(event);
  const cache = await caches.open(PAGES);
  if (isKeepable(response)) {
    const copy = response.clone();
    event.waitUntil(keepPage(cache, pageKey(url), copy).then(() => trim(PAGES, PAGES_MAX, [INDEX, OFFLINE])));
  } else if (response.status === 404 || response.status === 410) {
    event.waitUntil(cache.delete(pageKey(url)));
  }
  return response;
}

function withPatience(network: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The network takes too long.')), PATIENCE_MS);
    network.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function copyOf(kept: Response): Promise<Response> {
  const html = markAsCopy(await kept.text(), kept.headers.get(KEPT_AT) ?? '');
  return new Response(html, { headers: kept.headers });
}

/** A body may have been compressed on its way; here it no longer is. */
async function keepPage(cache: Cache, key: string, response: Response): Promise<void> {
  const headers = new Headers(response.headers);
  headers.set(KEPT_AT, new Date().toISOString());
  headers.delete('content-encoding');
  headers.delete('content-length');
  const html = await response.text();
  // Written anew, so that trimming finds the longest unread first.
  await cache.delete(key);
  await cache.put(key, new Response(html, { headers }));
}

async function keepPageWithAssets(path: string, isAnew: boolean): Promise<boolean> {
  if (!isAnew && (await (await caches.open(PAGES)).match(path)) !== undefined) return true;
  const response = await fetch(path, { priority: 'low' }).catch(() => null);
  if (response === null || !isKeepable(response)) return false;
  const html = await response.clone().text();
  await keepPage(await caches.open(PAGES), path, response);
  return keepAll(ASSETS, assetsNamedIn(html));
}

/**
 * Fetches what is not kept yet. One file that fails is asked for again when it is needed.
 *
 * @param addresses Paths without a query.
 * @returns Whether everything is kept now.
 */
async function keepAll(cacheName: string, addresses: readonly string[]): Promise<boolean> {
  const cache = await caches.open(cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = addresses.filter((address) => !kept.has(address));
  const arrived = await Promise.all(
    missing.map(async (address) => {
      // What the reader waits for goes first.
      const response = await fetch(address, { priority: 'low' }).catch(() => null);
      if (response === null || !isKeepable(response)) return false;
      await cache.put(address, response);
      return true;
    }),
  );
  return arrived.every(Boolean);
}

async function fromCacheFirst(cacheName: string, request: Request, key: string): Promise<Response> {
  // In any cache: until the new search is kept, the one before answers without a connection.
  const kept = await caches.match(key);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (isKeepable(response)) await (await caches.open(cacheName)).put(key, response.clone());
  return response;
}

/** What a newer build has written anew is not mixed with what is kept of this one. */
async function searchEntry(request: Request, key: string): Promise<Response> {
  const kept = await caches.match(key);
  if (kept === undefined) return fetch(request);
  try {
    const response = await withPatience(fetch(request));
    return response.ok ? response : kept;
  } catch {
    return kept;
  }
}

/** Whole answers of our own, neither redirects nor parts. */
function isKeepable(response: Response): boolean {
  return response.status === 200 && response.type === 'basic' && !response.redirected;
}

/** Lets go of what was kept first. */
async function trim(cacheName: string, max: number, essential: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName);
  const keys = await cache.keys();
  const spare = keys.filter(({ url }) => !essential.includes(new URL(url).pathname));
  const excess = spare.slice(0, Math.max(0, keys.length - max));
  await Promise.all(excess.map((key) => cache.delete(key)));
}
