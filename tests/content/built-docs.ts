/**
 * The built documentation for tests: pages from disk, and search over the built index.
 *
 * `VIGIA_OUT_DIR` selects another build than the default.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JSDOM } from 'jsdom';
import {
  type ArticleLink,
  createSearch,
  type PagefindIndex,
  type SearchArticles,
} from '#features/search/search-articles.ts';
import { builtSiteDir } from '../support/built-site.ts';

export const outDir = resolve(process.env['VIGIA_OUT_DIR'] ?? builtSiteDir);

export interface BuiltPage {
  /** Public address: "/docs/quick-start". */
  readonly path: string;
  readonly document: Document;
}

/** Every built page by its public path. */
export function builtPages(): ReadonlyMap<string, BuiltPage> {
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  );
  return new Map(
    files.map((file) => {
      const address = `/${relative('.', file).split(sep).join('/')}`.replace(/(?:\/index)?\.html$/, '');
      const path = address === '' ? '/' : address;
      const { window } = new JSDOM(readFileSync(join(outDir, file), 'utf8'));
      return [path, { path, document: window.document }];
    }),
  );
}

/** Paths of all articles from their sources, drafts included. */
export function articleSources(): readonly string[] {
  return readdirSync('content/docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mdx') && !/(?:^|[\\/])_/.test(file))
    .map(
      (file) =>
        `/docs/${file
          .split(sep)
          .join('/')
          .replace(/\.mdx$/, '')}`,
    );
}

interface PagefindModule extends PagefindIndex {
  options(options: { basePath: string; baseUrl: string }): Promise<void>;
}

const INDEX_ADDRESS = 'http://index.test/';

/** The site's own search over the built index, without browser and server. */
export function builtSearch(): SearchArticles {
  return createSearch(async () => {
    const realFetch = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const address = String(input instanceof Request ? input.url : input);
      if (!address.startsWith(INDEX_ADDRESS)) return realFetch(input, init);
      const path = new URL(address).pathname;
      return new Response(new Uint8Array(await readFile(join(outDir, path))));
    };
    const module: PagefindModule = await import(
      pathToFileURL(join(outDir, 'docs/pagefind/pagefind.js')).href
    );
    await module.options({ basePath: `${INDEX_ADDRESS}docs/pagefind/`, baseUrl: '/' });
    const known: { words: string; popular: readonly ArticleLink[] } = JSON.parse(
      await readFile(join(outDir, 'docs/pagefind/docs-words.json'), 'utf8'),
    );
    return { pagefind: module, vocabulary: known.words.split(' '), popular: known.popular };
  });
}
