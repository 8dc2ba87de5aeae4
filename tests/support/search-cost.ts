/** What a question asked of an article's search costs a phone, from opening it until the first result is on screen. */
import type { Browser } from '@playwright/test';
import { serveBuilt } from './built-server.ts';
import type { Cost } from './first-visit.ts';
import { phone } from './page-weight.ts';

/** Promised however much of the page is there already. */
export const FIRST_RESULT_KB_MAX = 100;

/** @param path An article, in which nothing has been pressed. */
export async function measureSearch(
  browser: Browser,
  outDir: string,
  path: string,
  query: string,
): Promise<Cost> {
  const server = await serveBuilt(outDir);
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await page.goto(server.origin + path, { waitUntil: 'networkidle' });
    server.served();
    await page.getByRole('link', { name: 'Buscar na documentação' }).tap();
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
