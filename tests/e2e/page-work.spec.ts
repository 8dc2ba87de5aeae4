/** Main thread work of the landing page, compared with an article in the same run; `npm run bench:pages` prints it. */
import { expect, test } from '@playwright/test';
import { serveBuilt } from '#tests/support/built-server.ts';
import { builtSiteDir } from '#tests/support/built-site.ts';
import { compareWork, LANDING_ELEMENTS_MAX, LANDING_WORK_MAX } from '#tests/support/page-work.ts';

test('the landing page needs few elements and little work', async ({ browser }) => {
  const server = await serveBuilt(builtSiteDir);
  try {
    const { landing, ratio } = await compareWork(browser, server.origin, 3);
    console.log(
      `landing page: ${landing.elements} elements, ${ratio.toFixed(2)} times the work of an article`,
    );
    expect(landing.elements).toBeLessThanOrEqual(LANDING_ELEMENTS_MAX);
    expect(ratio).toBeLessThanOrEqual(LANDING_WORK_MAX);
  } finally {
    await server.close();
  }
});
