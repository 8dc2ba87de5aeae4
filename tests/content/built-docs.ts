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
import type { IndexFile, WrittenArticle } from '#docs/search/rules/index-file.ts';
import { createSearch, type SearchArticles } from '#docs/search/search-articles.ts';
import { builtSiteDir } from '../support/built-site.ts';

export const outDir = resolve(process.env['VIGIA_OUT_DIR'] ?? builtSiteDir);

export interface BuiltPage {
  /** Public address: "/docs/quick-start". */
  readonly path: string;
  readonly document: Document;
}

const nothingYet = () => ({
  documents: new Map<string, Document>(),
  answers: new Map<string, ReturnType<SearchArticles>>(),
});
/** On the global object, because the files of a process share it, read the same pages and ask the same questions. */
const shared = globalThis as { built?: ReturnType<typeof nothingYet> };
shared.built ??= nothingYet();
const { documents, answers } = shared.built;

/** A built page, parsed once for all tests: read it only. */
export function documentOf(path: string): Document {
  const document = documents.get(path) ?? new JSDOM(readFileSync(path, 'utf8')).window.document;
  documents.set(path, document);
  return document;
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
      return [path, { path, document: documentOf(join(outDir, file)) }];
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

/** The site's own search, over the built index, without a browser or a server; it ranks each question once. */
export function builtSearch(): SearchArticles {
  const search = createSearch(async () => builtIndex());
  return (query, filters = {}) => {
    const key = JSON.stringify([query, filters]);
    const answer = answers.get(key) ?? search(query, filters);
    answers.set(key, answer);
    return answer;
  };
}

const read = async <Part>(file: string): Promise<Part> =>
  JSON.parse(await readFile(join(outDir, 'docs/pagefind', file), 'utf8'));

/** The texts of all articles in the built index. */
export async function builtArticles(): Promise<readonly WrittenArticle[]> {
  const { pages } = await read<IndexFile>('index.json');
  return Promise.all(pages.map(({ file }) => read<WrittenArticle>(file)));
}

/** The built index as a page opens it. */
export async function builtIndex(): Promise<DocsIndex> {
  return openIndex(await read<IndexFile>('index.json'), {
    text: (file) => read<WrittenArticle>(file),
    words: (file) => read<string>(file),
  });
}
