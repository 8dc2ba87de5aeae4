/**
 * The search index of the documentation, made by Pagefind from the built pages.
 *
 * Only pages that mark a `data-pagefind-body` are read: published articles. Each is handed over with its public
 * address, so a result leads to `/docs/quick-start` and never to the file behind it. Beside the index stand the words
 * of the documentation (docs-words.ts).
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { close, createIndex } from 'pagefind';
import { publishedArticles } from './docs-built.ts';
import { searchWords } from './docs-words.ts';

/** Makes the index after each build. */
export function docsSearch(): AstroIntegration {
  return {
    name: 'vigia:docs-search',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const count = await buildSearchIndex(fileURLToPath(dir));
        logger.info(`índice de busca com ${count} ${count === 1 ? 'artigo' : 'artigos'}`);
      },
    },
  };
}

/**
 * Writes `docs/pagefind/` into a built site: below /docs, so that the documentation's service worker answers for it,
 * for the thread that searches too.
 *
 * @returns How many articles the index holds.
 * @throws Error When Pagefind refuses a page or cannot write; a site without its search must not be published.
 */
async function buildSearchIndex(outDir: string): Promise<number> {
  const { index, errors } = await createIndex({ forceLanguage: 'pt-br' });
  if (index === undefined) throw new Error(`O índice de busca não pôde ser criado: ${errors.join('; ')}`);
  try {
    let count = 0;
    for (const { path, html } of publishedArticles(outDir)) {
      orThrow(await index.addHTMLFile({ url: path, content: searchable(html) }));
      count += 1;
    }
    const outputPath = join(outDir, 'docs/pagefind');
    orThrow(await index.writeFiles({ outputPath }));
    await removeUnusedInterfaces(outputPath);
    const known = searchWords(publishedArticles(outDir), await readFile(join(outDir, 'docs.html'), 'utf8'));
    await writeFile(join(outputPath, 'docs-words.json'), JSON.stringify(known));
    return count;
  } finally {
    await close();
  }
}

/**
 * What is looked through of a page: its tags beside the text instead of in it, without the list of articles at its end,
 * whose words belong to those articles, and with a space between two cells, which would be read as one word.
 */
function searchable(html: string): string {
  const [tags = ''] = /<p class="tags"[\s\S]*?<\/p>/.exec(html) ?? [];
  const words = [...tags.matchAll(/<span class="tag">([^<]*)</g)].map(([, tag = '']) => tag).join(' ');
  return html
    .replace(/<div class="heading"><h2 id="proximos-passos"[\s\S]*?(?=<p class="tags"|<\/article>)/, '')
    .replace(tags, `<p data-pagefind-ignore data-pagefind-meta="tags">${words}</p>`)
    .replace(/(?=<\/t[hd]>)/g, ' ');
}

/** Pagefind ships three interfaces of its own; the site has one, so theirs would only be published in vain. */
async function removeUnusedInterfaces(outputPath: string): Promise<void> {
  const files = await readdir(outputPath);
  const unused = files.filter((name) => /^pagefind-(?:ui|modular-ui|component-ui|highlight)\./.test(name));
  await Promise.all(unused.map((name) => rm(join(outputPath, name))));
}

function orThrow({ errors }: { readonly errors: readonly string[] }): void {
  if (errors.length > 0) throw new Error(`O índice de busca falhou: ${errors.join('; ')}`);
}
