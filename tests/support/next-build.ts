/**
 * Writes what a build after the built one could be, without building: other texts, and other names for every script,
 * style and part of the search, so that the earlier names are no longer served.
 */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '../../src/build/content-hash.ts';
import { bundleOf, offlineFiles } from '../../src/build/docs-offline.ts';
import { assetsNamedIn } from '../../src/docs/offline/plan.ts';
import { copyBuiltSite } from './moved-site.ts';
import { publishedArticles } from './published-articles.ts';

const ASSETS = '_astro';
const SEARCH = 'docs/pagefind';

/** Only the name changes: `page.Dg9_jlOs.js` → `page.Dg9_jlOs-2.js`, `text.0ca72475.json` → `text.ca724750.json`. */
const otherName = (name: string): string =>
  name
    .replace(/\.(js|css)$/, '-2.$1')
    .replace(/(?<=(?:text|words)\.)([\da-f])([\da-f]{7})(?=\.json$)/, '$2$1');

function otherNames(dir: string): (readonly [from: string, to: string])[] {
  return readdirSync(dir)
    .map((name) => [name, otherName(name)] as const)
    .filter(([name, other]) => name !== other);
}

/** @param texts Words of the pages, and what the next build says instead. */
export async function writeNextBuild(
  builtDir: string,
  outDir: string,
  texts: ReadonlyMap<string, string>,
): Promise<void> {
  const renamed = new Map([ASSETS, SEARCH].map((folder) => [folder, otherNames(join(builtDir, folder))]));
  copyBuiltSite(builtDir, outDir, new Map([...texts, ...[...renamed.values()].flat()]));
  for (const [folder, names] of renamed)
    for (const [from, to] of names) renameSync(join(outDir, folder, from), join(outDir, folder, to));
  await bundleAgain(outDir);
}

const BUNDLE = /^(?:docs-)?offline\.[\da-f]{8}\.json$/;

/** The bundles of the service worker have the new files, under names of their own. */
async function bundleAgain(outDir: string): Promise<void> {
  const named = [...publishedArticles(outDir)].flatMap(({ html }) => assetsNamedIn(html));
  const { search, small } = await offlineFiles(outDir, named);
  const worker = join(outDir, 'docs-worker.js');
  let script = readFileSync(worker, 'utf8');
  for (const [folder, files] of [
    [SEARCH, search],
    [ASSETS, small],
  ] as const) {
    const old = readdirSync(join(outDir, folder)).find((name) => BUNDLE.test(name)) ?? 'no bundle';
    const text = await bundleOf(outDir, files);
    const name = old.replace(/[\da-f]{8}(?=\.json$)/, contentHash(text));
    rmSync(join(outDir, folder, old));
    writeFileSync(join(outDir, folder, name), text);
    script = script.replaceAll(old, name);
  }
  writeFileSync(worker, script);
}
