/**
 * Every view and every article on small screens, also with the text spacing of WCAG 1.4.12: nothing has to be scrolled
 * sideways (WCAG 1.4.10). Each is loaded once and measured in every window.
 */
import type { Page } from '@playwright/test';
import { articleSources } from '#tests/content/built-docs.ts';
import { openAs } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';
import { customerViews, newcomerViews, TENANT, type View, visitorViews } from './axe-views.ts';
import { openView, sidewaysScroll } from './open-view.ts';

test.describe.configure({ timeout: 600_000 });
// The style that widens the text is none of the page's own.
test.use({ bypassCSP: true });

const spacing =
  '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}';

/** How much is too wide, by window and text. */
async function tooWide(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const text of ['usual', 'wide'] as const) {
    if (text === 'wide') await page.addStyleTag({ content: spacing });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const px = await sidewaysScroll(page);
      if (px > 0) found.push(`${width} px, ${text} letters: ${px} px too wide`);
    }
  }
  return found;
}

/** Each view gets a page of its own, because what a tab keeps would change the next one. */
async function expectReflow(first: Page, views: readonly View[]): Promise<void> {
  for (const view of views) {
    if (view.onlyAt !== undefined && view.onlyAt > 390) continue;
    const name = `${view.path} ${view.name}`;
    await test.step(name, async () => {
      const page = await first.context().newPage();
      await openView(page, view, { theme: 'light', width: 390 });
      expect.soft(await tooWide(page), name).toEqual([]);
      await page.close();
    });
  }
}

test('no page of visitors scrolls sideways on a phone', async ({ page, watch }) => {
  watch.allow(/404/);
  await expectReflow(page, visitorViews);
});

/** Number of tests that share the views of customers, to spread them over the workers. */
const PARTS = 3;

for (let part = 0; part < PARTS; part += 1) {
  test(`no page of customers scrolls sideways on a phone, ${part + 1} of ${PARTS}`, async ({
    page,
    registerUser,
  }) => {
    await openAs(page, await registerUser({ groups: [`tenant:${TENANT}`] }), '/conta');
    await expect(page).toHaveURL('/conta');
    await expectReflow(
      page,
      customerViews.filter((_view, place) => place % PARTS === part),
    );
  });
}

test('no page of new users scrolls sideways on a phone', async ({ signedIn: page }) => {
  await expectReflow(page, newcomerViews);
});

test('no article scrolls sideways on a phone', async ({ page, watch }) => {
  watch.allow(/404/);
  for (const path of articleSources()) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    expect.soft(await tooWide(page), path).toEqual([]);
  }
});

test('no name of a field runs into what to enter', async ({ page, watch }) => {
  watch.allow(/404/);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of articleSources()) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.evaluate(() => {
      for (const step of document.querySelectorAll('details')) step.open = true;
    });
    const overflowing = await page
      .locator('.field dt')
      .evaluateAll((names) =>
        names.flatMap((name) => (name.scrollWidth > name.clientWidth ? [name.textContent] : [])),
      );
    expect.soft(overflowing, path).toEqual([]);
  }
});
