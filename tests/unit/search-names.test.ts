/** The article of a name comes before headings, text and code that only contain it. */
import { describe, expect, test } from 'vitest';
import { articleText } from '#docs/search/article-text.ts';
import { openIndex } from '#docs/search/docs-index.ts';
import { markedTitle } from '#docs/search/rules/excerpt.ts';
import { packWords, type WrittenArticle } from '#docs/search/rules/index-file.ts';
import { nearnessInNames, nearnessTo } from '#docs/search/rules/nearness.ts';
import { measureHeadings, rankSections } from '#docs/search/rules/rank-sections.ts';
import { mayGoOn, readQuestion } from '#docs/search/rules/read-question.ts';
import { vocabularyOf } from '#docs/search/rules/vocabulary.ts';
import { createSearch } from '#docs/search/search-articles.ts';
import { foldWord, tokensOf } from '#domain/text/tokens.ts';

const written = (
  label: string,
  title: string,
  [beginning = '', ...sections]: readonly string[],
  tags = '',
): WrittenArticle => ({
  title,
  label,
  category: 'Notificações',
  url: `/docs/${label.toLowerCase()}`,
  tags,
  sections: [
    { id: '', title, partOf: '', text: beginning },
    ...sections.map((text) => {
      const [heading = '', below = ''] = text.split(': ');
      return { id: heading, title: heading, partOf: '', text: below };
    }),
  ],
});

const webhook = written('Webhook', 'Enviar alertas por webhook', ['O seu sistema recebe cada queda.']);
const slack = written('Slack', 'Receber alertas no Slack', [
  'Um canal.',
  'Webhook: o webhook e o webhook',
  'Crie o webhook no Slack: webhook=https://hooks.slack.com/webhook',
]);
const metrics = written('Métricas', 'Guia de métricas', ['Os números.', 'SLI, SLO e SLA: o sla'], 'sla');
const status = written('Página de status', 'Criar uma página de status', ['O que está no ar.']);
const scripts = written('Scripts', 'Verificações personalizadas', ['Um script.', 'Arquivo: stat -c %Y stat']);
const articles = [slack, scripts, metrics, webhook, status];

/** By word, the number of the article and its score: a code word weighs little, as from Pagefind. */
const hits = {
  sla: [[2, 3]],
  slack: [[0, 8]],
  stat: [[1, 2]],
  status: [[4, 9]],
  webhook: [
    [3, 8],
    [0, 8],
  ],
} as const;

const words = packWords(
  Object.entries(hits).map(([word, found]) => ({
    word,
    hits: found.map(([page, score]) => ({ page, score })),
  })),
);
const pages = articles.map(({ label }) => ({ file: label, filters: {} }));
const search = createSearch(async () =>
  openIndex(
    { pages, words, portuguese: 'words.json', popular: [] },
    {
      text: async (file) => {
        const found = articles.find(({ label }) => label === file);
        if (found === undefined) throw new Error(`no ${file}`);
        return found;
      },
      words: async () => '',
    },
  ),
);
const first = async (query: string) => (await search(query)).articles[0]?.rows[0]?.url;

test.each([
  ['webhook', '/docs/webhook'],
  ['webh', '/docs/webhook'],
  ['enviar alertas por webhook', '/docs/webhook'],
  ['slack', '/docs/slack'],
  ['webhook do slack', '/docs/slack#Crie o webhook no Slack'],
])('"%s" finds %s first', async (query, url) => {
  expect(await first(query)).toBe(url);
});

test('a word of code that begins a name finds the article of that name', async () => {
  expect(await first('página de stat')).toBe('/docs/página de status');
});

test('an abbreviation is not the start of another word', async () => {
  expect(await first('sla')).toBe('/docs/métricas#SLI, SLO e SLA');
});

describe('a word that may go on', () => {
  const vocabulary = vocabularyOf(['status', 'stat', 'slack', 'sla', 'certificado']);

  test.each([
    ['cert', true, 'the start of a word'],
    ['stat', true, 'a word of four letters'],
    ['sla', false, 'an abbreviation'],
    ['ce', false, 'too short'],
    ['preco', false, 'a word of readers'],
    ['403', false, 'a number'],
  ])('%s: %s (%s)', (word, goesOn) => {
    expect(mayGoOn(word, vocabulary)).toBe(goesOn);
  });

  const readings = (typed: string) => readQuestion(typed, vocabulary).at(-1)?.readings;

  test('is also read as the weightiest word that it begins', () => {
    expect(readings('cert')).toContainEqual({ text: 'certificado', weight: 0.9 });
    expect(readings('stat')).toContainEqual({ text: 'status', weight: 0.8 });
    expect(readings('certificado')?.map(({ text }) => text)).toEqual(['certificado']);
  });

  test('is the last one only', () => {
    expect(readQuestion('cert vencido', vocabulary)[0]?.readings.map(({ text }) => text)).toEqual(['cert']);
  });
});

const nearnessOf = (query: string) =>
  readQuestion(query, vocabularyOf([])).map((word) =>
    nearnessInNames(nearnessTo(word, false), foldWord(word.typed)),
  );

describe('how much of a name was asked', () => {
  const worth = (names: readonly string[], query: string) =>
    measureHeadings(names.map(tokensOf), nearnessOf(query), 0.1);

  test('the better of the short name and the title counts', () => {
    const both = worth(['Webhook', 'Enviar alertas por webhook'], 'webhook');
    expect(both.worth).toEqual(worth(['Webhook'], 'webhook').worth);
    expect(both.isSameAsAsked).toBe(true);
    expect(worth(['Enviar alertas por webhook'], 'webhook').isSameAsAsked).toBe(false);
  });

  test('a name that says more than was asked counts less', () => {
    const [short = 0] = worth(['Página de status'], 'status').worth;
    const [long = 0] = worth(['Domínio próprio na página de status'], 'status').worth;
    expect(short).toBeGreaterThan(long);
    expect(long).toBeGreaterThan(0);
  });
});

test('a keyword finds the beginning of its article, though no text says it', () => {
  const data = articleText(written('Dados', 'Seus dados', ['Uma cópia.', 'Apagar: a conta'], 'lgpd'));
  const nearness = nearnessOf('lgpd');
  const [found] = rankSections({ typed: 'lgpd', nearness, inNames: nearness }, [data]);
  expect(found?.sections.map(({ section }) => section.url)).toEqual(['/docs/dados']);
});

test('the words found are marked in a title, accents and all', () => {
  const title = 'Métricas no painel';
  const parts = markedTitle(title, tokensOf(title), nearnessOf('metri'));
  expect(parts).toEqual([
    { text: 'Métricas', isMatch: true },
    { text: ' no painel', isMatch: false },
  ]);
});
