/**
 * Builds the search index of the documentation from Pagefind's results.
 *
 * Pagefind indexes the published articles (those with `data-pagefind-body`), and the build searches it for each of
 * their words. Pages need only these results and the articles' texts, so Pagefind's own program and index, many times
 * as large, are not published.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ArticleLink,
  type IndexedWord,
  type IndexFile,
  packWords,
  type WrittenArticle,
} from '#domain/search/index-file.ts';
import { carriesMeaning } from '#domain/search/read-question.ts';
import { foldWord, tokensOf } from '#domain/search/tokens.ts';
import { contentHash } from './content-hash.ts';
import { highlights } from './docs-highlights.ts';
import { isArticle, type PageReader } from './finished-pages.ts';
import { type PagefindAnswers, withPagefind } from './pagefind.ts';
import { searchablePage, writtenArticle } from './searchable-page.ts';

/** Maximum results per word; a word in more articles does not distinguish any. */
const HITS_MAX = 100;

/** Builds the index after each build. */
export function docsSearch(): PageReader {
  const articles = new Map<string, string>();
  let popular: readonly ArticleLink[] = [];
  return {
    page({ path, html }, tree) {
      if (path === '/docs') popular = highlights(tree.elements);
      if (isArticle(tree)) articles.set(path, searchablePage(html, tree.elements));
    },
    async done(outDir) {
      const count = await writeSearchIndex(outDir, articles, popular);
      return `índice de busca com ${count} ${count === 1 ? 'artigo' : 'artigos'}`;
    },
  };
}

/**
 * Writes `docs/pagefind/` into a built site; below /docs, so that it is in the service worker's scope.
 *
 * @param articles What Pagefind is given, by public address.
 * @returns Number of articles in the index.
 * @throws Error When Pagefind refuses a page, because a site without search must not be published.
 */
async function writeSearchIndex(
  outDir: string,
  articles: ReadonlyMap<string, string>,
  popular: readonly ArticleLink[],
): Promise<number> {
  const folder = join(outDir, 'docs/pagefind');
  await mkdir(folder, { recursive: true });
  return await withPagefind(articles, async (pagefind) => {
    const written = pagefind.pages.map(writtenArticle);
    const pages = pagefind.pages.map(({ filters }, number) => {
      const text = JSON.stringify(written[number]);
      return { file: `text.${contentHash(text)}.json`, text, filters: firstOfEach(filters) };
    });
    for (const { file, text } of pages) await writeFile(join(folder, file), text);
    const index: IndexFile = {
      pages: pages.map(({ file, filters }) => ({ file, filters })),
      words: packWords(await askEachWord(pagefind, written)),
      popular,
    };
    await writeFile(join(folder, 'index.json'), JSON.stringify(index));
    return pages.length;
  });
}

const firstOfEach = (
  filters: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filters).map(([name, [value = '']]) => [name, value]));

/** In alphabetical order, without words that find nothing. */
async function askEachWord(
  pagefind: PagefindAnswers,
  articles: readonly WrittenArticle[],
): Promise<readonly IndexedWord[]> {
  const answered: IndexedWord[] = [];
  for (const [word, spellings] of [...wordsOf(articles)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const best = new Map<number, number>();
    for (const spelling of spellings)
      for (const [page, score] of await pagefind.search(spelling))
        best.set(page, Math.max(best.get(page) ?? 0, score));
    const hits = [...best]
      .map(([page, score]) => ({ page, score }))
      .sort((a, b) => b.score - a.score)
      .slice(0, HITS_MAX);
    if (hits.length > 0) answered.push({ word, hits });
  }
  return answered;
}

/** Folded words and all their spellings in the articles; includes the parts of "palavra-chave". */
function wordsOf(articles: readonly WrittenArticle[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (spelling: string): void => {
    const word = foldWord(spelling);
    if (carriesMeaning(word)) found.set(word, (found.get(word) ?? new Set()).add(spelling));
  };
  for (const { title, tags, sections } of articles)
    for (const text of [title, tags, ...sections.flatMap((section) => [section.title, section.text])])
      for (const { parts, start, end } of tokensOf(text)) {
        add(text.slice(start, end).toLowerCase());
        for (const part of parts) add(part);
      }
  return found;
}
