/** Reading the documentation: search with typos, filters, copying, voting, and without JavaScript. */
import type { Locator, Page } from '@playwright/test';
import { builtSiteDir } from '#tests/support/built-site.ts';
import { publishedArticles } from '#tests/support/published-articles.ts';
import { expect, test } from '#tests/support/stack.ts';

const ARTICLE = '/docs/quick-start';
const countArticles = (): number => [...publishedArticles(builtSiteDir)].length;

/** Search results (articles and their headings), without the filters' options. */
function results(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Resultados da busca' }).getByRole('option');
}

test('a typo finds the article from any page, and searches are remembered', async ({ page }) => {
  await page.goto(ARTICLE);
  await page.keyboard.press('/');
  const search = page.getByRole('dialog', { name: 'Buscar na documentação' });
  await search.getByRole('button', { name: 'alarme falso' }).click();
  await expect(results(page).first().locator('.search-title mark').first()).toHaveText(/alarmes?/i);
  await search.getByRole('combobox', { name: 'Buscar na documentação' }).fill('telegran');
  await expect(search.getByText('Nenhum artigo diz telegran. Mostrando telegram')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/notifications\/telegram/);
  await page.waitForLoadState();

  await page.keyboard.press('Control+k');
  await search.getByRole('button', { name: 'telegran' }).click();
  await expect(results(page).first()).toContainText('Telegram');
});

test('a row chosen by arrow key is not hidden by the field or the keys', async ({ page }) => {
  await page.goto(ARTICLE);
  await page.keyboard.press('/');
  const search = page.getByRole('dialog', { name: 'Buscar na documentação' });
  const field = search.getByRole('combobox', { name: 'Buscar na documentação' });
  await field.fill('telegram');
  await expect(results(page).first()).toBeVisible();
  for (const key of ['ArrowDown', 'ArrowUp'])
    for (let presses = 0; presses < 9; presses += 1) {
      await page.keyboard.press(key);
      const chosen = search.getByRole('listbox').getByRole('option', { selected: true });
      if ((await chosen.count()) === 0) continue;
      const [row, above, below] = await Promise.all(
        [chosen, field, search.getByText('escolher')].map((each) => each.boundingBox()),
      );
      expect(row?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
      expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    }
});

test('results are filtered by category, and an empty one suggests alternatives', async ({ page }) => {
  await page.goto('/docs');
  const field = page.getByRole('combobox', { name: 'Buscar na documentação' });
  await field.fill('cron');
  await expect(results(page).first()).toBeVisible();
  await page.locator('.search-inline').getByText('Filtrar').click();
  await page.locator('#busca-categoria').selectOption({ label: 'Notificações' });
  await page.locator('#busca-nivel').selectOption({ label: 'Básico' });
  await expect(page.getByText('Filtro: Notificações, Básico', { exact: true })).toBeVisible();
  const widen = page.getByRole('button', { name: 'Buscar em toda a documentação' });
  await expect(widen).toBeVisible();
  await widen.click();
  await expect(results(page).first()).toBeVisible();

  await field.fill('xyzwq');
  await expect(page.getByText('Nenhum artigo para “xyzwq”.').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Artigos mais procurados' }).getByRole('link')).toHaveCount(8);
});

test('the index is filtered by level and category, with address and Back', async ({ page }) => {
  await page.goto('/docs');
  // On a desktop each row of choices is one line.
  const lines = () =>
    page.locator('.filter ul').evaluateAll((all) => all.map((row) => Math.floor(row.clientHeight / 30)));
  await expect.poll(lines).toEqual([1, 1]);
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
  await expect(page.locator('.category-count:visible')).toHaveText(/^1 de \d artigos$/);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/docs');
  await expect(count).toHaveText(whole ?? '');
});

test('a filtered index is never shown whole, even before its script', async ({ page }) => {
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

test('a reader votes and comments, and the vote is remembered', async ({ page }) => {
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

test('one button opens all steps, each in one visible frame, and closes them again', async ({ page }) => {
  await page.goto(ARTICLE);
  const steps = page.locator('.steps').first().locator('details');
  const button = page.getByRole('button', { name: 'Abrir todos os passos' }).first();
  await button.click();
  for (const step of await steps.all()) await expect(step).toHaveAttribute('open', '');
  // The step's is the one visible frame: a picture's line in it is lighter.
  const lineOf = (box: Locator) => box.evaluate((element) => getComputedStyle(element).borderTopColor);
  expect(await lineOf(steps.locator('.shot a').first())).not.toBe(await lineOf(steps.first()));
  await page.getByRole('button', { name: 'Fechar todos os passos' }).first().click();
  for (const step of await steps.all()) await expect(step).not.toHaveAttribute('open');
  await expect(button).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('nothing lies over the text, and what few need comes after it', async ({ page }) => {
    await page.goto(ARTICLE);
    await page.getByRole('heading', { level: 1 }).tap();
    const end = (await page.locator('.article-end').boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    for (const part of [
      page.locator('.chat-launcher'),
      page.getByRole('button', { name: 'Copiar como Markdown' }),
    ]) {
      await expect(part).toBeVisible();
      expect((await part.boundingBox())?.y).toBeGreaterThan(end);
    }
    await expect(page.locator('.heading-link').first()).toHaveCSS('opacity', '0');
    await page.locator('.chat-launcher').tap();
    await expect(page.getByRole('dialog', { name: 'Ajuda' })).toBeVisible();
  });
});

test('without JavaScript every article and every step is visible', async ({ browser, stack }) => {
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
