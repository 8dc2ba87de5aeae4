/**
 * Reduces the weight of documentation pages, which readers often open from a search, on a phone and without a cache.
 *
 * The one pass over finished pages that pays for itself (docs/decisions/013-artigo-com-o-que-a-leitura-pede.md): one
 * sheet for all articles instead of a dozen styles in each, and Astro's island runtime with the reader's first sign of
 * life. Sheets are read by PostCSS.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { textOf, withChanges } from '#lib/html-tree.ts';
import { type StyledPage, sheetChanges, writeSheets } from './docs-sheets.ts';
import { putToSleep, type SleepingPage } from './sleeping-islands.ts';

/** Must run before every integration that records the pages' files. */
export function docsWeight(): AstroIntegration {
  return {
    name: 'vigia:docs-weight',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const outDir = fileURLToPath(dir);
        const paths = await pagePaths(outDir);
        const light: { path: string; page: StyledPage; sleeping: SleepingPage }[] = [];
        const texts = new Map<string, string>();
        const once = (text: string): string => texts.get(text) ?? texts.set(text, text).get(text) ?? text;
        const sheets = await writeSheets(outDir, paths, (path, page) => {
          // Keep neither the tree nor repeated styles, to save memory with a thousand pages.
          const styles = page.styles.map((style) => ({ ...style, children: [once(textOf(style))] }));
          const { isArticle, vocabulary, sheets } = page;
          light.push({ path, page: { isArticle, vocabulary, sheets, styles }, sleeping: putToSleep(page) });
        });
        const files = new Map<string, string>();
        for (const { path, page, sleeping } of light) {
          const html = await readFile(path, 'utf8');
          files.set(sleeping.address, sleeping.text);
          const changes = [...sheetChanges(page, sheets), ...sleeping.changes(sheets.late)];
          await writeFile(path, withChanges(html, changes));
        }
        for (const [address, text] of files) await writeFile(join(outDir, address), text);
        logger.info(`${paths.length} páginas da documentação do tamanho que a leitura pede`);
      },
    },
  };
}

async function pagePaths(outDir: string): Promise<string[]> {
  const entries = await readdir(join(outDir, 'docs'), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name));
  return [join(outDir, 'docs.html'), ...paths];
}
