/** What a visit to the documentation costs a phone, counted at the server: includes the service worker's requests. */
import type { Browser, Page } from '@playwright/test';
import { serveBuilt } from './built-server.ts';
import { phone } from './page-weight.ts';

export interface Cost {
  readonly requests: number;
  readonly kB: number;
}

interface VisitCost {
  /** Cost of the first article, until `settle` resolves. */
  readonly first: Cost;
  /** Cost of the second, including the offline cache. */
  readonly second: Cost;
}

/** Requests of a first visit, without the pictures that it shows. */
export const FIRST_VISIT_REQUESTS = 15;

/** Pages whose first visit has more than text: tools and pictures near the first screen. */
const fuller: Readonly<Record<string, number>> = {
  '/docs/custom-checks': 112,
  '/docs/notifications/email-smtp': 112,
  '/docs/monitor-types': 118,
  '/': 142,
};

/** The most that a first visit may load, in kB. */
export const firstVisitMax = (path: string): number => fuller[path] ?? 90;

/** @param settle Wait after `load`, without interaction. */
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
      /\/pagefind\/offline\.\w+\.json$/.test(request.url()),
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
