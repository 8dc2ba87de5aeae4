/** Main thread work of a page until it is idle, as counted by the browser. */
import type { Browser } from '@playwright/test';
import { phone } from './page-weight.ts';

/** Ends before the second heartbeat in the landing page's example. */
const SETTLE_MS = 2_000;

/** Generous, for a busy machine. */
export const LANDING_WORK_MAX = 3.5;
export const LANDING_ELEMENTS_MAX = 1230;

interface PageWork {
  /** Milliseconds of the main thread; only comparable within one run. */
  readonly taskMs: number;
  readonly elements: number;
}

async function measureWork(browser: Browser, url: string): Promise<PageWork> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await page.goto(url);
    await page.waitForTimeout(SETTLE_MS);
    const { metrics } = await session.send('Performance.getMetrics');
    const tasks = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    return { taskMs: tasks * 1000, elements };
  } finally {
    await context.close();
  }
}

interface WorkComparison {
  readonly landing: PageWork;
  readonly article: PageWork;
  /** Ratio of the medians. */
  readonly ratio: number;
}

/** Measures the pages alternately several times, so that a busy machine affects both. */
export async function compareWork(browser: Browser, origin: string, rounds: number): Promise<WorkComparison> {
  const landings: PageWork[] = [];
  const articles: PageWork[] = [];
  for (let round = 0; round < rounds; round += 1) {
    landings.push(await measureWork(browser, `${origin}/`));
    articles.push(await measureWork(browser, `${origin}/docs/quick-start`));
  }
  const [landing, article] = [median(landings), median(articles)];
  return { landing, article, ratio: landing.taskMs / article.taskMs };
}

function median(works: readonly PageWork[]): PageWork {
  const middle = works.toSorted((a, b) => a.taskMs - b.taskMs)[Math.floor(works.length / 2)];
  if (middle === undefined) throw new Error('Nothing was measured.');
  return middle;
}
