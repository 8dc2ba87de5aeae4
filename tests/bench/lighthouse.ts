/**
 * Lighthouse's mobile audit of built pages, served as a CDN does: compressed, and kept for good where the name holds
 * a digest. Its 176 MB are no dependency of the project; who wants the figures installs it once.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { findSystemChromium } from '#dev/chromium.mjs';
import { StartFailure } from '#dev/failure.ts';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Result {
  readonly lhr: {
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
    readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
  };
}

type Lighthouse = (
  url: string,
  flags: { readonly port: number; readonly logLevel: 'silent'; readonly onlyCategories: readonly string[] },
) => Promise<Result | undefined>;

/**
 * One line a page: the medians of the four scores, of the largest paint and of the time the page blocks.
 *
 * @throws StartFailure when Lighthouse is not installed.
 */
export async function* medianScores(outDir: string, paths: readonly string[]): AsyncGenerator<string> {
  const audit = await loadLighthouse();
  const server = await serve(outDir);
  const { port } = server.address() as AddressInfo;
  const debugPort = port + 1;
  const executablePath = findSystemChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [`--remote-debugging-port=${debugPort}`],
  });
  try {
    for (const path of paths) {
      const runs: Result['lhr'][] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const flags = { port: debugPort, logLevel: 'silent', onlyCategories: CATEGORIES } as const;
        const result = await audit(`http://localhost:${port}${path}`, flags);
        if (result !== undefined) runs.push(result.lhr);
      }
      const scores = CATEGORIES.map((name) => {
        const score = median(runs.map(({ categories }) => categories[name]?.score ?? 0));
        return `${name} ${Math.round(score * 100)}`;
      });
      const value = (id: string): string =>
        median(runs.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)).toFixed(0);
      const times = `LCP ${value('largest-contentful-paint')} ms, TBT ${value('total-blocking-time')} ms`;
      yield `${path.padEnd(30)} ${scores.join(', ')}, ${times}`;
    }
  } finally {
    await browser.close();
    server.close();
  }
}

async function loadLighthouse(): Promise<Lighthouse> {
  // Not a literal: the types of what is not installed cannot be checked.
  const name = 'lighthouse';
  try {
    const module = (await import(name)) as { readonly default: Lighthouse };
    return module.default;
  } catch {
    throw new StartFailure(
      'O Lighthouse não está instalado. Rode `npm install --no-save lighthouse@13.5.0` e repita o comando.',
    );
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};
const PACKED = /^\.(?:woff2|avif|webp|png|ico)$/;

async function serve(outDir: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const page = pathname === '/' ? '/index.html' : `${pathname}.html`;
    const file = join(outDir, extname(pathname) === '' ? page : pathname);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const body = readFileSync(file);
    const isPacked = PACKED.test(extname(file));
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': pathname.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(!isPacked && { 'content-encoding': 'br' }),
    });
    response.end(isPacked ? body : brotliCompressSync(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
