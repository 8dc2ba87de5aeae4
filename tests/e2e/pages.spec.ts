/** Every page at both widths and in both themes: nothing in the console, nothing sticking out, nothing for axe. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { logIn } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';

const widths = [390, 1440] as const;
const themes = ['light', 'dark'] as const;
const publicPages = [
  '/',
  '/docs',
  '/docs/quick-start',
  '/docs/first-monitor',
  '/docs/notifications/telegram',
];
const signedInPages = [
  '/checkout?plan=pro&cycle=yearly',
  '/checkout?plan=free',
  '/provisionamento',
  '/upgrade/checkout?plan=pro&tenant=acme&cycle=yearly',
  '/conta',
];

async function expectSound(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${page.url()} is wider than the window`).toBeLessThanOrEqual(0);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found, page.url()).toEqual([]);
}

for (const width of widths) {
  for (const theme of themes) {
    test.describe(`${width} px, ${theme}`, () => {
      // axe would measure the colours of a message that is still fading in.
      test.use({
        viewport: { width, height: 900 },
        colorScheme: theme,
        contextOptions: { reducedMotion: 'reduce' },
      });

      test('what anybody reads', async ({ page }) => {
        for (const path of publicPages) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expectSound(page);
        }
      });

      test('what a customer fills in and waits for', async ({ page, registerUser }) => {
        const person = await registerUser();
        await page.goto(signedInPages[0] ?? '');
        await logIn(page, person);
        for (const path of signedInPages) {
          await page.goto(path);
          await expect(
            page.locator('main').getByRole('link').or(page.getByLabel('Subdomínio')).first(),
          ).toBeVisible();
          await expectSound(page);
        }
      });

      test('unknown addresses', async ({ page, watch }) => {
        // The browser's own line on a navigation that answers 404.
        watch.allow(/404/);
        for (const path of ['/nao-existe', '/docs/nao-existe']) {
          expect((await page.goto(path))?.status()).toBe(404);
          await expectSound(page);
        }
      });
    });
  }
}
