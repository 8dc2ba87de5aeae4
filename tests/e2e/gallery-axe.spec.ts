/** Every primitive in every state, in both themes, with its real colours. Needs no stack. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { buildGallery, galleryUrl, serveGallery } from '#tests/support/gallery-site.ts';
import { createWatcher } from '#tests/support/page-watcher.ts';

test.beforeAll(async ({ browserName: _ }, info) => {
  info.setTimeout(180_000);
  await buildGallery();
});

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme, reducedMotion: 'reduce' });

    test('no primitive has an accessibility violation in any of its states', async ({ page, context }) => {
      const watcher = createWatcher();
      watcher.follow(context);
      await serveGallery(context);
      await page.goto(`${galleryUrl}/galeria`);
      await expect(page.locator('[data-example]').first()).toBeVisible();
      expect(await violations(page)).toEqual([]);

      const alone = await page
        .locator('[data-alone-link]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('data-alone-link') ?? ''));
      expect(alone).toEqual(expect.arrayContaining(['dialog-0', 'toaster-0']));
      for (const id of alone) {
        await page.goto(`${galleryUrl}/galeria?exemplo=${id}`);
        await expect(page.locator(`[data-alone="${id}"]`)).toBeAttached();
        expect(await violations(page), id).toEqual([]);
      }
      watcher.verify();
    });
  });
}
