/**
 * The documentation's service worker: keeps visited articles, the index and the search for offline use.
 *
 * Owns: what is cached and when a copy is shown. Documentation pages register it with scope `/docs`
 * (docs/offline/keep-offline.ts), so it never sees requests of other pages; it ignores the API and other sites. Does
 * not own: the rules (plan.ts), or when the large part is downloaded, which a page requests.
 */
import { type Asked, isKeepRequest, KEPT_MARKS, type KeepAnswer } from './messages.ts';
import {
  assetsNamedIn,
  fileOfBundle,
  handlingOf,
  markAsCopy,
  type Precache,
  pageKey,
  picturesNamedIn,
  withoutMissingPictures,
} from './plan.ts';
import { type FetchEvent, type MessageFromPage, scope } from './scope.ts';

declare const PRECACHE: Precache;
/** Named once, because the build writes the list wherever it is named. */
const precache = PRECACHE;

const PAGES = 'docs-pages';
const ASSETS = 'docs-assets';
/** Pictures of all articles; those of a visit are among the assets. */
const PICTURES = 'docs-pictures';
const SEARCH = `docs-search-${precache.bundles.search.split('.').at(-2)}`;
const INDEX = '/docs';
const OFFLINE = '/docs/offline';
const KEPT_AT = 'x-kept-at';
/** How long to wait for the network when there is a copy. */
const TIMEOUT_MS = 3000;
const PAGES_MAX = 80;
const ASSETS_MAX = 400;
/** Articles downloaded at the same time: the reader's own requests go on. */
const AT_ONCE = 4;

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

/** Answers a page's request to cache for offline reading. */
async function answer({ data, ports }: MessageFromPage): Promise<void> {
  const outcome = await asked(data).catch(causeOf);
  for (const port of ports) port.postMessage(outcome);
}

const causeOf = (problem: unknown): KeepAnswer =>
  problem instanceof DOMException && problem.name === 'QuotaExceededError' ? 'full' : 'failed';

async function asked(data: unknown): Promise<KeepAnswer> {
  // A page of an earlier build.
  if (!isKeepRequest(data)) return 'failed';
  const seen = data.seen.map((address) => new URL(address, scope.location.origin));
  const handled = (handling: string, mode: string): URL[] =>
    seen.filter((url) => handlingOf({ method: 'GET', mode, url }, scope.location.origin) === handling);
  const assets = handled('asset', 'cors').map(({ pathname }) => pathname);
  const isWhole = await keep(handled('page', 'navigate').map(pageKey), assets);
  if (!isWhole) return 'failed';
  // What was asked for once is kept again after a new build.
  const [hadArticles, hadPictures] = await Promise.all([buildOf('articles'), buildOf('pictures')]);
  const isWithPictures = data.keep === 'pictures' || hadPictures !== null;
  if (data.keep === 'visit' && hadArticles === null && !isWithPictures) return 'kept';
  if (!(await keepArticles(hadArticles))) return 'failed';
  return !isWithPictures || (await keepPictures(hadPictures)) ? 'kept' : 'failed';
}

/** The build of which all is cached; `null` when it was never asked for, or did not arrive whole. */
const buildOf = async (what: Asked): Promise<string | null> =>
  (await (await caches.match(KEPT_MARKS[what]))?.text()) ?? null;

/** Written last, so that it means all of it. */
async function markKept(what: Asked): Promise<void> {
  await (await caches.open(PAGES)).put(KEPT_MARKS[what], new Response(precache.bundles.search));
}

/** Several at a time. @returns Whether each succeeded. */
async function each(all: readonly string[], work: (one: string) => Promise<boolean>): Promise<boolean> {
  const rest = [...all];
  const worker = async (): Promise<boolean> => {
    let isWhole = true;
    for (let one = rest.shift(); one !== undefined; one = rest.shift())
      isWhole = (await work(one)) && isWhole;
    return isWhole;
  };
  return (await Promise.all(Array.from({ length: AT_ONCE }, worker))).every(Boolean);
}

/** Every article, again after a new build. @param before The build that is kept. */
async function keepArticles(before: string | null): Promise<boolean> {
  if (before === precache.bundles.search) return true;
  if (!(await each(precache.articles, (path) => keepPageWithAssets(path, before !== null)))) return false;
  await markKept('articles');
  return true;
}

/** The pictures of the articles that are kept; their names have a hash, so only new ones are downloaded. */
async function keepPictures(before: string | null): Promise<boolean> {
  if (before === precache.bundles.search) return true;
  const pages = await caches.open(PAGES);
  const texts = await Promise.all(
    precache.articles.map(async (path) => (await (await pages.match(path))?.text()) ?? ''),
  );
  const named = new Set(texts.flatMap(picturesNamedIn));
  if (!(await each([...named], (address) => keepAll(PICTURES, [address])))) return false;
  const cache = await caches.open(PICTURES);
  const old = (await cache.keys()).filter(({ url }) => !named.has(new URL(url).pathname));
  await Promise.all(old.map((key) => cache.delete(key)));
  await markKept('pictures');
  return true;
}

/** Assets first; the search, the largest part, last. @returns Whether that succeeded. */
async function keep(pages: readonly string[], seen: readonly string[]): Promise<boolean> {
  const isNewBuild = (await caches.match(precache.bundles.assets)) === undefined;
  const isMade = [
    await keepBundle(ASSETS, precache.bundles.assets),
    await keepAll(ASSETS, [...precache.alone, ...seen]),
  ];
  const isRead = await Promise.all([INDEX, OFFLINE].map((path) => keepPageWithAssets(path, isNewBuild)));
  // Failures are ignored: one may be the notice for an unwritten article.
  await Promise.all(pages.map((path) => keepPageWithAssets(path, false)));
  await trim(ASSETS, ASSETS_MAX, await essentialAssets());
  const isSearched = await keepBundle(SEARCH, precache.bundles.search);
  if (isSearched) await forgetOldSearch();
  return [...isMade, ...isRead, isSearched].every(Boolean);
}

/** Running downloads by address, so that the next page of the visit does not start them again. */
const arriving = new Map<string, Promise<boolean>>();

/** Caches a bundle's files, and their list under the bundle's address. @returns Whether that succeeded. */
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
  if (response === null || !isKeepable(response)) return false;
  const texts: Readonly<Record<string, string>> = await response.json();
  const put = ([path, text]: readonly [string, string]): Promise<void> =>
    cache.put(path, fileOfBundle(path, text, response.headers));
  await Promise.all(Object.entries(texts).map(put));
  await cache.put(address, Response.json(Object.keys(texts)));
  return true;
}

async function essentialAssets(): Promise<readonly string[]> {
  const address = precache.bundles.assets;
  const list = await (await caches.open(ASSETS)).match(address);
  return [address, ...precache.alone, ...(list === undefined ? [] : await list.json())];
}

async function forgetOldSearch(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('docs-search-') && name !== SEARCH);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Network first; the copy when the network fails or takes too long. */
async function page(event: FetchEvent, url: URL): Promise<Response> {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(pageKey(url));
  const network = fresh(event, url);
  // Cache a late response too.
  event.waitUntil(
    network.then(
      () => {},
      () => {},
    ),
  );
  try {
    const response = await (kept === undefined ? network : withTimeout(network));
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

function withTimeout(network: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The network takes too long.')), TIMEOUT_MS);
    network.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function copyOf(kept: Response): Promise<Response> {
  const html = await kept.text();
  const named = picturesNamedIn(html);
  const found = await Promise.all(named.map((address) => caches.match(address)));
  const there = new Set(named.filter((_, at) => found[at] !== undefined));
  const shown = withoutMissingPictures(html, (address) => there.has(address));
  const copy = markAsCopy(shown, kept.headers.get(KEPT_AT) ?? '', shown === html);
  return new Response(copy, { headers: kept.headers });
}

/** Removes the headers of a compressed body, because the stored one is not. */
async function keepPage(cache: Cache, key: string, response: Response): Promise<void> {
  const headers = new Headers(response.headers);
  headers.set(KEPT_AT, new Date().toISOString());
  headers.delete('content-encoding');
  headers.delete('content-length');
  const html = await response.text();
  // Delete first, so that the newest is last and trimming removes the longest unread.
  await cache.delete(key);
  await cache.put(key, new Response(html, { headers }));
}

async function keepPageWithAssets(path: string, isForced: boolean): Promise<boolean> {
  if (!isForced && (await (await caches.open(PAGES)).match(path)) !== undefined) return true;
  const response = await fetch(path, { priority: 'low' }).catch(() => null);
  if (response === null || !isKeepable(response)) return false;
  const html = await response.clone().text();
  await keepPage(await caches.open(PAGES), path, response);
  return keepAll(ASSETS, assetsNamedIn(html));
}

/**
 * Caches what is missing. A file that fails is requested again when a page needs it.
 *
 * @param addresses Paths without a query.
 * @returns Whether everything is cached now.
 */
async function keepAll(cacheName: string, addresses: readonly string[]): Promise<boolean> {
  const cache = await caches.open(cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = addresses.filter((address) => !kept.has(address));
  const arrived = await Promise.all(
    missing.map(async (address) => {
      // Low priority, so that the reader's own requests go first.
      const response = await fetch(address, { priority: 'low' }).catch(() => null);
      if (response === null || !isKeepable(response)) return false;
      await cache.put(address, response);
      return true;
    }),
  );
  return arrived.every(Boolean);
}

async function fromCacheFirst(cacheName: string, request: Request, key: string): Promise<Response> {
  // In any cache, because until the new search is complete the old one works offline.
  const kept = await caches.match(key);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (isKeepable(response)) {
    const copy = response.clone();
    // A full device must not take the file from the reader.
    await caches
      .open(cacheName)
      .then((cache) => cache.put(key, copy))
      .catch(() => {});
  }
  return response;
}

/** Network first for the search's entry file, so that files of two builds are not mixed. */
async function searchEntry(request: Request, key: string): Promise<Response> {
  const kept = await caches.match(key);
  if (kept === undefined) return fetch(request);
  try {
    const response = await withTimeout(fetch(request));
    return response.ok ? response : kept;
  } catch {
    return kept;
  }
}

/** True for a complete response of this site, not a redirect or part. */
function isKeepable(response: Response): boolean {
  return response.status === 200 && response.type === 'basic' && !response.redirected;
}

/** Deletes the oldest entries above the maximum, except the essential ones. */
async function trim(cacheName: string, max: number, essential: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName);
  const keys = await cache.keys();
  const spare = keys.filter(({ url }) => !essential.includes(new URL(url).pathname));
  const excess = spare.slice(0, Math.max(0, keys.length - max));
  await Promise.all(excess.map((key) => cache.delete(key)));
}
