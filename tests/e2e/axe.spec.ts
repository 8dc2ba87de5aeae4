/**
 * Opens every view once in each of its windows (axe-matrix.ts): no violation of axe, nothing wider than the window, and
 * on a phone nothing to scroll sideways (sideways.ts).
 */
import type { Page } from '@playwright/test';
import { axeFindings } from '#tests/support/axe.ts';
import { openAs } from '#tests/support/journey.ts';
import { sidewaysOnPhones, sidewaysScroll } from '#tests/support/sideways.ts';
import { expect, test } from '#tests/support/stack.ts';
import { testScope } from '#tests/support/test-scope.ts';
import { PHONE_WIDTH, type Window, windowsOf } from './axe-matrix.ts';
import { customerViews, newcomerViews, TENANT, type View, visitorViews } from './axe-views.ts';
import { openView, turnInto } from './open-view.ts';

// The full run loads each view again in each window.
test.describe.configure({ timeout: testScope === 'sample' ? 240_000 : 900_000 });
// axe would measure the colours of a toast that is still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Number of tests that share the views of one kind of visitor, to spread them over the workers. */
const PARTS = 6;

async function findings(page: Page, { except = [] }: View): Promise<readonly string[]> {
  const found = await axeFindings(page, { except });
  const overflow = await sidewaysScroll(page);
  return overflow > 0 ? [...found, `${overflow} px wider than the window`] : found;
}

async function open(first: Page, view: View, window: Window): Promise<Page> {
  const page = await first.context().newPage();
  await openView(page, view, window);
  return page;
}

async function expectSoundViews(first: Page, all: readonly View[], part: number): Promise<void> {
  for (const [place, view] of all.entries()) {
    if (place % PARTS !== part) continue;
    let page: Page | null = null;
    for (const window of windowsOf(view, place, testScope)) {
      const name = `${view.path} ${view.name}, ${window.width} px, ${window.theme}`;
      await test.step(name, async () => {
        // A sample resizes the open page; the full run loads it again.
        if (page !== null && testScope === 'sample') await turnInto(page, window);
        else {
          await page?.close();
          page = await open(first, view, window);
        }
        expect.soft(await findings(page, view), name).toEqual([]);
      });
    }
    const last = page as Page | null;
    if (last && (view.onlyAt ?? PHONE_WIDTH) === PHONE_WIDTH)
      expect.soft(await sidewaysOnPhones(last), `${view.path} ${view.name}`).toEqual([]);
    await last?.close();
  }
}

for (let part = 0; part < PARTS; part += 1) {
  test(`views of visitors, ${part + 1} of ${PARTS}`, async ({ page, watch }) => {
    // The browser logs a navigation that answers 404.
    watch.allow(/404/);
    await expectSoundViews(page, visitorViews, part);
  });

  test(`views of customers, ${part + 1} of ${PARTS}`, async ({ page, registerUser }) => {
    await openAs(page, await registerUser({ groups: [`tenant:${TENANT}`] }), '/conta');
    await expect(page).toHaveURL('/conta');
    await expectSoundViews(page, customerViews, part);
  });
}

test('views of new users', async ({ signedIn: page }) => {
  for (let part = 0; part < PARTS; part += 1) await expectSoundViews(page, newcomerViews, part);
});
