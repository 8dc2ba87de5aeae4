/** Every page is within the budget of its template (page-budgets.ts), measured in the built files. */
import { describe, expect, test } from 'vitest';
import { builtPaths, islandsIn, readPage, templateOf, weighBuilt } from '#tests/support/built-weight.ts';
import { FIRST_VISIT_REQUESTS, firstVisitMax } from '#tests/support/first-visit.ts';
import { kinds } from '#tests/support/page-weight.ts';
import { outDir } from './built-docs.ts';
import { budgetOf, budgets, FONTS_MAX, IMAGES_MAX } from './page-budgets.ts';

const paths = builtPaths(outDir);

test('every budget has a page', () => {
  expect([...new Set(paths.map((path) => templateOf(path)))].sort()).toEqual(Object.keys(budgets).sort());
});

describe.each(paths)('%s', (path) => {
  test('is within the budget of its template', () => {
    const budget = budgetOf(path);
    const { bytes, requests, inlineJs } = weighBuilt(outDir, path);
    const kB = (size: number): number => size / 1000;
    expect.soft(kB(bytes.html + bytes.css + bytes.js), 'HTML, CSS and JavaScript').toBeLessThan(budget.text);
    expect.soft(kB(bytes.js + inlineJs), 'JavaScript').toBeLessThan(budget.js);
    expect.soft(kB(bytes.fonts), 'typefaces').toBeLessThan(FONTS_MAX);
    expect.soft(kB(bytes.images), 'images').toBeLessThanOrEqual(IMAGES_MAX);
    const asked = kinds.reduce((sum, kind) => sum + requests[kind], 0);
    expect.soft(asked, 'requests').toBeLessThanOrEqual(budget.requests);
    // Other islands wait for a hand; one that hydrates at load fetches what its page is for.
    if (islandsIn(readPage(outDir, path)).some(({ client }) => client === 'load')) return;
    const all = kinds.reduce((sum, kind) => sum + bytes[kind], 0);
    expect.soft(kB(all), 'a first visit').toBeLessThanOrEqual(firstVisitMax(path));
    expect.soft(asked, 'requests of a first visit').toBeLessThanOrEqual(FIRST_VISIT_REQUESTS);
  });
});
