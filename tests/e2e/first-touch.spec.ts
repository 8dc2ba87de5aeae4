/**
 * The first touch of a page before its code is loaded: native controls answer at once, and the others show that they are
 * loading, and then do their work.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/stack.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Opens the page and holds back later scripts; returns a function that releases them. */
async function openAsleep(page: Page, path = '/'): Promise<() => void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/_astro\/[^/]+\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a tap on "Anual" followed by a plan buys the year', async ({ page }) => {
  const letThrough = await openAsleep(page);
  const pro = page.locator('#plano-pro');
  const register = page.waitForRequest(/\/api\/auth\/redirect\?/);
  await page.locator('.plan-cycle').getByText('Anual').tap();
  await expect(pro.getByText(/^R\$\s1\.069$/)).toBeVisible();
  await expect(pro.getByText(/^R\$\s99$/)).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('billingCycle'))).toBe('yearly');
  await pro.getByRole('link', { name: 'Assinar Pro' }).tap();
  await expect(pro.locator('[aria-busy="true"]')).toHaveText('Assinar Pro');
  letThrough();
  expect((await register).url()).toMatch(/plan=pro&cycle=yearly$/);
});

test('the cycle is announced to screen readers, and kept over a reload', async ({ page }) => {
  await openAsleep(page);
  await page.getByRole('radio', { name: 'Mensal' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^Anual/ })).toBeFocused();
  await expect(page.getByText('Preços por ano, com 10% de desconto.')).toBeAttached();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByRole('radio', { name: /^Anual/ })).toBeChecked();
  await expect(page.locator('#plano-pro').getByRole('link')).toHaveAttribute('href', /cycle=yearly$/);
});

test('"Anual" chosen before the page’s script runs is kept too', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/_astro\/[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('.plan-cycle').getByText('Anual').tap();
  release();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('billingCycle'))).toBe('yearly');
});

test('question tabs and menu work without their code', async ({ page }) => {
  await openAsleep(page);
  const faq = page.locator('#perguntas');
  await faq.getByText('Migração').tap();
  await expect(faq.locator('details[data-category="precos"]').first()).toBeHidden();
  await expect(faq.locator('details[data-category="migracao"]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).tap();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
});

test('other controls show that they load, then do their work', async ({ page }) => {
  const letThrough = await openAsleep(page);
  const carousel = page.getByRole('region', { name: /^Carrossel/ });
  const next = carousel.getByRole('button', { name: 'Próxima tela' });
  await next.tap();
  await expect(next).toHaveAttribute('data-pending');
  const breathing = await next.evaluate((button) =>
    button.getAnimations().map((each) => (each instanceof CSSAnimation ? each.animationName : 'transition')),
  );
  expect(breathing).toContain('pending-press');
  letThrough();
  await expect(carousel.getByText('2 de 4', { exact: true })).toBeVisible();
  await expect(next).not.toHaveAttribute('data-pending');
});

test('menu and steps of an article work without their code', async ({ page }) => {
  await openAsleep(page, '/docs/quick-start');
  await page.getByRole('button', { name: 'Menu' }).tap();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  const [open, closed] = [page.locator('details.step[open]'), page.locator('details.step:not([open])')];
  await expect(open).toHaveCount(1);
  await closed.first().locator('summary').tap();
  await expect(open).toHaveCount(2);
});

test.describe('on a wide screen', () => {
  test.use({
    viewport: { width: 1440, height: 900 },
    isMobile: false,
    contextOptions: { reducedMotion: 'reduce' },
  });

  test('the slide reached by Tab is scrolled into view, with its counter', async ({ page }) => {
    await page.goto('/');
    const carousel = page.getByRole('region', { name: /^Carrossel/ });
    await carousel.getByRole('button', { name: 'Próxima tela' }).focus();
    // First the row itself, which scrolls by arrow keys, then each slide.
    await page.keyboard.press('Tab');
    for (let place = 1; place <= 4; place += 1) {
      await page.keyboard.press('Tab');
      await expect(carousel.getByText(`${place} de 4`, { exact: true })).toBeVisible();
      await expect(carousel.locator('li a:focus')).toBeInViewport({ ratio: 0.99 });
    }
  });
});
