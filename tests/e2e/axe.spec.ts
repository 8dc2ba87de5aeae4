/** The matrix of views and windows (axe-matrix.ts) against axe, and nothing wider than the window. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { logIn } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';
import { testScope } from '#tests/support/test-scope.ts';
import { viewsIn, windows } from './axe-matrix.ts';
import { customerViews, newcomerViews, TENANT, type View, visitorViews } from './axe-views.ts';

// Each window of itself: they share nothing.
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

/** Opens the view and tells what axe objects to, or why the view was never reached: the next one is looked at either way. */
async function findings(
  page: Page,
  { path, answers = {}, reach, except = [] }: View,
): Promise<readonly string[]> {
  for (const [route, answer] of Object.entries(answers))
    await page.route(`**${route}`, (call) => call.fulfill({ json: answer }));
  await page.goto(path);
  try {
    await reach(page);
  } catch (error) {
    return [`never reached: ${error instanceof Error ? error.message : error}`];
  }
  const { violations } = await new AxeBuilder({ page }).disableRules([...except]).analyze();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
  ];
}

for (const window of windows) {
  test.describe(`${window.width} px, ${window.theme}`, () => {
    test.use({
      viewport: { width: window.width, height: 900 },
      colorScheme: window.theme,
      // axe would measure the colours of a message that is still fading in.
      contextOptions: { reducedMotion: 'reduce' },
    });

    async function expectSound(first: Page, views: readonly View[]): Promise<void> {
      for (const view of viewsIn(window, views, testScope)) {
        await test.step(`${view.path} ${view.name}`, async () => {
          const page = await first.context().newPage();
          expect.soft(await findings(page, view), `${view.path}, ${view.name}`).toEqual([]);
          await page.close();
        });
      }
    }

    test('what anybody can see', async ({ page, watch }) => {
      // The browser's own line on a navigation that answers 404.
      watch.allow(/404/);
      await expectSound(page, visitorViews);
    });

    test('what a customer can see', async ({ page, registerUser }) => {
      const person = await registerUser({ groups: [`tenant:${TENANT}`] });
      await page.goto('/conta');
      await logIn(page, person);
      await expect(page).toHaveURL('/conta');
      await expectSound(page, customerViews);
    });

    test('what a newcomer can see', async ({ page, registerUser }) => {
      const person = await registerUser();
      await page.goto('/conta');
      await logIn(page, person);
      await expect(page).toHaveURL('/conta');
      await expectSound(page, newcomerViews);
    });
  });
}
