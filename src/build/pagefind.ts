/**
 * Runs Pagefind in the build: indexes the articles, then queries its search.
 *
 * Owns: Pagefind's two programs, the indexer and the browser's, which loads its files over HTTP. Does not own: the HTML
 * of an article (searchable-page.ts) or the queries (docs-search.ts).
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { close, createIndex, type IndexFile as PagefindFile } from 'pagefind';

/** Pagefind's data about a page; its browser program has no types. */
export interface PagefindPage {
  readonly url: string;
  readonly content: string;
  readonly meta: Readonly<Record<string, string>>;
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly anchors: readonly {
    readonly element: string;
    readonly id: string;
    readonly text: string;
    /** Index of the anchor's first word in the content. */
    readonly location: number;
  }[];
}

interface Instance {
  init(): Promise<void>;
  /** @param query `null` for every page. */
  search(query: string | null): Promise<{ readonly results: readonly PagefindResult[] }>;
  destroy(): Promise<void>;
}

interface PagefindResult {
  readonly id: string;
  readonly score: number;
  data(): Promise<PagefindPage>;
}

export interface PagefindAnswers {
  /** Ordered by address. */
  readonly pages: readonly PagefindPage[];
  /** Score by index of the page. */
  search(query: string): Promise<ReadonlyMap<number, number>>;
}

/**
 * @param articles Searchable HTML by public address.
 * @param use Called with access to Pagefind's answers while it runs.
 * @throws Error When Pagefind refuses an article or does not know all of them afterwards.
 */
export async function withPagefind<Result>(
  articles: ReadonlyMap<string, string>,
  use: (answers: PagefindAnswers) => Promise<Result>,
): Promise<Result> {
  const files = await pagefindFiles(articles);
  // An idle connection is kept: one that closes while it is used again fails a search, and a word is lost.
  const server = createServer({ keepAliveTimeout: 0 }, ({ url = '' }, response) => {
    const content = files.get(url.replace(/^\/|\?.*$/g, ''));
    response.writeHead(content === undefined ? 404 : 200).end(content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const instance = await startSearch(files, `http://127.0.0.1:${port}/`);
  try {
    return await use(await answersOf(instance, articles.size));
  } finally {
    await instance.destroy();
    server.closeAllConnections();
    server.close();
  }
}

async function pagefindFiles(
  articles: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, PagefindFile['content']>> {
  const { index, errors } = await createIndex({ forceLanguage: 'pt-br' });
  if (index === undefined) throw new Error(`O índice de busca não pôde ser criado: ${errors.join('; ')}`);
  try {
    for (const [url, content] of articles) orThrow(await index.addHTMLFile({ url, content }));
    const { files, errors: refused } = await index.getFiles();
    orThrow({ errors: refused });
    return new Map(files.map(({ path, content }) => [path, content]));
  } finally {
    await close();
  }
}

/** @param basePath Address of Pagefind's files. */
async function startSearch(
  files: ReadonlyMap<string, PagefindFile['content']>,
  basePath: string,
): Promise<Instance> {
  const program = Buffer.from(files.get('pagefind.js') ?? '').toString('base64');
  const { createInstance } = await import(`data:text/javascript;base64,${program}`);
  const instance: Instance = createInstance({ basePath, baseUrl: '/', noWorker: true });
  await instance.init();
  return instance;
}

async function answersOf(instance: Instance, count: number): Promise<PagefindAnswers> {
  const { results } = await instance.search(null);
  if (results.length !== count)
    throw new Error(`O Pagefind devolveu ${results.length} de ${count} artigos: o índice não está completo.`);
  const found = await Promise.all(results.map(async ({ id, data }) => ({ id, page: await data() })));
  found.sort((a, b) => (a.page.url < b.page.url ? -1 : 1));
  const numbers = new Map(found.map(({ id }, number) => [id, number]));
  return {
    pages: found.map(({ page }) => page),
    search: async (query) => {
      const { results: hits } = await instance.search(query);
      return new Map(hits.map(({ id, score }) => [numbers.get(id) ?? 0, score]));
    },
  };
}

function orThrow({ errors }: { readonly errors: readonly string[] }): void {
  if (errors.length > 0) throw new Error(`O índice de busca falhou: ${errors.join('; ')}`);
}
