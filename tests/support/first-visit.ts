/** What a visit to the documentation costs a phone, counted where it is answered: the service worker's part too. */
import type { Browser, Page } from '@playwright/test';
import { serveBuilt } from './built-server.ts';
import { phone } from './page-weight.ts';

export interface Cost {
  readonly requests: number;
  readonly kB: number;
}

interface VisitCost {
  /** Of the first article, until `settle` is over. */
  readonly first: Cost;
  /** Of the second, with what is kept for reading without a connection. */
  readonly second: Cost;
}

export const FIRST_VISIT_MAX: Cost = { requests: 16, kB: 120 };

/** @param settle What is waited for after `load`; the reader does nothing meanwhile. */
export async function measureVisit(
  browser: Browser,
  outDir: string,
  paths: readonly [first: string, second: string],
  settle: (page: Page) => Promise<unknown>,
): Promise<VisitCost> {
  const server = await serveBuilt(outDir);
  const context = await browser.newContext(phone);
  const cost = (): Cost => {
    const { requests, bytes } = server.served();
    return { requests, kB: Math.round(bytes / 100) / 10 };
  };
  try {
    const page = await context.newPage();
    await page.goto(server.origin + paths[0]);
    await settle(page);
    const first = cost();
    const isSearchThere = context.waitForEvent('requestfinished', (request) =>
      /\/pagefind\/offline\.\w+\.bin$/.test(request.url()),
    );
    await page.goto(server.origin + paths[1]);
    await page.keyboard.press('Shift');
    await Promise.all([isSearchThere, settle(page)]);
    return { first, second: cost() };
  } finally {
    await context.close();
    await server.close();
  }
}
