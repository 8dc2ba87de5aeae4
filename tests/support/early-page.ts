/** A page before its scripts have come, and one that was changed before they came. */
import type { Page } from '@playwright/test';

/** Its scripts, also on Astro's second try. */
const SCRIPTS = /\/_astro\/[^/]+\.js(?:\?|$)/;

/**
 * Opens a page that has come whole but for its scripts.
 *
 * @returns Lets the scripts come.
 */
export async function openEarly(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('.site-footer').waitFor();
  return resolve;
}

/** Puts every text of the page into elements of its own, as page translators do. */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
      node.parentElement?.closest('script, style, noscript, template, textarea, option') ||
      !node.nodeValue?.trim()
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      text.replaceWith(outer);
      outer.append(inner);
      inner.append(text);
    }
  });
}

/** React's report that it drew a part anew because the page was changed. */
export const REDRAWN = /Minified React error #418/;

/** Lets the first request of each matching file fail. */
export async function failOnce(page: Page, files: RegExp): Promise<void> {
  await page.route(files, (route) => route.abort(), { times: 1 });
}
