/** Every article without JavaScript, in Chromium: nothing is hidden, and no control is useless. */
import { expect, test } from '@playwright/test';
import { articleSources } from '#tests/content/built-docs.ts';
import { serveBuilt } from '#tests/support/built-server.ts';
import { builtSiteDir, ensureBuiltSite } from '#tests/support/built-site.ts';

test.use({ javaScriptEnabled: false });

test.beforeAll(async ({ browserName: _ }, info) => {
  info.setTimeout(600_000);
  await ensureBuiltSite();
});

test('every article is fully readable', async ({ page }) => {
  const server = await serveBuilt(builtSiteDir, { isCompressed: false });
  for (const article of [...articleSources()].sort()) {
    await test.step(article, async () => {
      await page.goto(`${server.origin}${article}`);
      const { folded, idle, tools, notes } = await page.evaluate(() => {
        const body = document.querySelector('[data-pagefind-body]');
        const all = (selector: string) => [...(body?.querySelectorAll(selector) ?? [])];
        const isShown = (element: Element) => element.checkVisibility({ contentVisibilityAuto: false });
        const nameOf = (element: Element) => element.textContent?.trim().slice(0, 60);
        return {
          folded: all(
            '.prose :is(details > :not(summary), .tab, .carousel-slide, h2, h3, h4, p, li, pre, td)',
          )
            .filter(
              (element) =>
                !isShown(element) &&
                element.closest('[aria-hidden], .carousel-controls, .message-search') === null,
            )
            .map(nameOf),
          // The browser itself opens the popover of a button that names one.
          idle: all('button:not([popovertarget])')
            .filter((button) => isShown(button) && button.closest('.embedded') === null)
            .map(nameOf),
          tools: all('.tool, .sla-calculator').length,
          notes: all('p').filter(
            (note) => isShown(note) && /precisa de JavaScript/.test(note.textContent ?? ''),
          ).length,
        };
      });
      expect.soft(folded, `${article}: folded away`).toEqual([]);
      expect.soft(idle, `${article}: pressed in vain`).toEqual([]);
      expect.soft(notes, `${article}: tools that say what they need`).toBe(tools);
    });
  }
  await server.close();
});
