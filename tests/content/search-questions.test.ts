/** Readers' questions without accents, with typos and everyday words, and their first results. */
import { expect, test } from 'vitest';
import { builtPages, builtSearch } from './built-docs.ts';
import everyday from './search-everyday-questions.json' with { type: 'json' };
import asked from './search-questions.json' with { type: 'json' };
import sections from './search-sections.json' with { type: 'json' };
import short from './search-short-questions.json' with { type: 'json' };

/** Questions whose article may be further down than the first rows. */
const ROWS_MISSED_MAX = 4;
/** Of the forty short ones, in which a third are one word or the start of one. */
const SHORT_FOUND_MIN = 39;
/** Of the sixty of money, people, games, alerts, moving and errors. */
const EVERYDAY_FOUND_MIN = 56;
const FIRST = 3;
/** Rows of an article before "show more" (src/docs/search/search-state.ts). */
const ROWS_OF_ARTICLE = 2;

const pages = builtPages();
const published = [...pages.values()]
  .filter(({ document }) => document.querySelector('[data-pagefind-body]') !== null)
  .map(({ path }) => path);
const search = builtSearch();
/** The questions of a draft wait for its publication. */
const questions = asked.filter(({ articles }) => articles.some((path) => published.includes(path)));

async function firstRows(query: string) {
  const { articles } = await search(query);
  return articles
    .flatMap(({ url: article, rows }) => rows.slice(0, ROWS_OF_ARTICLE).map(({ url }) => ({ article, url })))
    .slice(0, FIRST);
}

/** The questions whose article is not in the first rows, with what is. */
async function missedInRows(asked: readonly { query: string; articles: readonly string[] }[]) {
  const missed: string[] = [];
  for (const { query, articles } of asked) {
    const rows = await firstRows(query);
    if (!rows.some(({ article }) => articles.includes(article)))
      missed.push(`"${query}" found ${rows.map(({ url }) => url).join(', ') || 'nothing'}`);
  }
  return missed;
}

test('there are at least sixty questions, about every article', () => {
  expect(questions.length).toBeGreaterThanOrEqual(60);
  const about = new Set(questions.flatMap(({ articles }) => articles));
  const unasked = published.filter((path) => !about.has(path));
  if (unasked.length > 0)
    expect.fail(
      `tests/content/search-questions.json: acrescente o que alguém digitaria na busca para achar ${unasked.join(', ')}.`,
    );
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

test(`all but ${ROWS_MISSED_MAX} find it in the first ${FIRST} rows`, async () => {
  const missed = await missedInRows(questions);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(ROWS_MISSED_MAX);
});

test(`at least ${SHORT_FOUND_MIN} of forty short questions find it in the first ${FIRST} rows`, async () => {
  expect(short).toHaveLength(40);
  const missed = await missedInRows(short);
  expect(short.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(SHORT_FOUND_MIN);
});

test(`at least ${EVERYDAY_FOUND_MIN} of sixty everyday questions find it in the first ${FIRST} rows`, async () => {
  expect(everyday).toHaveLength(60);
  const missed = await missedInRows(everyday);
  expect(everyday.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(EVERYDAY_FOUND_MIN);
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
