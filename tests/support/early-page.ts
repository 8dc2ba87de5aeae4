/** A page before its scripts have come, and one that was changed before they came. */
import type { Page } from '@playwright/test';

export const SCRIPTS = /\/_astro\/[^/]+\.js/;

/** Holds back the scripts that are asked for from now on; returns a function that lets them come. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** Opens a page that has come whole but for its scripts; returns a function that lets them come. */
export async function openEarly(page: Page, path: string): Promise<() => void> {
  const letThrough = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('.site-footer').waitFor();
  return letThrough;
}

/**
 * As page translators do: every text in elements of their own, and in other words. Those words are ours with a sign without
 * width: React finds another text than its own, and the locators of a test the same.
 */
export function translatePage(page: Page): Promise<void> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all: Text[] = [];
    while (texts.nextNode()) all.push(texts.currentNode as Text);
    for (const text of all) {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style, svg, pre, option')) continue;
      const font = document.createElement('font');
      text.replaceWith(font);
      text.data += '\u200b';
      font.append(text);
    }
  });
}

/** What React says when it draws an island of a translated page anew, because it finds other texts than its own. */
export const REDRAWN = /Minified React error #418/;
