/**
 * Gives the documentation a sheet of its own size: articles come from searches, cold, and use a tenth of the utilities
 * that forms and the landing page need.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { dropAbsentScopes } from './trim-scopes.ts';
import { collectWords, trimUtilities } from './trim-styles.ts';

/** Must come before whatever keeps a list of the pages' files. */
export function docsStyles(): AstroIntegration {
  return {
    name: 'vigia:docs-styles',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const outDir = fileURLToPath(dir);
        const pages = await readPages(outDir);
        const words = collectWords([...pages.values(), ...(await reachableScripts(outDir, pages.values()))]);
        const renamed = await writeTrimmed(outDir, pages.values(), words);
        for (const [path, html] of pages) {
          let mended = dropAbsentScopes(html);
          for (const [from, to] of renamed) mended = mended.replaceAll(from, to);
          if (mended !== html) await writeFile(path, mended);
        }
        logger.info(`${pages.size} páginas da documentação com ${renamed.size} folha própria`);
      },
    },
  };
}

/** Path → text of every page of the documentation. */
async function readPages(outDir: string): Promise<Map<string, string>> {
  const entries = await readdir(join(outDir, 'docs'), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name));
  const all = [join(outDir, 'docs.html'), ...paths];
  return new Map(await Promise.all(all.map(async (path) => [path, await readFile(path, 'utf8')] as const)));
}

/** Text of every script the pages name, and of those that these name in turn. */
async function reachableScripts(outDir: string, pages: Iterable<string>): Promise<string[]> {
  const folder = join(outDir, '_astro');
  const present = new Set((await readdir(folder)).filter((name) => name.endsWith('.js')));
  const texts = new Map<string, string>();
  let open = [...pages].flatMap(scriptNames);
  while (open.length > 0) {
    const fresh = [...new Set(open)].filter((name) => present.has(name) && !texts.has(name));
    const found = await Promise.all(fresh.map((name) => readFile(join(folder, name), 'utf8')));
    for (const [index, name] of fresh.entries()) texts.set(name, found[index] ?? '');
    open = found.flatMap(scriptNames);
  }
  return [...texts.values()];
}

const scriptNames = (text: string): string[] => text.match(/[\w.-]+\.js\b/g) ?? [];

/** @returns Public address of each sheet that got lighter → address of its lighter twin. */
async function writeTrimmed(outDir: string, pages: Iterable<string>, words: ReadonlySet<string>) {
  const linked = new Set([...pages].flatMap((html) => html.match(/\/_astro\/[\w.-]+\.css\b/g) ?? []));
  const renamed = new Map<string, string>();
  for (const address of linked) {
    const css = await readFile(join(outDir, address), 'utf8');
    const trimmed = trimUtilities(css, words);
    if (trimmed === css) continue;
    const hash = createHash('sha256').update(trimmed).digest('base64url').slice(0, 8).replace(/[-_]/g, '0');
    const twin = `/_astro/${basename(address).split('.')[0]}-docs.${hash}.css`;
    await writeFile(join(outDir, twin), trimmed);
    renamed.set(address, twin);
  }
  return renamed;
}
