/** What the search of an article costs a phone; `npm run bench:pages` prints it. */
import { expect, test } from '@playwright/test';
import { builtSiteDir } from '#tests/support/built-site.ts';
import { FIRST_RESULT_KB_MAX, measureSearch } from '#tests/support/search-cost.ts';

/** One word that few articles hold, and words that most of them do. */
for (const query of ['telegram', 'receber aviso por e-mail']) {
  test(`the first result for "${query}" costs at most ${FIRST_RESULT_KB_MAX} kB`, async ({ browser }) => {
    const { awake, asleep, islandsWoken } = await measureSearch(
      browser,
      builtSiteDir,
      '/docs/first-monitor',
      query,
    );
    console.log(`${query}: ${JSON.stringify(awake)}, first touch of the page: ${JSON.stringify(asleep)}`);
    expect(awake.kB).toBeGreaterThan(10);
    expect(awake.kB).toBeLessThanOrEqual(FIRST_RESULT_KB_MAX);
    expect(asleep.kB).toBeLessThanOrEqual(FIRST_RESULT_KB_MAX);
    expect(islandsWoken).toBe(0);
  });
}
