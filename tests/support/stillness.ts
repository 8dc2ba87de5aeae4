/** Pages that change at once, for tests that judge how they look afterwards. */
import type { Page } from '@playwright/test';

/**
 * Ends transitions in the open document. With reduced motion each one lasts an instant, but an inherited colour or size
 * passes from parent to child one frame at a time, so that a change of theme or width takes as many frames as the page is
 * deep.
 */
export const endTransitions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition-property: none !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
