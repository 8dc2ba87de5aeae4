/** Reading offline when the site is published again: copies are renewed or stay readable, and open tabs go on working. */
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { serveBuilt } from '#tests/support/built-server.ts';
import { builtSiteDir } from '#tests/support/built-site.ts';
import { testOutputDir } from '#tests/support/journey-port.ts';
import { writeNextBuild } from '#tests/support/next-build.ts';
import { createWatcher, type Watcher } from '#tests/support/page-watcher.ts';
import { publishedArticles } from '#tests/support/published-articles.ts';
import { offlineFiles } from '../../src/build/docs-offline.ts';
import { KEPT_MARKS } from '../../src/docs/offline/messages.ts';
import { assetsNamedIn } from '../../src/docs/offline/plan.ts';

const OLD = 'Você precisa de um painel criado';
const NEW = 'Nesta edição, você precisa de um painel criado';
/** The browser's messages about requests without a network. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|The network takes too long/;

/** Names of all caches, and the addresses in the cache of scripts, styles and pictures. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await (await caches.open('docs-assets')).keys();
    return { names, assets: keys.map(({ url }) => new URL(url).pathname) };
  });
/** The build of which every article is kept. */
const keptBuild = (page: Page): Promise<string | undefined> =>
  page.evaluate(async (mark) => (await caches.match(mark))?.text(), KEPT_MARKS.articles);

async function keepAll(page: Page): Promise<void> {
  await page.getByText('Ler sem conexão').click();
  await page.getByRole('button', { name: /^Guardar sem imagens/ }).click();
  await expect(page.getByText('Guardado neste aparelho:')).toBeVisible();
}

async function search(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('telegram');
  const results = page.getByRole('listbox', { name: 'Resultados da busca' }).getByRole('option');
  await expect(results.first()).toContainText('Telegram');
  await page.keyboard.press('Escape');
}

async function buildPush(page: Page): Promise<void> {
  const tool = page.getByRole('region', { name: 'Endereço de push e comando', exact: true });
  await tool.scrollIntoViewIfNeeded();
  await tool.getByLabel('Token').fill('dQw4w9WgXcQ3b7Zk1mNpR8sT2vYxAaBb');
  await expect(tool).toContainText('/api/push/dQw4w9WgXcQ3b7Zk1mNpR8sT2vYxAaBb');
}

/** A page that only has its text would look like this too, so its style must have arrived. */
async function expectWhole(page: Page, title: RegExp | string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/Figtree/);
}

/** A server of the first build, and a watched page. */
const test = base.extend<{ server: Awaited<ReturnType<typeof serveBuilt>>; watcher: Watcher }>({
  server: async ({ browserName: _ }, use) => {
    const server = await serveBuilt(builtSiteDir, { isCompressed: false });
    await use(server);
    await server.close();
  },
  baseURL: ({ server }, use) => use(server.origin),
  watcher: async ({ context }, use) => {
    const watcher = createWatcher();
    watcher.follow(context);
    await use(watcher);
    watcher.verify();
  },
});

// Both tests publish the same next build.
test.describe.configure({ mode: 'default', timeout: 600_000 });
const nextDir = join(testOutputDir, 'next-build');
test.beforeAll(() => writeNextBuild(builtSiteDir, nextDir, new Map([[OLD, NEW]])));

test('after a new build copies are renewed, old files go, and an open tab works', async ({
  context,
  page,
  server,
  watcher,
}) => {
  await page.goto('/docs/quick-start');
  // Files of still earlier builds, so that there are more than the worker may keep.
  await page.evaluate(async () => {
    const cache = await caches.open('docs-assets');
    for (let index = 0; index < 390; index += 1)
      await cache.put(`/_astro/earlier-${index}.js`, new Response(''));
  });
  await keepAll(page);
  const first = await keptBuild(page);
  const atFirst = await kept(page);
  // Neither its tool nor its search has been used.
  const openTab = await context.newPage();
  await openTab.goto('/docs/custom-checks');

  server.publish(nextDir);

  await page.goto('/docs/quick-start');
  await expect(page.getByText(NEW)).toBeVisible();
  await page.keyboard.press('Shift');
  // The worker of the first build still answered this visit's first request; the next page has the new one.
  await expect
    .poll(
      async () => {
        await page.goto('/docs/first-monitor');
        await page.keyboard.press('Shift');
        return keptBuild(page);
      },
      { timeout: 60_000 },
    )
    .not.toBe(first);

  const now = await kept(page);
  const named = [...publishedArticles(nextDir)].flatMap(({ html }) => assetsNamedIn(html));
  const { small, alone } = await offlineFiles(nextDir, named);
  expect(now.assets).toEqual(expect.arrayContaining([...small, ...alone]));
  expect(now.assets.length).toBeLessThanOrEqual(400);
  const isEarlier = (path: string) => path.includes('/earlier-');
  expect(now.assets.filter(isEarlier).length).toBeLessThan(atFirst.assets.filter(isEarlier).length);
  expect(now.names.filter((name) => name.startsWith('docs-search-'))).toHaveLength(1);

  // The server has none of its files any more.
  await buildPush(openTab);
  await search(openTab);

  watcher.allow(NO_NETWORK);
  await context.setOffline(true);
  await search(openTab);
  await page.goto('/docs/quick-start');
  await expect(page.getByText('Sem conexão: esta é a cópia')).toBeVisible();
  await expect(page.getByText(NEW)).toBeVisible();
  for (const { path, html } of publishedArticles(nextDir)) {
    await page.goto(path);
    await expectWhole(page, /<h1[^>]*>([^<]+)/.exec(html)?.[1] ?? 'no title');
  }
  await page.goto('/docs/custom-checks');
  await buildPush(page);
  await search(page);
});

test('a copy of an earlier build stays whole until the article is read again', async ({
  context,
  page,
  server,
  watcher,
}) => {
  await page.goto('/docs/quick-start');
  await page.goto('/docs/custom-checks');
  await page.keyboard.press('Shift');
  const searchOf = async () => (await kept(page)).names.filter((name) => name.startsWith('docs-search-'));
  await expect.poll(searchOf).toHaveLength(1);
  const [firstSearch = 'none'] = await searchOf();

  server.publish(nextDir);
  await expect
    .poll(
      async () => {
        await page.goto('/docs/metrics');
        await page.keyboard.press('Shift');
        return searchOf();
      },
      { timeout: 60_000 },
    )
    .not.toContain(firstSearch);

  watcher.allow(NO_NETWORK);
  await context.setOffline(true);
  await page.goto('/docs/quick-start');
  await expectWhole(page, 'Início rápido');
  await expect(page.getByText(OLD)).toBeVisible();
  await page.goto('/docs/custom-checks');
  await expectWhole(page, 'Verificações personalizadas');
  await buildPush(page);
  await search(page);

  await context.setOffline(false);
  await page.goto('/docs/quick-start');
  await expect(page.getByText(NEW)).toBeVisible();
});
