/**
 * The documentation's service worker, made after the pages: it is told what the search needs without a connection.
 *
 * Owns: the list of files to keep, and the one file `/docs-worker.js`. Does not own: what the worker does (src/sw).
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import { assetsNamedIn, type Precache } from '../sw/plan.ts';

const worker = fileURLToPath(new URL('../sw/docs-worker.ts', import.meta.url));

export function docsOffline(): AstroIntegration {
  return {
    name: 'vigia:docs-offline',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const outDir = fileURLToPath(dir);
        const precache = await readPrecache(outDir);
        await writeWorker(outDir, precache);
        const { search, assets } = precache;
        logger.info(
          `leitura sem conexão: ${search.length} partes da busca, ${assets.length} arquivos das páginas`,
        );
      },
    },
  };
}

export async function readPrecache(outDir: string): Promise<Precache> {
  const search = await searchFiles(outDir);
  const hash = createHash('sha256');
  for (const file of search) hash.update(file).update(await readFile(join(outDir, file)));
  return { version: hash.digest('hex').slice(0, 12), search, assets: await docsAssets(outDir) };
}

async function searchFiles(outDir: string): Promise<string[]> {
  const files = await readdir(join(outDir, 'docs/pagefind'), { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && !file.name.startsWith('wasm.unknown'))
    .map((file) => join(file.parentPath, file.name).slice(outDir.replace(/\/$/, '').length))
    .map((path) => path.split(sep).join('/'))
    .sort();
}

/** Scripts, styles and fonts of all documentation pages, with the scripts that these import. */
async function docsAssets(outDir: string): Promise<string[]> {
  const found = new Set<string>();
  const pages = await readdir(join(outDir, 'docs'), { recursive: true, withFileTypes: true });
  const files = pages.filter((file) => file.isFile() && file.name.endsWith('.html'));
  for (const path of [join(outDir, 'docs.html'), ...files.map((file) => join(file.parentPath, file.name))])
    for (const asset of assetsNamedIn(await readFile(path, 'utf8')))
      await addWithImports(outDir, asset, found);
  return [...found].sort();
}

/** Only what is imported at once; what a script loads on demand is kept when it is asked for. */
async function addWithImports(outDir: string, asset: string, found: Set<string>): Promise<void> {
  if (found.has(asset)) return;
  found.add(asset);
  if (!asset.endsWith('.js')) return;
  const script = await readFile(join(outDir, asset), 'utf8');
  for (const [, name = ''] of script.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
    await addWithImports(outDir, `/_astro/${name}`, found);
}

async function writeWorker(outDir: string, precache: Precache): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    define: { PRECACHE: JSON.stringify(precache) },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: worker, output: { format: 'iife', entryFileNames: 'docs-worker.js' } },
    },
  });
}
