/** Reading offline: when pages are cached, what the cache contains, and that it never gets in the way. */
import type { Locator, Page } from '@playwright/test';
import { builtSiteDir } from '#tests/support/built-site.ts';
import { publishedArticles } from '#tests/support/published-articles.ts';
import { expect, test } from '#tests/support/stack.ts';
import { offlineFiles } from '../../src/build/docs-offline.ts';
import { assetsNamedIn } from '../../src/docs/offline/plan.ts';

const ARTICLE = '/docs/quick-start';
const SECOND = '/docs/first-monitor';
const WITH_PICTURES = '/docs/maintenance/strategies';
/** The browser's messages about requests without a network. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|The network takes too long/;
const BUNDLE = /\/offline\.\w+\.json$/;

/** Search results (articles and their headings), without the filters' options. */
function results(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Resultados da busca' }).getByRole('option');
}

/** Opens two articles with an interaction each: a page's code loads at the first interaction. */
async function readTwo(page: Page, second = SECOND): Promise<void> {
  await page.goto(ARTICLE);
  await page.goto(second);
  await page.keyboard.press('Shift');
}

/** Waits until the service worker controls the page and has filled its caches. */
async function waitUntilKept(page: Page): Promise<void> {
  const named = [...publishedArticles(builtSiteDir)].flatMap(({ html }) => assetsNamedIn(html));
  const { search, small, alone } = await offlineFiles(builtSiteDir, named);
  await expect
    .poll(() => keptPaths(page))
    .toEqual(expect.arrayContaining(['/docs', '/docs/offline', ...search, ...small, ...alone]));
}

const keptPaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });

const registrations = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  );

const offerOf = (page: Page): Locator => page.getByText('Ler sem conexão');
const askButton = (page: Page): Locator => page.getByRole('button', { name: /^Guardar sem imagens/ });
const picturesButton = (page: Page): Locator => page.getByRole('button', { name: /^Guardar com imagens/ });

test('visited articles, index and search work, marked as copies', async ({ page, context, watch }) => {
  watch.allow(NO_NETWORK);
  await readTwo(page);
  await waitUntilKept(page);
  await expect(page.getByText('Sem conexão: esta é a cópia')).toBeHidden();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Criar o primeiro monitor' })).toBeVisible();
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
  // The first page of the visit, opened before anything was cached.
  await page.locator('[data-kept]').getByRole('link', { name: 'Início rápido' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Início rápido' })).toBeVisible();
  // An island of a copy hydrates; what it would fetch is not there.
  await page.getByRole('button', { name: 'Abrir a ajuda' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('A ajuda não carregou.');

  await context.setOffline(false);
  await page.goto('/docs/metrics');
  await expect(page.getByRole('heading', { level: 1, name: 'Guia de métricas' })).toBeVisible();
  await expect(page.getByText('Sem conexão: esta é a cópia')).toBeHidden();
});

test('caching the search delays no one, and missing parts follow later', async ({ page, context }) => {
  const { promise: isRead, resolve: letThrough } = Promise.withResolvers<void>();
  await context.route(BUNDLE, async (route) => {
    await isRead;
    await route.continue();
  });
  const isAskedFor = context.waitForEvent('request', (request) => BUNDLE.test(request.url()));
  await readTwo(page);
  await isAskedFor;
  await page.goto('/docs/metrics');
  await expect(page.getByRole('heading', { level: 1, name: 'Guia de métricas' })).toBeVisible();
  letThrough();
  await page.keyboard.press('Shift');
  await waitUntilKept(page);
});

test('with a connection the page is never the copy', async ({ page, context, watch }) => {
  watch.allow(NO_NETWORK);
  await readTwo(page);
  await waitUntilKept(page);
  await page.evaluate(async () => {
    const body = '<!doctype html><html lang="pt-BR"><title>x</title><h1>Cópia velha</h1></html>';
    const headers = { 'Content-Type': 'text/html', 'x-kept-at': '2020-01-01T00:00:00.000Z' };
    await (await caches.open('docs-pages')).put('/docs/first-monitor', new Response(body, { headers }));
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Criar o primeiro monitor');
  // The copy is the latest page again.
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/docs/first-monitor'))?.text()))
    .toContain('Criar o primeiro monitor');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Criar o primeiro monitor');
});

test('the worker handles only the documentation', async ({ page }) => {
  await readTwo(page);
  await waitUntilKept(page);
  expect(await registrations(page)).toEqual(['/docs']);
  for (const path of ['/', '/checkout?plan=free', '/suporte', '/termos.html']) {
    await page.goto(path);
    expect(await page.evaluate(() => navigator.serviceWorker.controller), path).toBeNull();
  }
  const kept = await keptPaths(page);
  expect(kept.filter((path) => !/^\/(?:docs(?:$|\/)|_astro\/)/.test(path))).toEqual([]);
});

test('a reader saves every article, knows what and how much before, and reads offline', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(NO_NETWORK);
  const articles = [...publishedArticles(builtSiteDir)].map(({ path }) => path);
  await page.goto(ARTICLE);
  await offerOf(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('os artigos, o índice e a busca ficam neste aparelho')).toBeVisible();
  await expect(askButton(page)).toHaveText(/\(até [\d,]+ [kM]B\)$/);
  await page.keyboard.press('Tab');
  await expect(askButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Guardado neste aparelho:')).toBeVisible();
  await expect(askButton(page)).toBeFocused();
  await waitUntilKept(page);
  expect(await keptPaths(page)).toEqual(expect.arrayContaining(articles));
  await context.setOffline(true);
  await page.goto('/docs/notifications/webhook');
  await expect(page.getByRole('heading', { level: 1, name: /webhook/i })).toBeVisible();
  await expect(page.getByText('Sem conexão: esta é a cópia')).toBeVisible();
  await offerOf(page).click();
  await expect(page.getByText('Guardado neste aparelho:')).toBeVisible();
  await expect(askButton(page)).toBeHidden();
});

test('pictures that are not kept are hidden and told, and with pictures all are there', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(NO_NETWORK);
  const shots = page.locator('figure.shot');
  const broken = (): Promise<number> =>
    shots.locator('img:visible').evaluateAll(async (images) => {
      const all = images as HTMLImageElement[];
      for (const image of all) image.loading = 'eager';
      await Promise.all(all.map((image) => image.decode().catch(() => {})));
      return all.filter(({ naturalWidth }) => naturalWidth === 0).length;
    });
  // From the index, so that no article was opened.
  await page.goto('/docs');
  await offerOf(page).click();
  await askButton(page).click();
  await expect(page.getByText('Guardado neste aparelho:')).toBeVisible();
  await context.setOffline(true);
  await page.goto(WITH_PICTURES);
  await expect(page.getByText('As imagens que faltam não foram guardadas.')).toBeVisible();
  await expect(shots).toHaveCount(0);

  await context.setOffline(false);
  await page.goto('/docs');
  await offerOf(page).click();
  await expect(askButton(page)).toBeHidden();
  await expect(picturesButton(page)).toHaveText(/\(até \d,\d MB\)$/);
  await picturesButton(page).click();
  await expect(page.getByText('todos os artigos com as imagens')).toBeVisible();
  await context.setOffline(true);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(WITH_PICTURES);
    await expect(shots).toHaveCount(7);
    expect(await broken()).toBe(0);
    await expect(page.getByText('As imagens que faltam')).toBeHidden();
  }
});

test('the articles of the visit are kept unasked, and the rest is still offered', async ({ page }) => {
  await readTwo(page);
  await waitUntilKept(page);
  await offerOf(page).click();
  await expect(askButton(page)).toBeVisible();
  expect(await keptPaths(page)).not.toContain('/docs/metrics');
});

test('saving without a connection gets an error and can be retried', async ({ page, watch }) => {
  watch.allow(NO_NETWORK);
  await page.context().route(BUNDLE, (route) => route.abort());
  await page.goto(ARTICLE);
  await offerOf(page).click();
  await askButton(page).click();
  await expect(page.getByText('Nem tudo pôde ser guardado. Confira a conexão')).toBeVisible();
  await page.context().unroute(BUNDLE);
  await askButton(page).click();
  await expect(page.getByText('Guardado neste aparelho:')).toBeVisible();
});

test('a full device is told apart from a lost connection', async ({ page, context, baseURL }) => {
  const session = await context.newCDPSession(page);
  await page.goto(ARTICLE);
  const origin = new URL(baseURL ?? page.url()).origin;
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 60_000 });
  await offerOf(page).click();
  await askButton(page).click();
  await expect(page.getByText('Não há espaço para tudo neste aparelho.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('storage that may not even be named logs nothing', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'caches', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await page.goto(ARTICLE);
  await offerOf(page).click();
  await expect(askButton(page)).toBeVisible();
});

// Which connections: tests/unit/docs-worker-plan.test.ts.
test('nothing is cached unasked for a reader who asked to save data', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await readTwo(page);
  await offerOf(page).click();
  await expect(askButton(page)).toBeVisible();
  expect(await registrations(page)).toEqual([]);
  expect(await keptPaths(page)).toEqual([]);
});
