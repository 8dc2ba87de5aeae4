/**
 * Articles load most of their code at the reader's first interaction
 * (docs/decisions/013-artigo-com-o-que-a-leitura-pede.md). Here that interaction happens before the code arrives:
 * scripts are blocked until then, and it must still take effect.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/support/stack.ts';

// A service worker would fetch the scripts where the test cannot see them.
test.use({ serviceWorkers: 'block' });
test.beforeEach(({ watch }) => watch.allow(/Service Worker registration blocked/));

/** Opens an article and holds back later scripts and style sheets; returns a function that releases them. */
async function openAsleep(page: Page, path: string): Promise<() => void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/_astro\/[^/]+\.(?:js|css|json)$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

async function press(target: Locator, letThrough: () => void): Promise<void> {
  await target.click();
  letThrough();
}

const searchField = (page: Page): Locator =>
  page
    .getByRole('dialog', { name: 'Buscar na documentação' })
    .getByRole('combobox', { name: 'Buscar na documentação' });

test('code is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const letThrough = await openAsleep(page, '/docs/notifications/webhook');
  const code = page.locator('.code-figure').first();
  await press(code.getByRole('button', { name: 'Copiar' }), letThrough);
  await expect(code.getByRole('button', { name: 'Copiado!' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.trim()).toBe((await code.locator('code').textContent())?.trim());
  await expect(code.getByRole('button', { name: 'Copiar' })).toBeVisible();
});

test('a rare language is loaded and shown', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/custom-checks');
  await press(page.getByRole('tab', { name: 'Rust' }), letThrough);
  await expect(page.getByRole('tabpanel', { name: 'Rust' })).toContainText('ureq');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tabpanel', { name: 'C#' })).toContainText('HttpClient');
});

test('a carousel turns, and wraps around', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/notifications/email-smtp');
  const carousel = page.getByRole('region', { name: 'Telas do passo 1' });
  await press(carousel.getByRole('button', { name: 'Próxima imagem' }), letThrough);
  await expect(carousel.getByText('2 de 3')).toBeVisible();
  await carousel.getByRole('button', { name: 'Imagem anterior' }).click();
  await carousel.getByRole('button', { name: 'Imagem anterior' }).click();
  await expect(carousel.getByText('3 de 3')).toBeVisible();
});

test('a picture opens, zooms on a click, and closes outside', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/quick-start');
  await press(page.getByRole('link', { name: /^Ampliar:/ }).first(), letThrough);
  const dialog = page.locator('dialog[data-picture-dialog]');
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/docs\/quick-start$/);
  const picture = dialog.getByRole('img');
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const whole = await width();
  await picture.click();
  expect(await width()).toBeGreaterThan(whole * 1.2);
  await dialog.getByRole('button', { name: 'Ver inteira' }).click();
  expect(await width()).toBe(whole);
  await dialog.click({ position: { x: 2, y: 2 } });
  await expect(dialog).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const path of [
    '/docs/quick-start',
    '/docs/status-page',
    '/docs/maintenance/notifications',
    '/docs/account-setup',
  ])
    test(`every picture opens larger and zooms on a double tap: ${path}`, async ({ page }) => {
      await page.goto(path);
      const dialog = page.locator('dialog[data-picture-dialog]');
      const picture = dialog.getByRole('img');
      const width = async (of = picture) => (await of.boundingBox())?.width ?? 0;
      for (const link of await page.getByRole('link', { name: /^Ampliar:/ }).all()) {
        if (!(await link.isVisible())) continue;
        const inText = await width(link);
        await link.tap();
        await expect(dialog).toBeVisible();
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0);
        const whole = await width();
        expect(whole).toBeGreaterThan(inText);
        await picture.dblclick();
        expect(await width()).toBeGreaterThan(whole * 1.5);
        await dialog.getByRole('button', { name: 'Fechar' }).tap();
        await expect(dialog).toBeHidden();
      }
    });
});

for (const [name, key] of [
  ['the slash', '/'],
  ['Ctrl and K', 'Control+k'],
] as const) {
  test(`${name} opens the search, ready for typing`, async ({ page }) => {
    const letThrough = await openAsleep(page, '/docs/metrics');
    await page.keyboard.press(key);
    letThrough();
    await expect(searchField(page)).toBeFocused();
    await page.keyboard.type('cron');
    await expect(
      page.getByRole('listbox', { name: 'Resultados da busca' }).getByRole('option').first(),
    ).toContainText(/cron|estratégias/i);
  });
}

test('a search wakes no island until something beside it is touched', async ({ page }) => {
  const awake = page.locator('astro-island:not([ssr])');
  await page.goto('/docs/metrics');
  await page.keyboard.press('Control+k');
  await searchField(page).fill('cron');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(searchField(page)).toBeHidden();
  await expect(awake).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(awake.first()).toBeAttached();
});

test('the button opens the search, also by Enter', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/metrics');
  const button = page.locator('[data-search-open]');
  await button.focus();
  await page.keyboard.press('Enter');
  letThrough();
  await expect(searchField(page)).toBeFocused();
  await expect(page).toHaveURL(/\/docs\/metrics$/);
});

test('the theme changes', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/metrics');
  await press(page.getByRole('radio', { name: 'Tema escuro' }), letThrough);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a vote is sent', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/metrics');
  const group = page.getByRole('group', { name: 'Esta página ajudou?' });
  await press(group.getByRole('button', { name: 'Sim', exact: true }), letThrough);
  await expect(page.getByText('Obrigado pela resposta.')).toBeVisible();
});

test('the help window opens', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/metrics');
  await press(page.getByRole('button', { name: /ajuda/i }).last(), letThrough);
  await expect(page.getByRole('dialog', { name: /ajuda/i })).toBeVisible();
});

test('a tool answers and keeps what was typed before', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/maintenance/strategies');
  const tool = page.getByRole('region', { name: 'Leitor de expressões cron' });
  await tool.getByLabel('Expressão').fill('0 3 1 * *');
  letThrough();
  await expect(tool.getByText('Todo dia 1', { exact: false })).toBeVisible();
});

test('a tool gets what was typed and chosen before its code', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/advanced-monitoring');
  const tool = page.getByRole('region', { name: 'Montador de condições' });
  const last = tool.getByRole('group', { name: /^Condição NOT/ });
  await last.getByLabel('Operador').selectOption('<');
  await last.getByLabel('Valor').fill('30');
  letThrough();
  await expect(tool.locator('code').first()).toHaveText(/AND NOT \(ping < 30\)$/);
  await expect(tool.getByText('Falsa: o monitor fica Desligado.')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the menu opens with a tap, and makes the page inert', async ({ page }) => {
    const letThrough = await openAsleep(page, '/docs/metrics');
    await page.getByRole('button', { name: 'Menu' }).tap();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(menu).toBeVisible();
    letThrough();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  });

  test('the section list leads to a section', async ({ page }) => {
    const letThrough = await openAsleep(page, '/docs/metrics');
    const contents = page.locator('details', { hasText: 'Nesta página' });
    await contents.locator('summary').tap();
    await contents.getByRole('link', { name: 'Disponibilidade' }).tap();
    letThrough();
    await expect(page).toHaveURL(/#disponibilidade$/);
    await expect(page.getByRole('heading', { name: 'Disponibilidade', exact: true })).toBeInViewport();
  });

  test('a tap copies code', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const letThrough = await openAsleep(page, '/docs/notifications/webhook');
    const code = page.locator('.code-figure').first();
    await code.getByRole('button', { name: 'Copiar' }).tap();
    letThrough();
    await expect(code.getByRole('button', { name: 'Copiado!' })).toBeVisible();
  });
});
