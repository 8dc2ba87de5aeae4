/** What a question asked of an article's search costs a phone, from opening it until the first result is on screen. */
import type { Browser, Page } from '@playwright/test';
import { serveBuilt } from './built-server.ts';
import type { Cost } from './first-visit.ts';
import { phone } from './page-weight.ts';

/** Promised however much of the page is there already. */
export const FIRST_RESULT_KB_MAX = 100;

interface SearchCost {
  /** Of a page that has been touched. */
  readonly awake: Cost;
  /** Where opening the search is the first touch: with what else the page wakes up with. */
  readonly asleep: Cost;
  /** Islands that were woken by then; the search needs none. */
  readonly islandsWoken: number;
}

/** @param path An article. */
export async function measureSearch(
  browser: Browser,
  outDir: string,
  path: string,
  query: string,
): Promise<SearchCost> {
  const { cost: awake } = await measureOne(browser, outDir, path, query, true);
  const { cost: asleep, islandsWoken } = await measureOne(browser, outDir, path, query, false);
  return { awake, asleep, islandsWoken };
}

async function measureOne(
  browser: Browser,
  outDir: string,
  path: string,
  query: string,
  isTouched: boolean,
): Promise<{ cost: Cost; islandsWoken: number }> {
  const server = await serveBuilt(outDir);
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await page.goto(server.origin + path, { waitUntil: 'networkidle' });
    if (isTouched) {
      await page.keyboard.press('Shift');
      await awakeIslands(page).first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
    }
    server.served();
    await page.getByRole('link', { name: 'Buscar na documentação' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Buscar na documentação' });
    await dialog.getByRole('combobox').fill(query);
    await dialog.getByRole('listbox').getByRole('option').first().waitFor();
    const { requests, bytes } = server.served();
    const islandsWoken = await awakeIslands(page).count();
    return { cost: { requests, kB: Math.round(bytes / 100) / 10 }, islandsWoken };
  } finally {
    await context.close();
    await server.close();
  }
}

/** Astro takes the attribute away once an island is there. */
const awakeIslands = (page: Page) => page.locator('astro-island:not([ssr])');
