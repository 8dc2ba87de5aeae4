/** What the search of an article costs a phone; `npm run bench:pages` prints it. */
import { expect, test } from '@playwright/test';
import { builtSiteDir } from '#tests/support/built-site.ts';
import { FIRST_RESULT_KB_MAX, measureSearch } from '#tests/support/search-cost.ts';

/** One word that few articles hold, and words that most of them do. */
for (const query of ['telegram', 'receber aviso por e-mail']) {
  test(`the first result for "${query}" costs at most ${FIRST_RESULT_KB_MAX} kB`, async ({ browser }) => {
    const cost = await measureSearch(browser, builtSiteDir, '/docs/first-monitor', query);
    console.log(`${query}: ${JSON.stringify(cost)}`);
    expect(cost.kB).toBeGreaterThan(10);
    expect(cost.kB).toBeLessThanOrEqual(FIRST_RESULT_KB_MAX);
  });
}
