/** What a page costs on a phone before the first touch: transferred bytes, layout shifts, and the largest paint. */
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page, Response } from '@playwright/test';

export const kinds = ['html', 'css', 'js', 'fonts', 'images', 'other'] as const;
export type Kind = (typeof kinds)[number];

interface PageWeight {
  /** Kilobytes by kind, text compressed with Brotli. */
  readonly kB: Readonly<Record<Kind, number>>;
  /** JavaScript inside the HTML, included in its size. */
  readonly inlineJsKB: number;
  readonly totalKB: number;
  /** Without content images and the browser's own request for an icon. */
  readonly requests: number;
  readonly layoutShift: number;
  /** Tag of the largest paint, and whether it is text or a preloaded image. */
  readonly largestPaint: { readonly tag: string; readonly isEarly: boolean };
}

export interface MeasureOptions {
  readonly url: string;
  readonly colorScheme: 'light' | 'dark';
  /** Files to delay, as on a slow network, to reveal the shifts they cause. */
  readonly late?: { readonly files: RegExp; readonly delayMs: number };
}

export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
  locale: 'pt-BR',
} as const;

/** Loads a page until the network is idle, and reads what has been observed. */
async function loaded<Result>(
  browser: Browser,
  { url, colorScheme, late }: MeasureOptions,
  read: (page: Page, responses: readonly Response[]) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ ...phone, colorScheme });
  try {
    const page = await context.newPage();
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    await page.addInitScript(observePaints);
    if (late !== undefined) {
      await page.route(late.files, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, late.delayMs));
        await route.continue();
      });
    }
    await page.goto(url, { waitUntil: 'networkidle' });
    return await read(page, responses);
  } finally {
    await context.close();
  }
}

export const measurePage = (browser: Browser, options: MeasureOptions): Promise<PageWeight> =>
  loaded(browser, options, async (page, responses) => ({
    ...(await weigh(responses)),
    ...(await readPaints(page)),
  }));

/** The layout shift alone: compressing every file to weigh it takes longer than loading the page. */
export const measureShift = (browser: Browser, options: MeasureOptions): Promise<number> =>
  loaded(browser, options, async (page) => (await readPaints(page)).layoutShift);

async function weigh(
  responses: readonly Response[],
): Promise<Omit<PageWeight, 'layoutShift' | 'largestPaint'>> {
  const bytes = new Map<Kind, number>(kinds.map((kind) => [kind, 0]));
  let inlineJs = 0;
  let requests = 0;
  for (const response of responses) {
    const kind = kindOf(response);
    const body = await response.body();
    if (kind === 'html') inlineJs += packed(Buffer.from(inlineScripts(body.toString('utf8'))));
    if (kind !== 'images' && kind !== 'other') requests += 1;
    const isPacked = kind === 'fonts' || kind === 'images';
    const size = isPacked ? body.length : packed(body);
    bytes.set(kind, (bytes.get(kind) ?? 0) + size);
  }
  const kB = Object.fromEntries(kinds.map((kind) => [kind, rounded((bytes.get(kind) ?? 0) / 1000)]));
  const totalKB = rounded([...bytes.values()].reduce((sum, size) => sum + size, 0) / 1000);
  return { kB: kB as Record<Kind, number>, inlineJsKB: rounded(inlineJs / 1000), totalKB, requests };
}

/** Executable inline scripts, without structured data. */
export function inlineScripts(html: string): string {
  const scripts = html.matchAll(/<script(?![^>]*\b(?:src|type="application))[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(([, text = '']) => text).join('\n');
}

function kindOf(response: Response): Kind {
  const type = response.request().resourceType();
  if (type === 'document') return 'html';
  if (type === 'stylesheet') return 'css';
  if (type === 'script') return 'js';
  if (type === 'font') return 'fonts';
  if (type === 'image') return 'images';
  return 'other';
}

/** Brotli at its default quality, so that figures are comparable. */
export const packed = (body: Buffer): number => brotliCompressSync(body).length;

const rounded = (value: number): number => Math.round(value * 10) / 10;

interface Paints {
  shift: number;
  tag: string;
  isEarly: boolean;
}

declare global {
  interface Window {
    __paints?: Paints;
  }
}

/** Runs in the page before its own code. */
export function observePaints(): void {
  const paints: Paints = { shift: 0, tag: '', isEarly: false };
  window.__paints = paints;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) paints.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    const { element } = (list.getEntries().at(-1) ?? {}) as { element?: Element };
    paints.tag = element?.tagName ?? '';
    paints.isEarly =
      !(element instanceof HTMLImageElement) ||
      (element.loading !== 'lazy' &&
        (element.fetchPriority === 'high' ||
          document.querySelector('link[rel="preload"][as="image"]') !== null));
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** What `observePaints` recorded about the current document. */
export async function readPaints(page: Page): Promise<Pick<PageWeight, 'layoutShift' | 'largestPaint'>> {
  const paints = await page.evaluate(() => window.__paints);
  if (paints === undefined) throw new Error('The page was not observed.');
  return {
    layoutShift: Math.round(paints.shift * 10_000) / 10_000,
    largestPaint: { tag: paints.tag, isEarly: paints.isEarly },
  };
}
