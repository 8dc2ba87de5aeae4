import { expect, test } from 'vitest';
import { suggestedSearches } from '#docs/search/search-state.ts';
import { builtArticles, builtSearch } from './built-docs.ts';

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
])('"%s" finds the Telegram article, behind title matches only', async (query) => {
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

test('results lead to headings, without .html, and show the category', async () => {
  const [first] = (await search('getUpdates')).articles;
  expect(first?.category).toBe('Notificações');
  expect(first?.rows.map(({ url }) => url)).toContain(
    '/docs/notifications/telegram#o-endereco-getupdates-responde-com-uma-lista-vazia',
  );
});

test.each([
  ['telegran', 'telegram'],
  ['avizo no slak', 'aviso no slack'],
  ['latensia', 'latencia'],
  ['latensia alta', 'latencia alta'],
  ['dupliacr monitor', 'duplicar monitor'],
])('"%s" also finds "%s", and the page says so', async (query, meant) => {
  expect((await search(query)).correction).toMatchObject({ query: meant, isShown: true });
});

test.each([
  'uptime robot',
  'importar do robot',
  'adicionar funcionario',
  'reembolso',
  'monitorar a cozinha',
  'flora',
])('"%s" is not taken for other words', async (query) => {
  expect((await search(query)).correction).toBeNull();
});

test.each([
  ['uptime robot', '/docs/importar/uptimerobot'],
  ['importar do uptime robot', '/docs/importar/uptimerobot'],
  ['robot', '/docs/importar/uptimerobot'],
  ['whats app', '/docs/notifications/whatsapp'],
  ['cs', '/docs/fps-games-monitoring'],
  ['cs go', '/docs/fps-games-monitoring'],
  ['servidor de cs', '/docs/fps-games-monitoring'],
  ['csgo', '/docs/fps-games-monitoring'],
  ['reembolso', '/docs/account-setup'],
  ['estorno', '/docs/account-setup'],
  ['colaborador', '/docs/invite-people'],
  ['adicionar funcionario', '/docs/invite-people'],
  ['downtime', '/docs/metrics'],
  ['dupliacr monitor', '/docs/organize-monitors'],
  ['fuso', '/docs/account-setup'],
  ['começar em 5 min', '/docs/quick-start'],
  ['quantos monitores no grátis', '/docs/account-setup'],
])('"%s" finds %s in the first row', async (query, article) => {
  expect((await search(query)).articles[0]?.url).toBe(article);
});

test.each([
  ['nao recebi aviso quando caiu', ['/docs/alert-setup', '/docs/avisos']],
  ['limite de avisos por dia', ['/docs/alert-setup', '/docs/avisos']],
  ['descadastrar', ['/docs/alert-setup', '/docs/avisos']],
  ['dominio vencendo', ['/docs/advanced-monitoring', '/docs/avisos']],
])('"%s" finds one of %j in the first three', async (query, articles) => {
  const first = (await search(query)).articles.slice(0, 3).map(({ url }) => url);
  expect(first.filter((url) => articles.includes(url))).not.toEqual([]);
});

test.each([
  ['webh', '/docs/notifications/webhook'],
  ['webhook', '/docs/notifications/webhook'],
  ['timeout', '/docs/check-messages#timeout-of-48000ms-exceeded'],
  ['cert', '/docs/check-messages#o-certificado'],
  ['chave api', '/docs/badges-and-data#sem-api-para-criar-monitores'],
  ['preço', '/docs/account-setup#quanto-custa-cada-um'],
  ['intervalo', '/docs/first-monitor#intervalo'],
  ['sla', '/docs/metrics#sli-slo-e-sla'],
  ['lgpd', '/docs/seus-dados'],
  ['senha', '/docs/account-setup#senha-e-seguranca'],
])('"%s" finds %s first', async (query, url) => {
  expect((await search(query)).articles[0]?.rows[0]?.url).toBe(url);
});

test('the whole name of an article finds it first, by label and by title', async () => {
  const articles = await builtArticles();
  const missed: string[] = [];
  for (const name of new Set(articles.flatMap(({ label, title }) => [label, title]))) {
    // Two categories may have an article of the same short name.
    const named = articles.filter(({ label, title }) => label === name || title === name);
    const first = (await search(name)).articles[0]?.url ?? 'nothing';
    if (!named.some(({ url }) => url === first)) missed.push(`${name}: ${first}`);
  }
  expect(missed).toEqual([]);
});

test.each(suggestedSearches)('the suggested search "%s" finds articles', async (query) => {
  expect((await search(query)).articles.length).toBeGreaterThan(1);
});

test('a filter keeps only one category or one level', async () => {
  const { articles } = await search('webhook', { categoria: 'notifications' });
  expect(new Set(articles.map(({ category }) => category))).toEqual(new Set(['Notificações']));
  const easy = await search('telegram', { nivel: 'basico' });
  expect(easy.articles[0]?.url).toBe('/docs/notifications/telegram');
  expect((await search('telegram', { categoria: 'metrics-concepts' })).articles).toEqual([]);
});

test.each([
  ['plano', 'plantão'],
  ['valorant', 'valor'],
  ['ark', 'ar'],
  ['502', '50'],
  ['pix', 'pixels'],
])('"%s" never matches "%s"', async (query, other) => {
  const marked = (await search(query)).articles.flatMap(({ rows }) =>
    rows.flatMap(({ excerpt }) => excerpt.filter(({ isMatch }) => isMatch)),
  );
  expect(marked.map(({ text }) => text.toLowerCase())).not.toContain(other);
});

test.each(['boleto', 'pix'])('"%s" finds the ways to pay', async (query) => {
  const [first] = (await search(query)).articles;
  expect(first?.rows[0]?.excerpt.map(({ text }) => text).join('')).toContain('cartão de crédito');
});

test('a code and a number match as typed', async () => {
  for (const query of ['403', '99,9%']) {
    const rows = (await search(query)).articles.flatMap(({ rows }) => rows);
    expect(rows.length).toBeGreaterThan(0);
    const shown = rows.map(({ title, excerpt }) => [...title, ...excerpt].map(({ text }) => text).join(''));
    expect(shown.filter((text) => !text.includes(query.replace('%', '')))).toEqual([]);
  }
});

test.each(['a', 'o que é'])('"%s" alone is too short to search', async (query) => {
  expect(await search(query)).toMatchObject({ articles: [], isVague: true });
});

test('no row leads to an article’s closing link list', async () => {
  const rows = (await search('próximos passos telegram')).articles.flatMap(({ rows }) => rows);
  expect(rows.filter(({ url }) => url.endsWith('#proximos-passos'))).toEqual([]);
});

test('unknown words find nothing, and the highlights are offered', async () => {
  const { articles, popular } = await search('zzzxqw');
  expect(articles).toEqual([]);
  expect(popular).toHaveLength(8);
});
