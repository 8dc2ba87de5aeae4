/** How far a page can be scrolled sideways, also on small phones and with wide letters. */
import type { Page } from '@playwright/test';

/** Px that are hidden beside the window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The text spacing of WCAG 1.4.12. */
const wideText =
  '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}';

/**
 * What has to be scrolled sideways on phones (WCAG 1.4.10), with the usual text and with wide text. Leaves the page with
 * wide text.
 */
export async function sidewaysOnPhones(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  const { height } = page.viewportSize() ?? { height: 844 };
  const measure = async (text: string, width: number): Promise<void> => {
    await page.setViewportSize({ width, height });
    const px = await sidewaysScroll(page);
    if (px > 0) found.push(`${width} px, ${text} letters: ${px} px too wide`);
  };
  // In the order of the fewest changes: each is a new layout of the whole page.
  await measure('usual', 390);
  await measure('usual', 320);
  await widenText(page);
  await measure('wide', 320);
  await measure('wide', 390);
  return found;
}

/** By script, because the page's policy allows no style element that is not its own. */
const widenText = (page: Page): Promise<void> =>
  page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }, wideText);
