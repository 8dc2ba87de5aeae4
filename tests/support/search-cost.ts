/** What a question asked of an article's search costs a phone, from opening it until the first result is on screen. */
import type { Browser } from '@playwright/test';
import { serveBuilt } from './built-server.ts';
import type { Cost } from './first-visit.ts';
import { phone } from './page-weight.ts';

/** Promised for a page that its reader has touched before, where scripts and React are there already. */
export const FIRST_RESULT_KB_MAX = 100;
/** With what a page wakes up with at its first touch: React alone is 58 kB. */
export const FIRST_TOUCH_KB_MAX = 175;

interface SearchCost {
  /** Of a page that has been touched. */
  readonly awake: Cost;
  /** Where opening the search is the first touch: with React and what else the page wakes up with. */
  readonly asleep: Cost;
}

export async function measureSearch(
  browser: Browser,
  outDir: string,
  path: string,
  query: string,
): Promise<SearchCost> {
  const awake = await measureOne(browser, outDir, path, query, true);
  return { awake, asleep: await measureOne(browser, outDir, path, query, false) };
}

async function measureOne(
  browser: Browser,
  outDir: string,
  path: string,
  query: string,
  isTouched: boolean,
): Promise<Cost> {
  const server = await serveBuilt(outDir);
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await page.goto(server.origin + path, { waitUntil: 'networkidle' });
    if (isTouched) {
      await page.keyboard.press('Shift');
      await page.locator('astro-island:has([data-search-dialog]):not([ssr])').waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
    }
    server.served();
    await page.keyboard.press('/');
    const dialog = page.getByRole('dialog', { name: 'Buscar na documentação' });
    await dialog.getByRole('combobox').fill(query);
    await dialog.getByRole('listbox').getByRole('option').first().waitFor();
    const { requests, bytes } = server.served();
    return { requests, kB: Math.round(bytes / 100) / 10 };
  } finally {
    await context.close();
    await server.close();
  }
}
