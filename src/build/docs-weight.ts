/**
 * Reduces the weight of documentation pages, which readers often open from a search, on a phone and without a cache.
 *
 * What of finished pages pays for itself (docs/decisions/013-artigo-com-o-que-a-leitura-pede.md): one sheet for all
 * articles instead of a dozen styles in each, and Astro's island runtime with the reader's first sign of life.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocsPage } from './docs-page.ts';
import { type StyledPage, Survey, sheetChanges, writeSheets } from './docs-sheets.ts';
import { type FinishedPage, isDocsPage, type PageReader } from './finished-pages.ts';
import { putToSleep, type SleepingPage } from './sleeping-islands.ts';

export function docsWeight(): PageReader {
  const survey = new Survey();
  const light: { page: FinishedPage; styled: StyledPage; sleeping: SleepingPage }[] = [];
  return {
    page(page, tree) {
      if (!isDocsPage(page)) return;
      const docs = readDocsPage(tree);
      survey.add(docs, page.html);
      const { isArticle, sheets, styles } = docs;
      light.push({ page, styled: { isArticle, sheets, styles }, sleeping: putToSleep(docs) });
    },
    async done(outDir) {
      const sheets = await writeSheets(outDir, survey);
      const files = new Map(light.map(({ sleeping }) => [sleeping.address, sleeping.text]));
      for (const [address, text] of files) await writeFile(join(outDir, address), text);
      for (const { page, styled, sleeping } of light)
        page.changes.push(...sheetChanges(page.html, styled, sheets), ...sleeping.changes(sheets.late));
      return `${light.length} páginas da documentação do tamanho que a leitura pede`;
    },
  };
}
