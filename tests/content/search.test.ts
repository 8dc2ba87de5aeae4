import { expect, test } from 'vitest';
import { builtSearch } from './built-docs.ts';

const search = builtSearch();

test.each([
  'notificacao',
  'notificações',
  'notificação',
  'notificacoes',
  'Telegram',
  'telegram',
  'bot',
  'chat id',
])('"%s" finds the Telegram article, after none but one that has the word in its title', async (query) => {
  const [first, second] = (await search(query)).articles;
  const isTelegram = (url: string | undefined) => url === '/docs/notifications/telegram';
  expect(isTelegram(first?.url) || (/notifica/i.test(first?.title ?? '') && isTelegram(second?.url))).toBe(
    true,
  );
});

test.each([
  ['início rápido', '/docs/quick-start'],
  ['inicio rapido', '/docs/quick-start'],
  ['primeiro monitor', '/docs/first-monitor'],
  ['palavra-chave', '/docs/first-monitor'],
  ['bancos de dados', '/docs/first-monitor'],
])('"%s" finds %s among the first two', async (query, path) => {
  const { articles: found } = await search(query);
  expect(found.slice(0, 2).map(({ url }) => url)).toContain(path);
});

test('results lead to headings, without .html, and tell the category', async () => {
  const [first] = (await search('getUpdates')).articles;
  expect(first?.category).toBe('Notificações');
  expect(first?.sections.map(({ url }) => url)).toContain(
    '/docs/notifications/telegram#o-endereco-getupdates-responde-com-uma-lista-vazia',
  );
});

test.each([
  ['telegran', 'telegram'],
  ['avizo no slak', 'aviso slack'],
  ['latensia', 'latencia'],
])('"%s" is read as "%s", and the reader is told', async (query, readAs) => {
  expect((await search(query)).readAs).toBe(readAs);
});

test('a filter leaves only the articles of one category, or of one level', async () => {
  const { articles } = await search('webhook', { categoria: 'notifications' });
  expect(new Set(articles.map(({ category }) => category))).toEqual(new Set(['Notificações']));
  const easy = await search('telegram', { nivel: 'basico' });
  expect(easy.articles[0]?.url).toBe('/docs/notifications/telegram');
  expect((await search('telegram', { categoria: 'metrics-concepts' })).articles).toEqual([]);
});

test('words that stand nowhere find nothing, and the highlights are offered', async () => {
  const { articles, popular } = await search('zzzxqw');
  expect(articles).toEqual([]);
  expect(popular).toHaveLength(8);
});
