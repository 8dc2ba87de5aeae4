/**
 * Reduces the weight of documentation pages, which readers often open from a search, on a phone and without a cache.
 *
 * What of finished pages pays for itself (docs/decisions/013-artigo-com-o-que-a-leitura-pede.md): one sheet for all
 * articles instead of a dozen styles in each, and Astro's island runtime with the reader's first sign of life.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocsPage } from './docs-page.ts';
import { type StyledPage, Survey, sheetChanges, writeSheets } from './docs-sheets.ts';
import { type FinishedPage, isDocsPage, type PageReader } from './finished-pages.ts';
import { type ChangesWithStyle, putToSleep } from './sleeping-islands.ts';

export function docsWeight(): PageReader {
  const survey = new Survey();
  const light: { page: FinishedPage; styled: StyledPage; sleeping: ChangesWithStyle }[] = [];
  const runtimes = new Map<string, string>();
  return {
    page(page, tree) {
      if (!isDocsPage(page)) return;
      const docs = readDocsPage(tree);
      const styled = survey.add(docs, tree.html);
      const { address, text, changes } = putToSleep(docs);
      runtimes.set(address, text);
      light.push({ page, styled, sleeping: changes });
    },
    async done(outDir) {
      const sheets = await writeSheets(outDir, survey);
      for (const [address, text] of runtimes) await writeFile(join(outDir, address), text);
      for (const { page, styled, sleeping } of light)
        page.changes.push(
          ...(await sheetChanges(styled, sheets, () => readFile(page.file, 'utf8'))),
          ...sleeping(sheets.late),
        );
      return `${light.length} páginas da documentação do tamanho que a leitura pede`;
    },
  };
}
