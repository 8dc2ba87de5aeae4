/** The matrix of views and windows (axe-matrix.ts) against axe, and nothing wider than the window. */
import type { Page } from '@playwright/test';
import { accountLimitsEndpoint } from '#domain/contracts/limits.ts';
import { axeFindings } from '#tests/support/axe.ts';
import { openAs } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';
import { testScope } from '#tests/support/test-scope.ts';
import { type Window, windowsOf } from './axe-matrix.ts';
import { customerViews, kept, newcomerViews, TENANT, type View, visitorViews } from './axe-views.ts';

// The whole loads each view anew in each window.
test.describe.configure({ timeout: testScope === 'sample' ? 240_000 : 900_000 });
// axe would measure the colours of a message that is still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Into how many tests the views of one kind of visitor are divided, so that the workers share them. */
const PARTS = 6;

async function turnInto(page: Page, { theme, width }: Window): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

async function findings(page: Page, { except = [] }: View): Promise<readonly string[]> {
  const found = await axeFindings(page, { except });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return overflow > 0 ? [...found, `${overflow} px wider than the window`] : found;
}

/** A page of its own for a view; the view that is never reached is told, and the next one is looked at either way. */
async function open(first: Page, { path, answers = {}, reach }: View, window: Window): Promise<Page> {
  const page = await first.context().newPage();
  await turnInto(page, window);
  for (const [route, answer] of Object.entries({ [accountLimitsEndpoint]: kept, ...answers }))
    await page.route(`**${route}`, (call) => call.fulfill({ json: answer }));
  await page.goto(path);
  await reach(page).catch((error) => expect.soft(error, `${path}, never reached`).toBeNull());
  return page;
}

async function expectSoundViews(first: Page, all: readonly View[], part: number): Promise<void> {
  for (const [place, view] of all.entries()) {
    if (place % PARTS !== part) continue;
    let page: Page | null = null;
    for (const window of windowsOf(view, place, testScope)) {
      const name = `${view.path} ${view.name}, ${window.width} px, ${window.theme}`;
      await test.step(name, async () => {
        // A sample turns the page that is there into the other window; the whole loads it anew.
        if (page !== null && testScope === 'sample') await turnInto(page, window);
        else {
          await page?.close();
          page = await open(first, view, window);
        }
        expect.soft(await findings(page, view), name).toEqual([]);
      });
    }
    await (page as Page | null)?.close();
  }
}

for (let part = 0; part < PARTS; part += 1) {
  test(`what anybody can see, ${part + 1} of ${PARTS}`, async ({ page, watch }) => {
    // The browser's own line on a navigation that answers 404.
    watch.allow(/404/);
    await expectSoundViews(page, visitorViews, part);
  });

  test(`what a customer can see, ${part + 1} of ${PARTS}`, async ({ page, registerUser }) => {
    await openAs(page, await registerUser({ groups: [`tenant:${TENANT}`] }), '/conta');
    await expect(page).toHaveURL('/conta');
    await expectSoundViews(page, customerViews, part);
  });

  test(`what a newcomer can see, ${part + 1} of ${PARTS}`, async ({ signedIn: page }) => {
    await expectSoundViews(page, newcomerViews, part);
  });
}
