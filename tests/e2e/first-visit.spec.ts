/** What the first and the second article cost a phone; `npm run bench:pages` prints it. */
import { expect, test } from '@playwright/test';
import { builtSiteDir } from '#tests/support/built-site.ts';
import { FIRST_VISIT_MAX, measureVisit } from '#tests/support/first-visit.ts';

test('the first article loads alone, the offline cache with the second', async ({ browser }) => {
  const { first, second } = await measureVisit(
    browser,
    builtSiteDir,
    ['/docs/custom-checks', '/docs/first-monitor'],
    (page) => page.waitForLoadState('networkidle'),
  );
  console.log(`first article: ${JSON.stringify(first)}, second: ${JSON.stringify(second)}`);
  expect(first.requests).toBeLessThanOrEqual(FIRST_VISIT_MAX.requests);
  expect(first.kB).toBeLessThanOrEqual(FIRST_VISIT_MAX.kB);
  expect(second.requests).toBeLessThanOrEqual(45);
  expect(second.kB).toBeLessThanOrEqual(400);
});
