/**
 * Opens every view in its windows (axe-matrix.ts): no violation of axe, nothing wider than the window, and on a phone
 * nothing to scroll sideways (sideways.ts). A sample checks all rules in the first window and, where a view has a second
 * one, there those that theme and width can affect.
 */
import type { Page } from '@playwright/test';
import { axeFindings, themed } from '#tests/support/axe.ts';
import { openAs } from '#tests/support/journey.ts';
import { sidewaysOnPhones, sidewaysScroll } from '#tests/support/sideways.ts';
import { expect, test } from '#tests/support/stack.ts';
import { endTransitions } from '#tests/support/stillness.ts';
import { testScope } from '#tests/support/test-scope.ts';
import { PHONE_WIDTH, windowsOf } from './axe-matrix.ts';
import { customerViews, newcomerViews, TENANT, type View, visitorViews } from './axe-views.ts';
import { openView, turnInto } from './open-view.ts';

// The full run loads each view again in each window.
test.describe.configure({ timeout: testScope === 'sample' ? 240_000 : 900_000 });
// axe would measure the colours of a toast that is still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Number of tests that share the views of one kind of visitor, to spread them over the workers. */
const PARTS = 6;

async function expectSoundViews(page: Page, all: readonly View[], part: number): Promise<void> {
  // One tab keeps the scripts compiled; each view begins as in a new one.
  await page.addInitScript(() => {
    if (window === window.top && origin !== 'null') sessionStorage.clear();
  });
  const windows = windowsOf(all, testScope);
  for (const [place, view] of all.entries()) {
    if (place % PARTS !== part) continue;
    for (const [turn, window] of (windows[place] ?? []).entries()) {
      const name = `${view.path} ${view.name}, ${window.width} px, ${window.theme}`;
      await test.step(name, async () => {
        // A sample resizes the open page; the full run loads it again.
        const isTurned = turn > 0 && testScope === 'sample';
        if (isTurned) await turnInto(page, window);
        else {
          await openView(page, view, window);
          await endTransitions(page);
        }
        const { except = [] } = view;
        const found = await axeFindings(page, isTurned ? { only: { rules: themed } } : { except });
        expect.soft(found, name).toEqual([]);
        expect.soft(await sidewaysScroll(page), `${name}: px wider than the window`).toBeLessThanOrEqual(0);
      });
    }
    if ((view.onlyAt ?? PHONE_WIDTH) === PHONE_WIDTH)
      expect.soft(await sidewaysOnPhones(page), `${view.path} ${view.name}`).toEqual([]);
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
