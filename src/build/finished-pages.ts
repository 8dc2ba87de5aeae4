/**
 * Reads the finished pages once: each is parsed, its policy is written, and its consumers (Markdown versions, sitemap,
 * social images) see it. Only one page is in memory at a time.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { type HtmlNode, parseHtml } from '#lib/html-tree.ts';
import { withPagePolicy } from './page-policy.ts';

export interface FinishedPage {
  /** Public address without the origin: `/docs/first-monitor`, `/` for the first page. */
  readonly path: string;
  readonly html: string;
  readonly nodes: readonly HtmlNode[];
}

export interface PageReader {
  /** Called with each page, in file order. */
  page(page: FinishedPage, outDir: string): void | Promise<void>;
  /** @returns A line for the build's log. */
  done(outDir: string): Promise<string>;
}

/** Must run after every integration that changes styles or scripts of pages. */
export function finishedPages(readers: readonly PageReader[] = []): AstroIntegration {
  return {
    name: 'vigia:finished-pages',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const outDir = fileURLToPath(dir);
        for (const file of await htmlFiles(outDir)) {
          const written = await readFile(file, 'utf8');
          const nodes = parseHtml(written);
          const address = `/${relative(outDir, file).split(sep).join('/')}`.replace(/\.html$/, '');
          const html = await withPagePolicy(written, nodes, address, outDir);
          if (html !== written) await writeFile(file, html);
          const page = { path: address.replace(/\/index$/, '/'), html, nodes };
          for (const reader of readers) await reader.page(page, outDir);
        }
        for (const reader of readers) logger.info(await reader.done(outDir));
      },
    },
  };
}

async function htmlFiles(outDir: string): Promise<string[]> {
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
