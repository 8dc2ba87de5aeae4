/**
 * What the build writes down is what Pagefind finds: the same questions, asked of Pagefind's own search while it runs,
 * lead to the same articles.
 */
import { expect, test } from 'vitest';
import { pageTree } from '#build/finished-pages.ts';
import { type PagefindAnswers, withPagefind } from '#build/pagefind.ts';
import { searchablePage } from '#build/searchable-page.ts';
import type { DocsIndex } from '#docs/search/docs-index.ts';
import { readQuestion, withCorrection } from '#docs/search/rules/read-question.ts';
import { createSearch, type SearchArticles } from '#docs/search/search-articles.ts';
import { publishedArticles } from '#tests/support/published-articles.ts';
import { builtIndex, builtSearch, outDir } from './built-docs.ts';
import questions from './search-questions.json' with { type: 'json' };
import sections from './search-sections.json' with { type: 'json' };

/** A draft's question may be empty. */
const queries = [...questions, ...sections].map(({ query }) => query).filter((query) => query !== '');
/** Where the two differ, ours may be the better one: the first article is an answer that somebody named. */
const named = new Map<string, readonly string[]>([
  ...questions.map(({ query, articles }) => [query, articles] as const),
  ...sections.map(({ query, sections }) => [query, sections.map((url) => url.replace(/#.*/, ''))] as const),
]);
/** In a hundred. A form of a word that stands in no article is looked up by its neighbours here, by its stem there. */
const SAME_FIRST_MIN = 95;

test('the readers’ questions find the same articles as Pagefind itself', async () => {
  expect(queries.length).toBeGreaterThanOrEqual(100);
  const built = await builtIndex();
  const search = builtSearch();
  const articles = new Map(
    [...publishedArticles(outDir)].map(({ path, html }) => [path, searchablePage(pageTree(html))]),
  );
  const answers = await withPagefind(articles, async (pagefind) => {
    const found: { query: string; ours: readonly string[]; direct: readonly string[] }[] = [];
    for (const query of queries) {
      const asked = await askedDirectly(built, pagefind, query);
      const direct = await articlesOf(
        createSearch(async () => asked),
        query,
      );
      found.push({ query, ours: await articlesOf(search, query), direct });
    }
    return found;
  });
  const lost = answers.filter(
    ({ query, ours, direct }) =>
      !named.get(query)?.includes(ours[0] ?? '') &&
      (!direct.slice(0, 2).includes(ours[0] ?? '') || !ours.slice(0, 2).includes(direct[0] ?? '')),
  );
  expect(lost).toEqual([]);
  const other = answers.filter(({ ours, direct }) => ours[0] !== direct[0]);
  expect(queries.length - other.length, JSON.stringify(other)).toBeGreaterThanOrEqual(SAME_FIRST_MIN);
});

async function articlesOf(search: SearchArticles, query: string): Promise<readonly string[]> {
  const { articles } = await search(query);
  return articles.map(({ url }) => url);
}

/** The built index, but what one question's words lead to is asked of Pagefind, reading by reading. */
async function askedDirectly(built: DocsIndex, pagefind: PagefindAnswers, query: string): Promise<DocsIndex> {
  const found: ReadonlyMap<number, number>[] = [];
  const words = readQuestion(query, built.vocabulary);
  // The search asks for the words as typed, and then for the corrected ones.
  for (const { readings } of [...words, ...words.map(withCorrection)]) {
    const worth = new Map<number, number>();
    for (const { text, weight } of readings)
      for (const [page, score] of await pagefind.search(text))
        worth.set(page, Math.max(worth.get(page) ?? 0, score * weight));
    found.push(worth);
  }
  return { ...built, find: () => found.shift() ?? new Map() };
}
