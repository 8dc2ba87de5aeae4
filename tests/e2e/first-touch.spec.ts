/**
 * The first touch of the landing page, React not yet there: what the platform does answers at once, and what waits for
 * code shows that something is coming.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/stack.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Opens the page and holds back every script asked for from then on; the answer lets them through. */
async function openAsleep(page: Page): Promise<() => void> {
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/_astro\/[^/]+\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('the first tap on "Anual", then a plan at once: the year is taken', async ({ page }) => {
  const letThrough = await openAsleep(page);
  const pro = page.locator('#plano-pro');
  const register = page.waitForRequest(/\/api\/auth\/redirect\?/);
  await page.locator('.plan-cycle').getByText('Anual').tap();
  await expect(pro.getByText(/^R\$\s1\.069$/)).toBeVisible();
  await expect(pro.getByText(/^R\$\s99$/)).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('billingCycle'))).toBe('yearly');
  await pro.getByRole('link', { name: 'Assinar Pro' }).tap();
  await expect(pro.locator('[data-held]')).toHaveText('Assinar Pro');
  letThrough();
  expect((await register).url()).toMatch(/plan=pro&cycle=yearly$/);
});

test('the cycle is told to a screen reader, and shows again after a reload', async ({ page }) => {
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

test('the tabs of the questions and the menu answer without their code', async ({ page }) => {
  await openAsleep(page);
  const faq = page.locator('#perguntas');
  await faq.getByText('Migração').tap();
  await expect(faq.locator('details[data-category="precos"]').first()).toBeHidden();
  await expect(faq.locator('details[data-category="migracao"]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).tap();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
});

test('what waits for its code shows it, and does what was pressed', async ({ page }) => {
  const letThrough = await openAsleep(page);
  const carousel = page.getByRole('region', { name: /^Carrossel/ });
  const next = carousel.getByRole('button', { name: 'Próxima tela' });
  await next.tap();
  await expect(next).toHaveAttribute('data-held');
  const breathing = await next.evaluate((button) =>
    button.getAnimations().map((each) => (each instanceof CSSAnimation ? each.animationName : 'transition')),
  );
  expect(breathing).toContain('held');
  letThrough();
  await expect(carousel.getByText('2 de 4', { exact: true })).toBeVisible();
  await expect(next).not.toHaveAttribute('data-held');
});

test.describe('on a wide screen', () => {
  test.use({
    viewport: { width: 1440, height: 900 },
    isMobile: false,
    contextOptions: { reducedMotion: 'reduce' },
  });

  test('the screen that Tab reaches comes into view, and the counter follows', async ({ page }) => {
    await page.goto('/');
    const carousel = page.getByRole('region', { name: /^Carrossel/ });
    await carousel.getByRole('button', { name: 'Próxima tela' }).focus();
    // The row itself, which scrolls by arrow keys, then one screen after the other.
    await page.keyboard.press('Tab');
    for (let place = 1; place <= 4; place += 1) {
      await page.keyboard.press('Tab');
      await expect(carousel.getByText(`${place} de 4`, { exact: true })).toBeVisible();
      await expect(carousel.locator('li a:focus')).toBeInViewport({ ratio: 0.99 });
    }
  });
});
