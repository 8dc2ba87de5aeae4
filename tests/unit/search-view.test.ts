import { expect, test } from 'vitest';
import type { FoundArticle } from '#docs/search/search-articles.ts';
import {
  announcement,
  moreRows,
  nextStop,
  searchStops,
  shownArticles,
  shownQuery,
} from '#docs/search/search-state.ts';

const row = (url: string) => ({
  title: [{ text: url, isMatch: false }],
  url,
  excerpt: [],
  isBeginning: false,
});
const article = (url: string, ...rows: string[]): FoundArticle => ({
  title: url,
  category: '',
  url,
  rows: rows.map(row),
});
const articles = [article('/a', '/a#1', '/a#2', '/a#3', '/a#4'), article('/b', '/b')];

test('an article takes two rows and offers more on request', () => {
  expect(searchStops(articles, new Set())).toEqual([
    { articleIndex: 0, rowIndex: 0 },
    { articleIndex: 0, rowIndex: 1 },
    { articleIndex: 0, rowIndex: null },
    { articleIndex: 1, rowIndex: 0 },
  ]);
  expect(searchStops(articles, new Set(['/a'])).map(({ rowIndex }) => rowIndex)).toEqual([0, 1, 2, 3, 0]);
  expect(moreRows(article('/a', '1', '2', '3', '4'))).toBe('mais 2 trechos deste artigo');
  expect(moreRows(article('/a', '1', '2', '3'))).toBe('mais 1 trecho deste artigo');
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

test('the last results stay visible during the next search', () => {
  expect(shownArticles({ kind: 'searching', previous: articles })).toBe(articles);
});

test.each([
  [{ kind: 'found', query: 'a', articles: [article('/a')], correction: null }, '1 artigo encontrado.'],
  [
    {
      kind: 'found',
      query: 'slak',
      articles: [article('/a'), article('/b')],
      correction: { query: 'slack', isShown: true, isTypedFound: false },
    },
    '2 artigos encontrados para “slack”.',
  ],
  [
    { kind: 'empty', query: 'xyz', within: '', isVague: false, isElsewhere: false, instead: [] },
    'Nenhum artigo para “xyz”.',
  ],
  [
    {
      kind: 'empty',
      query: 'cron',
      within: ' na categoria Notificações, no nível Básico',
      isVague: false,
      isElsewhere: false,
      instead: [],
    },
    'Nenhum artigo para “cron” na categoria Notificações, no nível Básico.',
  ],
  [
    { kind: 'empty', query: 'a', within: '', isVague: true, isElsewhere: false, instead: [] },
    '“a” sozinho não diz o que procurar. Escreva mais uma palavra.',
  ],
  [{ kind: 'failed' }, 'A busca não carregou.'],
  [{ kind: 'idle' }, ''],
] as const)('%o is announced as "%s"', (state, announced) => {
  expect(announcement(state)).toBe(announced);
});

test('a long pasted text is shortened', () => {
  expect(shownQuery('palavra '.repeat(40))).toHaveLength(60);
  expect(shownQuery('disco cheio')).toBe('disco cheio');
});
