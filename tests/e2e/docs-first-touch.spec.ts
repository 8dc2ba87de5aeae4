/**
 * Articles load the code of a control when it is pressed (docs/decisions/013-artigo-com-o-que-a-leitura-pede.md).
 * Here the scripts are blocked until after the press, and it must still take effect.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/support/stack.ts';
import { testScope } from '#tests/support/test-scope.ts';

/** The file of React (astro.config.mjs). */
const REACT = /\/_astro\/react\.[\w-]+\.js$/;

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

/** A pressed control shows that its code loads; `letThrough` lets it come. */
async function expectPending(control: Locator, letThrough: () => void): Promise<void> {
  await expect(control).toHaveAttribute('data-pending');
  await expect(control).not.toHaveCSS('opacity', '1');
  letThrough();
  await expect(control.page().locator('[data-pending]')).toHaveCount(0);
}

const searchField = (page: Page): Locator =>
  page
    .getByRole('dialog', { name: 'Buscar na documentação' })
    .getByRole('combobox', { name: 'Buscar na documentação' });

test('a press on code shows that it loads, then copies', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const letThrough = await openAsleep(page, '/docs/notifications/webhook');
  const code = page.locator('.code-figure').first();
  const copy = code.locator('.copy-button');
  await copy.click();
  await expectPending(copy, letThrough);
  await expect(code.getByRole('button', { name: 'Copiado!' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.trim()).toBe((await code.locator('code').textContent())?.trim());
  await expect(code.getByRole('button', { name: 'Copiar' })).toBeVisible();
});

test('a language is shown, and the next by arrow key', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/custom-checks');
  await press(page.getByRole('tab', { name: 'Rust' }), letThrough);
  await expect(page.getByRole('tabpanel', { name: 'Rust' })).toContainText('ureq');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tabpanel', { name: 'C#' })).toContainText('HttpClient');
});

test('a carousel turns and wraps around, and its picture keeps the caption enlarged', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/notifications/email-smtp');
  const carousel = page.getByRole('region', { name: 'Telas do passo 1' });
  await press(carousel.getByRole('button', { name: 'Próxima imagem' }), letThrough);
  await expect(carousel.getByText('2 de 3', { exact: true })).toBeVisible();
  await carousel.getByRole('button', { name: 'Imagem anterior' }).click();
  await carousel.getByRole('button', { name: 'Imagem anterior' }).click();
  await expect(carousel.getByText('3 de 3', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: /^Ampliar: Menu do perfil/ }).click();
  await expect(pictureDialog(page).getByText('O menu do perfil leva às Configurações.')).toBeVisible();
});

test('a picture opens whole, zooms, leads to the next, and closes on a click', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/quick-start');
  await press(page.getByRole('link', { name: /^Ampliar:/ }).first(), letThrough);
  const dialog = pictureDialog(page);
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/docs\/quick-start$/);
  const picture = dialog.getByRole('img');
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  await expect.poll(() => isWholeIn(page, picture)).toBe(true);
  const whole = await width();
  await picture.dblclick();
  expect(await width()).toBeGreaterThan(whole * 1.2);
  await dialog.getByRole('button', { name: 'Ver inteira' }).click();
  expect(await width()).toBe(whole);
  await dialog.getByRole('button', { name: 'Ampliar' }).click();
  expect(await width()).toBeGreaterThan(whole * 1.2);

  const first = await picture.getAttribute('alt');
  await expect(dialog.getByText(/^1 de \d$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Próxima' }).click();
  await expect(dialog.getByText(/^2 de \d$/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Ampliar' })).toBeVisible();
  expect(await picture.getAttribute('alt')).not.toBe(first);
  await page.keyboard.press('ArrowLeft');
  await expect(picture).toHaveAttribute('alt', first ?? '');
  await dialog.getByRole('button', { name: 'Anterior' }).click();
  await expect(dialog.getByText(/^(\d) de \1$/)).toBeVisible();

  await picture.click();
  await expect(dialog).toBeHidden();
  await page
    .getByRole('link', { name: /^Ampliar:/ })
    .first()
    .click();
  await expect(dialog).toBeVisible();
  const bounds = await dialog.locator('div').boundingBox();
  await page.mouse.click((bounds?.x ?? 0) + 3, (bounds?.y ?? 0) + 3);
  await expect(dialog).toBeHidden();
});

const pictureDialog = (page: Page): Locator => page.locator('dialog[data-picture-dialog]');

async function fillsHeight(page: Page, picture: Locator): Promise<boolean> {
  const stage = await pictureDialog(page).locator('div').boundingBox();
  return ((await picture.boundingBox())?.height ?? 0) > (stage?.height ?? 0) - 2;
}

/** Whether no edge of the picture is outside of its stage. */
async function isWholeIn(page: Page, picture: Locator): Promise<boolean> {
  const [inner, outer] = [
    await picture.boundingBox(),
    await pictureDialog(page).locator('div').boundingBox(),
  ];
  if (inner === null || outer === null || inner.height < 10) return false;
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const path of [
    ...['/docs/status-page', '/docs/account-setup'],
    ...(testScope === 'full' ? ['/docs/quick-start', '/docs/maintenance/notifications'] : []),
  ])
    test(`every picture opens larger, zooms on a double tap, closes on a tap: ${path}`, async ({ page }) => {
      await page.goto(path);
      const dialog = pictureDialog(page);
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
        expect(await isWholeIn(page, picture)).toBe(true);
        const whole = await width();
        // A tall picture fills the height instead.
        if (!(await fillsHeight(page, picture))) expect(whole).toBeGreaterThan(inText);
        await picture.dblclick();
        expect(await width()).toBeGreaterThan(whole * 1.5);
        await picture.tap();
        await expect(dialog).toBeHidden();
      }
    });

  test('a finger turns a carousel', async ({ page, context }) => {
    await page.goto('/docs/notifications/email-smtp');
    const carousel = page.getByRole('region', { name: 'Telas do passo 1' });
    const row = carousel.getByRole('list');
    await row.scrollIntoViewIfNeeded();
    await expect(carousel.getByText('1 de 3', { exact: true })).toBeVisible();
    const { x, y, width } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const session = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part = 0) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + width * part, y: y + 60 }],
      });
    await touch('touchStart', 0.9);
    for (const part of [0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2]) await touch('touchMove', part);
    await touch('touchEnd');
    await expect(carousel.getByText('2 de 3', { exact: true })).toBeVisible();
  });
});

test('the slash opens the search, ready for typing', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/metrics');
  await page.keyboard.press('/');
  await page.keyboard.type('cr');
  letThrough();
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type('on');
  await expect(searchField(page)).toHaveValue('cron');
  await expect(
    page.getByRole('listbox', { name: 'Resultados da busca' }).getByRole('option').first(),
  ).toContainText(/cron|estratégias/i);
});

test('the button of the search shows that it loads, then opens it, also by Enter', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/metrics');
  const button = page.locator('[data-search-open]');
  await button.focus();
  await page.keyboard.press('Enter');
  await expectPending(button, letThrough);
  await expect(searchField(page)).toBeFocused();
  await expect(page).toHaveURL(/\/docs\/metrics$/);
});

test('each control of an article does what was asked before its code came', async ({ page }) => {
  /** Again as a page whose scripts have not come. */
  const again = async () => {
    await page.unrouteAll();
    return openAsleep(page, '/docs/metrics');
  };
  let letThrough = await again();
  await press(page.getByRole('radio', { name: 'Tema escuro' }), letThrough);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  letThrough = await again();
  const help = page.locator('.chat-launcher').filter({ visible: true }).first();
  await help.click();
  await expectPending(help, letThrough);
  await expect(page.getByRole('dialog', { name: /ajuda/i })).toBeVisible();

  letThrough = await again();
  await press(page.getByRole('button', { name: '99,5%', exact: true }), letThrough);
  await expect(page.getByLabel('Disponibilidade prometida')).toHaveValue('99,5');
});

test('a tool has its place before its code comes', async ({ page }) => {
  const letThrough = await openAsleep(page, '/docs/advanced-monitoring');
  const tool = page.getByRole('region', { name: 'Montador de condições' });
  await tool.scrollIntoViewIfNeeded();
  expect((await tool.boundingBox())?.height).toBeGreaterThan(500);
  await expect(tool.locator('input, select, button')).toHaveCount(0);
  letThrough();
  await expect(tool.getByText('Verdadeira: o monitor fica Ligado.')).toBeVisible();
});

test('a reader who scrolls and searches loads no framework', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  for (const path of ['/', '/docs/first-monitor', '/docs/notifications/email-smtp']) {
    await page.goto(path);
    await page.keyboard.press('End');
    await expect(page.locator('.site-footer')).toBeInViewport();
    await page.waitForLoadState('networkidle');
  }
  await page.keyboard.press('Control+k');
  await searchField(page).fill('cron');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  expect(scripts.filter((url) => REACT.test(url))).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the section list leads to a section', async ({ page }) => {
    const letThrough = await openAsleep(page, '/docs/metrics');
    const contents = page.locator('details', { hasText: 'Nesta página' });
    await contents.locator('summary').tap();
    await contents.getByRole('link', { name: 'Disponibilidade' }).tap();
    letThrough();
    await expect(page).toHaveURL(/#disponibilidade-uptime$/);
    await expect(page.getByRole('heading', { name: 'Disponibilidade (uptime)' })).toBeInViewport();
  });
});
