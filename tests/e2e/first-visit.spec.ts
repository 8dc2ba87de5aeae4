/** What a reader on a phone pays for the first article, and for the second; `npm run bench:pages` prints it. */
import { expect, test } from '@playwright/test';
import { builtSiteDir } from '#tests/support/built-site.ts';
import { FIRST_VISIT_MAX, measureVisit } from '#tests/support/first-visit.ts';

test('the first article comes alone; reading without a connection comes with the second, in few requests', async ({
  browser,
}) => {
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
