/**
 * Every article in both themes, phone and desk in turn. Needs no stack: the built pages are handed to the browser as
 * files, and each is loaded once.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { articleSources } from '#tests/content/built-docs.ts';
import { builtSiteDir, ensureBuiltSite } from '#tests/support/built-site.ts';
import { createWatcher } from '#tests/support/page-watcher.ts';
import { serveFolder } from '#tests/support/served-folder.ts';

const siteUrl = 'http://artigos.test';
const articles = [...articleSources()].sort();
const widths = [390, 1440] as const;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const wcag: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** What a theme can change: colours, and which of two pictures is shown. */
const themed: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block', 'image-alt', 'link-name'] },
};

// Recording what every element looked like takes longer than looking.
test.use({ trace: 'off' });

test.beforeAll(async ({ browserName: _ }, info) => {
  info.setTimeout(600_000);
  await ensureBuiltSite();
});

async function violations(page: Page, options: RunOptions): Promise<string[]> {
  const found = await page.evaluate(async (chosen): Promise<AxeResults['violations']> => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    // Colours on their way from one theme to the other are neither.
    const isMoving = () => document.getAnimations().some((animation) => animation instanceof CSSTransition);
    for (let stillFrames = 0; stillFrames < 3; stillFrames = isMoving() ? 0 : stillFrames + 1)
      await new Promise(requestAnimationFrame);
    return (await axe.run(document, { ...chosen, resultTypes: ['violations'], preload: false })).violations;
  }, options);
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

test('no article has anything that axe objects to, in either theme', async ({ page, context }) => {
  test.setTimeout(600_000);
  const watcher = createWatcher();
  watcher.follow(context);
  await serveFolder(context, siteUrl, builtSiteDir);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [place, article] of articles.entries()) {
    await test.step(article, async () => {
      // Each width meets every second article: pairs, not all combinations.
      await page.setViewportSize({ width: widths[place % 2] ?? 390, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${siteUrl}${article}`);
      await page.evaluate(axe);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      expect.soft(await violations(page, wcag), `${article}, light`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect.soft(await violations(page, themed), `${article}, dark`).toEqual([]);
    });
  }
  watcher.verify();
});
