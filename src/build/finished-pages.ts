/**
 * One reading of the finished pages: each is parsed once, and whatever is made from pages (twins, search, sitemap, social
 * images) looks at it. A reader may set an attribute, but changes no style or script, which the page's policy names.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import {
  type Change,
  elementsIn,
  type HtmlElement,
  type HtmlNode,
  parseHtml,
  withChanges,
} from '#lib/html-tree.ts';
import { isPaymentPage } from '#lib/payment-pages.ts';
import { importMap, policyChanges } from './page-policy.ts';

export interface FinishedPage {
  /** Public address without the origin: `/docs/first-monitor`, `/` for the first page. */
  readonly path: string;
  /** Its file, as Astro wrote it until every reader is done. */
  readonly file: string;
  /** What is to change in it. */
  readonly changes: Change[];
}

/**
 * A page as it is read. A thousand do not fit well into memory, so readers keep only what they need, and copies of it
 * (`structuredClone`): JavaScript keeps a whole text in memory for any part of it.
 */
export interface PageTree {
  readonly html: string;
  readonly nodes: readonly HtmlNode[];
  /** All of them, in the order of the text. */
  readonly elements: readonly HtmlElement[];
}

export function pageTree(html: string): PageTree {
  const nodes = parseHtml(html);
  return { html, nodes, elements: [...elementsIn(nodes)] };
}

export interface PageReader {
  /** Called with each page, in file order. */
  page(page: FinishedPage, tree: PageTree, outDir: string): void | Promise<void>;
  /** Comes after all pages, one reader after the other. @returns What the build says about it. */
  done(outDir: string): Promise<string>;
}

export const isDocsPage = ({ path }: FinishedPage): boolean => path === '/docs' || path.startsWith('/docs/');

/** Marks the text of an article that is searched and copied; drafts and the index have none. */
export const isArticle = ({ elements }: PageTree): boolean =>
  elements.some(({ attributes }) => 'data-pagefind-body' in attributes);

/** @param readers In an order in which each finds the changes of those before it. */
export function finishedPages(readers: readonly PageReader[] = []): AstroIntegration {
  return {
    name: 'vigia:finished-pages',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const outDir = fileURLToPath(dir);
        const pages: FinishedPage[] = [];
        for (const file of await htmlFiles(outDir)) {
          const html = await readFile(file, 'utf8');
          const address = `/${relative(outDir, file).split(sep).join('/')}`.replace(/\.html$/, '');
          const path = address.replace(/\/index$/, '/');
          const tree = pageTree(html);
          const map = isPaymentPage(path) ? await importMap(html, outDir) : undefined;
          const changes = structuredClone(policyChanges(tree.elements, map));
          const page: FinishedPage = { path, file, changes };
          for (const reader of readers) await reader.page(page, tree, outDir);
          pages.push(page);
        }
        for (const reader of readers) logger.info(await reader.done(outDir));
        for (const page of pages)
          if (page.changes.length > 0) await writeFile(page.file, await changedHtml(page));
      },
    },
  };
}

/** The page with all changes so far. */
export const changedHtml = async ({ file, changes }: FinishedPage): Promise<string> =>
  withChanges(await readFile(file, 'utf8'), changes);

async function htmlFiles(outDir: string): Promise<string[]> {
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
