/** Reading the documentation: found by a slip of the pen, narrowed, copied, judged, and read without a connection. */
import type { Locator, Page } from '@playwright/test';
import { builtSiteDir } from '#tests/support/built-site.ts';
import { expect, test } from '#tests/support/stack.ts';
import { publishedArticles } from '../../src/build/docs-built.ts';
import { readPrecache } from '../../src/build/docs-offline.ts';

const ARTICLE = '/docs/quick-start';
const countArticles = (): number => [...publishedArticles(builtSiteDir)].length;

/** Articles found and headings inside them; the options of the filters are not among them. */
function results(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Resultados da busca' }).getByRole('option');
}

/** The browser's own words on requests that find no network. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|The network takes too long/;

/** Until the service worker is in charge and holds everything that it keeps beforehand. */
async function waitUntilKept(page: Page): Promise<void> {
  const { search, assets } = await readPrecache(builtSiteDir);
  await expect
    .poll(() => keptPaths(page))
    .toEqual(expect.arrayContaining(['/docs', '/docs/offline', ...search, ...assets]));
}

const keptPaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });

test('a slip of the pen finds the article from any page, and the search is remembered', async ({ page }) => {
  await page.goto(ARTICLE);
  await page.keyboard.press('/');
  const search = page.getByRole('dialog', { name: 'Buscar na documentação' });
  await search.getByRole('combobox', { name: 'Buscar na documentação' }).fill('telegran');
  await expect(search.getByText('Resultados para telegram')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/notifications\/telegram/);
  await page.waitForLoadState();

  await page.keyboard.press('Control+k');
  await search.getByRole('button', { name: 'telegran' }).click();
  await expect(results(page).first()).toContainText('Telegram');
});

test('an answer is narrowed to one category, and an empty one shows the way out', async ({ page }) => {
  await page.goto('/docs');
  const field = page.getByRole('combobox', { name: 'Buscar na documentação' });
  await field.fill('cron');
  await expect(results(page).first()).toBeVisible();
  await page.locator('#busca-categoria').selectOption({ label: 'Notificações' });
  await page.locator('#busca-nivel').selectOption({ label: 'Básico' });
  const widen = page.getByRole('button', { name: 'Buscar em toda a documentação' });
  await expect(widen).toBeVisible();
  await widen.click();
  await expect(results(page).first()).toBeVisible();

  await field.fill('xyzwq');
  await expect(page.getByText('Nenhum artigo para “xyzwq”.').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Artigos mais procurados' }).getByRole('link')).toHaveCount(8);
});

test('the index is narrowed by level and category, the address holds the choice, Back undoes it', async ({
  page,
}) => {
  await page.goto('/docs');
  const count = page.locator('[data-count="articles"]');
  const whole = await count.textContent();
  await page.getByRole('navigation', { name: 'Nível' }).getByRole('link', { name: 'Avançado' }).click();
  await page
    .getByRole('navigation', { name: 'Categoria' })
    .getByRole('link', { name: 'Notificações' })
    .click();
  await expect(page).toHaveURL('/docs?nivel=avancado&categoria=notifications#todos-os-artigos');
  const rows = page.locator('.article-row:visible');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('webhook');
  await expect(count).toHaveText(/^1 de \d+ artigos$/);
  await expect(page.locator('.category-count:visible')).toHaveText(/^1 de 7 artigos$/);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/docs');
  await expect(count).toHaveText(whole ?? '');
});

test('an index asked for narrowed is never drawn whole, not even before its script is there', async ({
  page,
}) => {
  await page.route('**/docs?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/<script type="module">[\s\S]*?<\/script>/g, '');
    await route.fulfill({ response, body });
  });
  const rows = page.locator('.article-row:visible');
  await page.goto('/docs?nivel=avancado&categoria=notifications#todos-os-artigos');
  await expect(rows).toHaveCount(1);
  await expect(page.locator('.category:visible')).toHaveCount(1);
  await page.goto('/docs?nivel=desconhecido');
  await expect(rows).toHaveCount(countArticles());
});

test('an article is copied as Markdown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(ARTICLE);
  await page.getByRole('button', { name: 'Copiar como Markdown' }).click();
  await expect(page.getByRole('button', { name: 'Copiado!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# Início rápido\n/);
  await expect(page.getByRole('button', { name: 'Copiar como Markdown' })).toBeVisible();
});

test('a reader says whether the page helped, adds a few words, and is remembered', async ({ page }) => {
  await page.goto(ARTICLE);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/feedback')) sent.push(request.postDataJSON());
  });
  const group = page.getByRole('group', { name: 'Esta página ajudou?' });
  await group.getByRole('button', { name: 'Não' }).click();
  await expect(page.getByText('Obrigado pela resposta.')).toBeVisible();
  await page.getByLabel('O que faltou ou estava errado?').fill('Faltou dizer onde fica o botão.');
  await page.getByRole('button', { name: 'Enviar comentário' }).click();
  await expect(page.getByText('Recebemos o seu comentário. Obrigado.')).toBeVisible();
  const [vote, words] = sent as { key: string }[];
  expect(vote).toEqual({ page: ARTICLE, key: vote?.key, isHelpful: false });
  expect(words).toEqual({ ...vote, text: 'Faltou dizer onde fica o botão.' });

  await page.reload();
  await page.mouse.move(200, 200);
  await expect(group.getByRole('button', { name: 'Não' })).toHaveAttribute('aria-pressed', 'true');
});

test.describe('when the answer gets lost', () => {
  // A worker in charge of the page hides its requests from the test.
  test.use({ serviceWorkers: 'block' });

  test('a vote that cannot be sent says so and can be given again', async ({ page, watch }) => {
    watch.allow(/feedback|Service Worker registration blocked/);
    await page.goto(ARTICLE);
    await page.route('**/api/feedback', (route) => route.abort());
    const yes = page.getByRole('button', { name: 'Sim', exact: true });
    await yes.click();
    await expect(page.getByText('A resposta não foi enviada.')).toBeVisible();
    await page.unroute('**/api/feedback');
    await yes.click();
    await expect(page.getByText('Obrigado pela resposta.')).toBeVisible();
  });
});

test.describe('without a connection', () => {
  test('a visited article, the index and the search are there, and the page says that it is a copy', async ({
    page,
    context,
    watch,
  }) => {
    watch.allow(NO_NETWORK);
    await page.goto(ARTICLE);
    await waitUntilKept(page);
    await expect(page.getByText('Sem conexão: esta é a cópia')).toBeHidden();

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Início rápido' })).toBeVisible();
    await expect(page.getByText('Sem conexão: esta é a cópia guardada em')).toBeVisible();

    await page.keyboard.press('/');
    const search = page.getByRole('dialog', { name: 'Buscar na documentação' });
    await search.getByRole('combobox').fill('manutenções recorrentes');
    await expect(results(page).first()).toContainText(/manutenção/i);
    await page.keyboard.press('Escape');

    await page.goto('/docs');
    await expect(page.getByRole('heading', { level: 1, name: 'Como podemos ajudar?' })).toBeVisible();

    await page.goto('/docs/metrics');
    await expect(page.getByRole('heading', { level: 1, name: 'Sem conexão' })).toBeVisible();
    await page.locator('[data-kept]').getByRole('link', { name: 'Início rápido' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Início rápido' })).toBeVisible();

    await context.setOffline(false);
    await page.goto('/docs/metrics');
    await expect(page.getByRole('heading', { level: 1, name: 'Guia de métricas' })).toBeVisible();
    await expect(page.getByText('Sem conexão: esta é a cópia')).toBeHidden();
  });

  test('while the search is still being kept nobody waits for it, and what was missed is kept later', async ({
    page,
    context,
  }) => {
    const { promise: isRead, resolve: letThrough } = Promise.withResolvers<void>();
    await context.route('**/docs/pagefind/**', async (route) => {
      await isRead;
      await route.continue();
    });
    const isAskedFor = context.waitForEvent('request', (request) => request.url().endsWith('.pf_index'));
    await page.goto(ARTICLE);
    await isAskedFor;
    await page.goto('/docs/metrics');
    await expect(page.getByRole('heading', { level: 1, name: 'Guia de métricas' })).toBeVisible();
    letThrough();
    await waitUntilKept(page);
  });

  test('with a connection the page is never the copy', async ({ page, context, watch }) => {
    watch.allow(NO_NETWORK);
    await page.goto(ARTICLE);
    await waitUntilKept(page);
    await page.evaluate(async () => {
      const body = '<!doctype html><html lang="pt-BR"><title>x</title><h1>Cópia velha</h1></html>';
      const headers = { 'Content-Type': 'text/html', 'x-kept-at': '2020-01-01T00:00:00.000Z' };
      await (await caches.open('docs-pages')).put('/docs/quick-start', new Response(body, { headers }));
    });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Início rápido');
    // And the copy is the page of a moment ago again.
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Início rápido');
  });

  test('the worker stays out of everything but the documentation', async ({ page }) => {
    await page.goto(ARTICLE);
    await waitUntilKept(page);
    const scopes = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    );
    expect(scopes).toEqual(['/docs']);
    for (const path of ['/', '/checkout?plan=free', '/suporte', '/termos.html']) {
      await page.goto(path);
      expect(await page.evaluate(() => navigator.serviceWorker.controller), path).toBeNull();
    }
    const kept = await keptPaths(page);
    expect(kept.filter((path) => !/^\/(?:docs(?:$|\/)|_astro\/)/.test(path))).toEqual([]);
  });
});

test('without JavaScript the index shows every article and an article every step', async ({
  browser,
  stack,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stack.addresses.siteUrl });
  const page = await context.newPage();
  await page.goto('/docs?nivel=avancado');
  await expect(page.locator('.article-row')).toHaveCount(countArticles());
  await expect(page.locator('.article-row').last()).toBeVisible();
  await page.goto(ARTICLE);
  await expect(page.getByRole('link', { name: 'Ver em Markdown' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copiar como Markdown' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Avisar de um erro nesta página' })).toBeVisible();
  await context.close();
});
