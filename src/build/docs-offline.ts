/**
 * Builds the documentation's service worker after the pages, with the list of files for offline reading.
 *
 * Owns: that list, the bundles, the download size shown in articles, and `/docs-worker.js`. Does not own: what the
 * worker does (src/docs/offline), or when (docs/offline/keep-offline.ts).
 */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { type HtmlElement, withAttributes } from '#lib/html-tree.ts';
import { assetsNamedIn, type Precache, picturesNamedIn } from '../docs/offline/plan.ts';
import { contentHash } from './content-hash.ts';
import { changedHtml, type FinishedPage, isArticle, isDocsPage, type PageReader } from './finished-pages.ts';

const worker = fileURLToPath(new URL('../docs/offline/docs-worker.ts', import.meta.url));
/** In the same folder as the bundled files, so that the host sends the same headers. */
const SEARCH_BUNDLE = '/docs/pagefind/offline';
const ASSETS_BUNDLE = '/_astro/docs-offline';
/** Larger files are not bundled, because a new build rarely changes them. */
const LARGE_BYTES = 16_000;
/** The element that says the sizes of the download (docs/offline/keep-offline.astro). */
const OFFER = 'data-keep-offline';

/** Must come after whoever changes pages, and after the search index, which it keeps. */
export function docsOffline(): PageReader {
  const pages: { page: FinishedPage; offer: HtmlElement | undefined; isKept: boolean }[] = [];
  return {
    page(page, tree) {
      if (!isDocsPage(page)) return;
      const found = tree.elements.find(({ attributes }) => OFFER in attributes);
      const offer = found && structuredClone({ ...found, children: [] });
      pages.push({ page, offer, isKept: isArticle(tree) });
    },
    async done(outDir) {
      const named = new Set<string>();
      const pictures = new Set<string>();
      for (const { page, isKept } of pages) {
        const html = await changedHtml(page);
        for (const address of assetsNamedIn(html)) named.add(address);
        if (isKept) for (const address of picturesNamedIn(html)) pictures.add(address);
      }
      const files = await offlineFiles(outDir, named);
      const bundles = {
        search: await writeBundle(outDir, SEARCH_BUNDLE, files.search),
        assets: await writeBundle(outDir, ASSETS_BUNDLE, files.small),
      };
      const articles = pages.filter(({ isKept }) => isKept).map(({ page }) => page);
      await writeWorker(outDir, { bundles, alone: files.alone, articles: articles.map(({ path }) => path) });
      const bytes =
        (await wireSize(outDir, [...Object.values(bundles), ...files.alone])) + (await htmlSize(articles));
      const sizes = {
        'data-articles': written(bytes),
        'data-pictures': written(bytes + (await wireSize(outDir, [...pictures]))),
      };
      for (const { page, offer } of pages)
        if (offer !== undefined) page.changes.push(...withAttributes(offer, sizes));
      const count = 2 + files.alone.length + articles.length;
      return `leitura sem conexão: até ${sizes['data-articles']} em ${count} arquivos; com ${pictures.size} imagens, ${sizes['data-pictures']}`;
    },
  };
}

/** Addresses to cache in advance. */
interface OfflineFiles {
  readonly search: readonly string[];
  readonly small: readonly string[];
  readonly alone: readonly string[];
}

/** @param named Scripts, styles and fonts of all documentation pages. */
export async function offlineFiles(outDir: string, named: Iterable<string>): Promise<OfflineFiles> {
  const files: Record<keyof OfflineFiles, string[]> = { search: [], small: [], alone: [] };
  files.search = await searchFiles(outDir);
  const assets = new Set<string>();
  for (const address of named) await addWithImports(outDir, address, assets);
  for (const address of [...assets].sort()) {
    // Every page loads the fonts already.
    const isAlone = address.endsWith('.woff2') || (await sizeOf(outDir, address)) > LARGE_BYTES;
    files[isAlone ? 'alone' : 'small'].push(address);
  }
  return files;
}

const sizeOf = async (outDir: string, address: string): Promise<number> =>
  (await stat(join(outDir, address))).size;

async function searchFiles(outDir: string): Promise<string[]> {
  const files = await readdir(join(outDir, 'docs/pagefind'), { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && !file.name.startsWith('offline.'))
    .map((file) => join(file.parentPath, file.name).slice(outDir.replace(/\/$/, '').length))
    .map((path) => path.split(sep).join('/'))
    .sort();
}

/** With everything that it imports, also what is loaded only when it is used: offline it cannot be fetched any more. */
async function addWithImports(outDir: string, asset: string, found: Set<string>): Promise<void> {
  if (found.has(asset)) return;
  found.add(asset);
  // Fonts that only a style names: that of code.
  if (asset.endsWith('.css'))
    for (const font of assetsNamedIn(await readFile(join(outDir, asset), 'utf8'))) found.add(font);
  if (!asset.endsWith('.js')) return;
  const script = await readFile(join(outDir, asset), 'utf8');
  for (const [, name = ''] of script.matchAll(/(?:\bfrom|\bimport)\s*\(?["'`]\.\/([^"'`]+\.js)["'`]/g))
    await addWithImports(outDir, `/_astro/${name}`, found);
}

async function writeBundle(outDir: string, name: string, addresses: readonly string[]): Promise<string> {
  const text = await bundleOf(outDir, addresses);
  const address = `${name}.${contentHash(text)}.json`;
  await writeFile(join(outDir, address), text);
  return address;
}

/** Many small files in one download: their texts by address. */
export async function bundleOf(outDir: string, addresses: readonly string[]): Promise<string> {
  const read = async (address: string) => [address, await readFile(join(outDir, address), 'utf8')] as const;
  return JSON.stringify(Object.fromEntries(await Promise.all(addresses.map(read))));
}

/** Upper limit in bytes, because readers have some of it already. */
async function wireSize(outDir: string, addresses: readonly string[]): Promise<number> {
  let sum = 0;
  for (const address of addresses) {
    const body = await readFile(join(outDir, address));
    sum += /\.(?:js|css|json)$/.test(address) ? gzipSync(body).length : body.length;
  }
  return sum;
}

/** As the host compresses pages. */
async function htmlSize(pages: readonly FinishedPage[]): Promise<number> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const sizes = pages.map(async (page) => brotliCompressSync(await changedHtml(page), quality).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Rounded up, because it is a limit: "790 kB", "2,8 MB". */
const written = (bytes: number): string =>
  bytes > 990_000
    ? `${(Math.ceil(bytes / 100_000) / 10).toLocaleString('pt-BR')} MB`
    : `${Math.ceil(bytes / 10_000) * 10} kB`;

async function writeWorker(outDir: string, precache: Precache): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    define: { PRECACHE: JSON.stringify(precache) },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: worker, output: { format: 'iife', entryFileNames: 'docs-worker.js' } },
    },
  });
}
