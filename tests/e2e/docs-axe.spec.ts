/** Every article in both themes, phone and desk in turn; without JavaScript all of an article can be read. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { projectRoot } from '#dev/project-root.ts';
import { expect, test } from '#tests/support/stack.ts';

const articles = readdirSync(join(projectRoot, 'content/docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mdx') && !name.startsWith('_'))
  .map((name) => name.slice(0, -'.mdx'.length))
  .sort();
const widths = [390, 1440] as const;

for (const [place, article] of articles.entries()) {
  test(`${article} has nothing that axe objects to, in either theme`, async ({ page }) => {
    // Each width meets each theme of every second article: pairs, not all combinations.
    await page.setViewportSize({ width: widths[place % 2] ?? 390, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/docs/${article}`);
    for (const step of await page.locator('details.step').all())
      await step.evaluate((element) => element.setAttribute('open', ''));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}

test('without JavaScript steps are open, code stands below its language, and rare languages have a link', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/docs/custom-checks`);
  for (const body of await page.locator('.step-body').all()) await expect(body).toBeVisible();
  await expect(page.getByText('verifica.py', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: /^Rust: o exemplo está/ }).click();
  await expect(page).toHaveURL(/\/docs\/custom-checks\.md$/);
  await expect(page.locator('body')).toContainText('ureq::Agent');
  await context.close();
});
