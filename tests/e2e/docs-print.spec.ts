/** A printed article: complete, dark on white in any theme, without interactive controls. */
import { expect, test } from '@playwright/test';
import { serveBuilt } from '#tests/support/built-server.ts';
import { builtSiteDir, ensureBuiltSite } from '#tests/support/built-site.ts';

test.use({ colorScheme: 'dark' });

test.beforeAll(async ({ browserName: _ }, info) => {
  info.setTimeout(600_000);
  await ensureBuiltSite();
});

test('all steps, languages and code titles are printed, buttons are not', async ({ page }) => {
  const server = await serveBuilt(builtSiteDir, { isCompressed: false });
  await page.goto(`${server.origin}/docs/custom-checks`);
  const steps = page.locator('details.step');
  await steps.first().locator('summary').click();

  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  for (const step of await steps.all()) await expect(step).toHaveAttribute('open', '');
  for (const panel of await page.locator('.tab').all()) await expect(panel.locator('pre')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.locator('.shot-dark:visible')).toHaveCount(0);
  // Printers omit backgrounds, so text must be dark enough on white.
  const pale = await page.evaluate(() => {
    const brush = document.createElement('canvas').getContext('2d');
    const lightness = (color: string): number => {
      if (brush === null) return 0;
      brush.fillStyle = color;
      brush.fillRect(0, 0, 1, 1);
      return Math.max(...brush.getImageData(0, 0, 1, 1).data.slice(0, 3));
    };
    return [...document.querySelectorAll('article *')]
      .filter((element) => element.checkVisibility() && element.closest('svg, .sr-only') === null)
      .filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
      )
      .filter((element) => lightness(getComputedStyle(element).color) > 170)
      .map((element) => `${element.className}: ${element.textContent?.trim().slice(0, 40)}`);
  });
  expect(pale).toEqual([]);

  // A reader on paper cannot follow a link.
  const internal = page.locator('.prose a[href^="/docs/"]').first();
  const [address, shown] = await internal.evaluate((link) => [
    link.getAttribute('href') ?? '?',
    getComputedStyle(link, '::after').content,
  ]);
  expect(shown).toContain(address);

  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(steps.nth(1)).not.toHaveAttribute('open');
  await server.close();
});
