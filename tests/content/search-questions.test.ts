/** Questions as readers type them: no accents, slips, everyday words. The right article is among the first three. */
import { expect, test } from 'vitest';
import { builtPages, builtSearch } from './built-docs.ts';
import questions from './search-questions.json' with { type: 'json' };

/** Of sixty; the rest is honest: some questions have no good words. */
const FOUND_MIN = 57;
const FIRST = 3;

const published = new Set(
  [...builtPages().values()]
    .filter(({ document }) => document.querySelector('[data-pagefind-body]') !== null)
    .map(({ path }) => path),
);
const search = builtSearch();

test('there are sixty questions, about every article', () => {
  expect(questions).toHaveLength(60);
  const about = new Set(questions.flatMap(({ articles }) => articles));
  expect([...published].filter((path) => !about.has(path))).toEqual([]);
});

test(`at least ${FOUND_MIN} of them find the right article among the first ${FIRST}`, async () => {
  const missed: string[] = [];
  for (const { query, articles } of questions) {
    const first = (await search(query)).articles.slice(0, FIRST).map(({ url }) => url);
    if (!articles.some((path) => first.includes(path)))
      missed.push(`"${query}" should find ${articles.join(' or ')}, found ${first.join(', ') || 'nothing'}`);
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(questions.length - FOUND_MIN);
});
