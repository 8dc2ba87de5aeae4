/**
 * The documentation's service worker: visited articles, the index and the search, also without a connection.
 *
 * Owns: what is kept and when a copy is shown. Registered with scope `/docs` by documentation pages only
 * (components/docs/offline.ts), so it never sees another page's requests; of its own pages' requests it leaves the API
 * and everything outside the site alone. Does not own: the rules themselves (plan.ts).
 */
import { assetsNamedIn, handlingOf, markAsCopy, type Precache, pageKey } from './plan.ts';
import { type FetchEvent, scope } from './scope.ts';

declare const PRECACHE: Precache;

const PAGES = 'docs-pages';
const ASSETS = 'docs-assets';
const SEARCH = `docs-search-${PRECACHE.version}`;
const INDEX = '/docs';
const OFFLINE = '/docs/offline';
const KEPT_AT = 'x-kept-at';
/** How long the network may take when a copy is at hand. */
const PATIENCE_MS = 3000;
const PAGES_MAX = 80;
const ASSETS_MAX = 400;

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => event.waitUntil(keepSeen(event.data).then(keepRest)));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const handling = handlingOf({ method: request.method, mode: request.mode, url }, scope.location.origin);
  if (handling === 'page') {
    const answer = page(event, url);
    event.respondWith(answer);
    // A new version of this worker finds out here what it lacks.
    event.waitUntil(answer.then(keepRest, keepRest));
  }
  if (handling === 'file') event.respondWith(fromNetwork(event));
  if (handling === 'asset') event.respondWith(fromCacheFirst(ASSETS, request, url.pathname));
  if (handling === 'search-part') event.respondWith(fromCacheFirst(SEARCH, request, url.pathname));
  if (handling === 'search-entry') event.respondWith(searchEntry(request, url.pathname));
});

/** The index, the notice for what is not kept, and the page that registered this worker with what it needs. */
async function install(): Promise<void> {
  const open = await scope.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  const visited = open
    .map(({ url }) => new URL(url))
    .filter((url) => handlingOf({ method: 'GET', mode: 'navigate', url }, scope.location.origin) === 'page')
    .map(pageKey);
  await Promise.all([...new Set([INDEX, OFFLINE, ...visited])].map(keepPageWithAssets));
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

let keepingRest: Promise<void> | null = null;

/**
 * The search and what any page may need: the largest part, kept once a page is there. Not while activating: until that
 * is over the browser holds every request back (Service Workers, Handle Fetch), so a reader would wait for all of it.
 */
function keepRest(): Promise<void> {
  keepingRest ??= keepSearchAndAssets().finally(() => {
    keepingRest = null;
  });
  return keepingRest;
}

async function keepSearchAndAssets(): Promise<void> {
  const isSearchWhole = await keepAll(SEARCH, PRECACHE.search);
  await keepAll(ASSETS, PRECACHE.assets);
  await trim(ASSETS, ASSETS_MAX);
  if (!isSearchWhole) return;
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
    event.waitUntil(keepPage(cache, pageKey(url), copy).then(() => trim(PAGES, PAGES_MAX)));
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
  // Written anew, so that trimming finds the longest unread first.
  await cache.delete(key);
  await cache.put(key, new Response(await response.text(), { headers }));
}

async function keepPageWithAssets(path: string): Promise<void> {
  const response = await fetch(path);
  if (!isKeepable(response)) return;
  const html = await response.clone().text();
  await keepPage(await caches.open(PAGES), path, response);
  await keepAll(ASSETS, assetsNamedIn(html));
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

/** What a page had loaded before this worker was in charge: pictures, mostly. */
async function keepSeen(data: unknown): Promise<void> {
  if (!Array.isArray(data)) return;
  const seen = data
    .filter((address): address is string => typeof address === 'string')
    .map((address) => new URL(address, scope.location.origin))
    .filter((url) => handlingOf({ method: 'GET', mode: 'cors', url }, scope.location.origin) === 'asset');
  await keepAll(
    ASSETS,
    seen.map(({ pathname }) => pathname),
  );
}

async function fromCacheFirst(cacheName: string, request: Request, key: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(key);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (isKeepable(response)) await cache.put(key, response.clone());
  return response;
}

/** What a newer build has written anew is not mixed with what is kept of this one. */
async function searchEntry(request: Request, key: string): Promise<Response> {
  const kept = await (await caches.open(SEARCH)).match(key);
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
async function trim(cacheName: string, max: number): Promise<void> {
  const cache = await caches.open(cacheName);
  const keys = await cache.keys();
  const isEssential = ({ url }: Request): boolean => [INDEX, OFFLINE].includes(new URL(url).pathname);
  const spare = keys.filter((key) => !isEssential(key)).slice(0, Math.max(0, keys.length - max));
  await Promise.all(spare.map((key) => cache.delete(key)));
}
