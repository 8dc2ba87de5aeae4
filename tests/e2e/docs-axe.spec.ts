/**
 * Every article, loaded once: axe in one window, neighbours in the other pairs of theme and width, and in the full run in
 * the other theme too; no field's name runs into what to enter; nothing to scroll sideways on a phone. Needs no stack: the
 * browser gets the built files.
 */
import { expect, type Page, test } from '@playwright/test';
import { articleSources } from '#tests/content/built-docs.ts';
import { axeFindings, themed } from '#tests/support/axe.ts';
import { serveBuilt } from '#tests/support/built-server.ts';
import { builtSiteDir, ensureBuiltSite } from '#tests/support/built-site.ts';
import { createWatcher } from '#tests/support/page-watcher.ts';
import { sidewaysOnPhones } from '#tests/support/sideways.ts';
import { endTransitions } from '#tests/support/stillness.ts';
import { testScope } from '#tests/support/test-scope.ts';
import { windowAt } from './axe-matrix.ts';

const articles = [...articleSources()].sort();

test.beforeAll(async ({ browserName: _ }, info) => {
  info.setTimeout(600_000);
  await ensureBuiltSite();
});

/** Number of tests that share the articles, to spread them over the workers. */
const PARTS = 4;

/** Names of fields that are longer than their column. */
const overflowingNames = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('.field dt')
    .evaluateAll((names) =>
      names.flatMap((name) => (name.scrollWidth > name.clientWidth ? [name.textContent] : [])),
    );

for (let part = 0; part < PARTS; part += 1) {
  test(`every article is sound in both themes and on phones, ${part + 1} of ${PARTS}`, async ({
    page,
    context,
  }) => {
    test.setTimeout(600_000);
    const watcher = createWatcher();
    watcher.follow(context);
    const server = await serveBuilt(builtSiteDir, { isCompressed: false });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const [place, article] of articles.entries()) {
      if (place % PARTS !== part) continue;
      const { theme, width } = windowAt(Math.floor(place / PARTS));
      await test.step(`${article}, ${width} px, ${theme}`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: theme });
        await page.goto(`${server.origin}${article}`);
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
        });
        await endTransitions(page);
        expect.soft(await axeFindings(page), `${article}, ${theme}`).toEqual([]);
        if (testScope === 'full') {
          await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
          expect
            .soft(await axeFindings(page, { only: { rules: themed } }), `${article}, the other`)
            .toEqual([]);
        }
        await page.setViewportSize({ width: 1440, height: 900 });
        expect.soft(await overflowingNames(page), article).toEqual([]);
        expect.soft(await sidewaysOnPhones(page), article).toEqual([]);
      });
    }
    await server.close();
    watcher.verify();
  });
}
