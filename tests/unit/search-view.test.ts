import { expect, test } from 'vitest';
import type { FoundArticle } from '#features/search/search-articles.ts';
import { announcement, nextStop, searchStops, shownArticles } from '#islands/search/search-state.ts';

const section = (url: string) => ({ title: url, url, excerpt: [] });
const article = (url: string, ...sections: string[]): FoundArticle => ({
  title: url,
  category: '',
  url,
  excerpt: [],
  sections: sections.map(section),
});

test('arrow keys stop at each article and at each heading inside it', () => {
  expect(searchStops([article('/docs/a', '/docs/a#x'), article('/docs/b')])).toEqual([
    { url: '/docs/a', articleIndex: 0, sectionIndex: null },
    { url: '/docs/a#x', articleIndex: 0, sectionIndex: 0 },
    { url: '/docs/b', articleIndex: 1, sectionIndex: null },
  ]);
});

test.each([
  [-1, 1, 3, 0],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
  [-1, -1, 3, 2],
  [1, -1, 3, 0],
  [-1, 1, 0, -1],
] as const)('from stop %i by %i among %i the next is %i', (active, step, count, next) => {
  expect(nextStop(active, step, count)).toBe(next);
});

test('the last answer stays in sight while the next is looked for', () => {
  const articles = [article('/docs/a')];
  expect(shownArticles({ kind: 'searching', previous: articles })).toBe(articles);
});

test.each([
  [{ kind: 'found', query: 'a', articles: [article('/a')], readAs: null }, '1 artigo encontrado.'],
  [
    { kind: 'found', query: 'slak', articles: [article('/a'), article('/b')], readAs: 'slack' },
    '2 artigos encontrados para “slack”.',
  ],
  [{ kind: 'empty', query: 'xyz', popular: [] }, 'Nenhum artigo para “xyz”.'],
  [{ kind: 'failed' }, 'A busca não carregou.'],
  [{ kind: 'idle' }, ''],
] as const)('%o is told as "%s"', (state, told) => {
  expect(announcement(state)).toBe(told);
});
