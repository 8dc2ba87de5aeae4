/** Every UI component in every state, in both themes, with its real colours. Needs no stack. */
import { expect, test } from '@playwright/test';
import { expectSound } from '#tests/support/axe.ts';
import { buildGallery, serveGallery } from '#tests/support/gallery-site.ts';
import { createWatcher } from '#tests/support/page-watcher.ts';

// Both tests share one build.
test.describe.configure({ mode: 'default' });

test.beforeAll(async ({ browserName: _ }, info) => {
  info.setTimeout(180_000);
  await buildGallery();
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme, reducedMotion: 'reduce' });

    test('no component violates axe in any of its states', async ({ page, context }) => {
      const watcher = createWatcher();
      // A whole Chromium asks for the site's icon, which the gallery does not build.
      watcher.allow(/\/favicon\./);
      watcher.follow(context);
      const server = await serveGallery();
      await page.goto(`${server.origin}/galeria`);
      await expect(page.locator('[data-example]').first()).toBeVisible();
      await expectSound(page);

      const alone = await page
        .locator('[data-alone-link]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('data-alone-link') ?? ''));
      expect(alone).toEqual(expect.arrayContaining(['dialog-0', 'toaster-0']));
      for (const id of alone) {
        await page.goto(`${server.origin}/galeria?exemplo=${id}`);
        await expect(page.locator(`[data-alone="${id}"]`)).toBeAttached();
        await expectSound(page);
      }
      await server.close();
      watcher.verify();
    });
  });
}
