/**
 * The built documentation for tests: pages from disk, and search over the built index.
 *
 * `VIGIA_OUT_DIR` selects another build than the default.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { JSDOM } from 'jsdom';
import { type DocsIndex, openIndex } from '#docs/search/docs-index.ts';
import { createSearch, type SearchArticles } from '#docs/search/search-articles.ts';
import type { IndexFile, WrittenArticle } from '#domain/search/index-file.ts';
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

/** The site's own search, over the built index, without a browser or a server. */
export const builtSearch = (): SearchArticles => createSearch(async () => builtIndex());

const read = async <Part>(file: string): Promise<Part> =>
  JSON.parse(await readFile(join(outDir, 'docs/pagefind', file), 'utf8'));

/** The texts of all articles in the built index. */
export async function builtArticles(): Promise<readonly WrittenArticle[]> {
  const { pages } = await read<IndexFile>('index.json');
  return Promise.all(pages.map(({ file }) => read<WrittenArticle>(file)));
}

/** The built index as a page opens it. */
export async function builtIndex(): Promise<DocsIndex> {
  return openIndex(await read<IndexFile>('index.json'), (file) => read<WrittenArticle>(file));
}
