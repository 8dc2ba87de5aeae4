/** Readers' questions without accents, with typos and everyday words, and their first results. */
import { expect, test } from 'vitest';
import { builtPages, builtSearch } from './built-docs.ts';
import questions from './search-questions.json' with { type: 'json' };
import sections from './search-sections.json' with { type: 'json' };

/** Of sixty, within the first rows; the article may still be among the first further down. */
const ROWS_FOUND_MIN = 57;
const FIRST = 3;
/** Rows of an article before "show more" (src/components/search/search-state.ts). */
const ROWS_OF_ARTICLE = 2;

const pages = builtPages();
const published = [...pages.values()]
  .filter(({ document }) => document.querySelector('[data-pagefind-body]') !== null)
  .map(({ path }) => path);
const search = builtSearch();

async function firstRows(query: string) {
  const { articles } = await search(query);
  return articles
    .flatMap(({ url: article, rows }) => rows.slice(0, ROWS_OF_ARTICLE).map(({ url }) => ({ article, url })))
    .slice(0, FIRST);
}

test('there are sixty questions, about every article', () => {
  expect(questions).toHaveLength(60);
  const about = new Set(questions.flatMap(({ articles }) => articles));
  expect(published.filter((path) => !about.has(path))).toEqual([]);
});

test('each finds the right article among the first three', async () => {
  const missed: string[] = [];
  for (const { query, articles } of questions) {
    const first = (await search(query)).articles.slice(0, FIRST).map(({ url }) => url);
    if (!articles.some((path) => first.includes(path)))
      missed.push(`"${query}" should find ${articles.join(' or ')}, found ${first.join(', ') || 'nothing'}`);
  }
  expect(missed).toEqual([]);
});

test(`at least ${ROWS_FOUND_MIN} find it in the first ${FIRST} rows`, async () => {
  const missed: string[] = [];
  for (const { query, articles } of questions) {
    const rows = await firstRows(query);
    if (!rows.some(({ article }) => articles.includes(article)))
      missed.push(`"${query}" found ${rows.map(({ url }) => url).join(', ') || 'nothing'}`);
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(questions.length - ROWS_FOUND_MIN);
});

test('forty questions name an existing section', () => {
  expect(sections).toHaveLength(40);
  const lost = sections.flatMap(({ sections: wanted }) =>
    wanted.filter((url) => {
      const [path = '', id] = url.split('#');
      const document = pages.get(path)?.document;
      return document === undefined || (id !== undefined && document.getElementById(id) === null);
    }),
  );
  expect(lost).toEqual([]);
});

test(`each finds it in the first ${FIRST} rows`, async () => {
  const missed: string[] = [];
  for (const { query, sections: wanted } of sections) {
    const rows = (await firstRows(query)).map(({ url }) => url);
    if (!wanted.some((url) => rows.includes(url)))
      missed.push(`"${query}" should find ${wanted.join(' or ')}, found ${rows.join(', ') || 'nothing'}`);
  }
  expect(missed).toEqual([]);
});
