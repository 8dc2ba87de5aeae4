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
])('"%s" finds the Telegram article first', async (query) => {
  const [first] = await search(query);
  expect(first?.url).toBe('/docs/notifications/telegram');
});

test.each([
  ['início rápido', '/docs/quick-start'],
  ['inicio rapido', '/docs/quick-start'],
  ['primeiro monitor', '/docs/first-monitor'],
  ['palavra-chave', '/docs/first-monitor'],
  ['bancos de dados', '/docs/first-monitor'],
])('"%s" finds %s among the first two', async (query, path) => {
  const found = await search(query);
  expect(found.slice(0, 2).map(({ url }) => url)).toContain(path);
});

test('results lead to headings, without .html, and tell the category', async () => {
  const [first] = await search('getUpdates');
  expect(first?.category).toBe('Notificações');
  expect(first?.sections.map(({ url }) => url)).toContain(
    '/docs/notifications/telegram#o-endereco-getupdates-responde-com-uma-lista-vazia',
  );
});

test('drafts are not found: there is nothing to read in them', async () => {
  const found = await search('manutenção');
  expect(found.map(({ url }) => url)).not.toContain('/docs/maintenance/system');
});

test('words that stand nowhere find nothing', async () => {
  expect(await search('zzzxqw')).toEqual([]);
});
