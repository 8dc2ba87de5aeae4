/**
 * Copies the built pages for another browser worker's stack, without a second build.
 *
 * Local addresses differ only in their port, so a copy with other ports equals a build with other values, once the
 * hashes of changed scripts and inline parts are updated.
 */
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { stackAddresses } from '#dev/ports.ts';
import { elementsIn, parseHtml, withChanges } from '#lib/html-tree.ts';
import { policyChanges } from '../../src/build/page-policy.ts';

/** File types that may contain an address: all except pictures, fonts and the search index, whose results are paths. */
const textual = new Set(['', '.css', '.html', '.js', '.json', '.md', '.txt', '.webmanifest', '.xml']);

const portsOf = (sitePort: number): readonly number[] =>
  Object.values(stackAddresses(sitePort)).filter((value) => typeof value === 'number');

const digest = (text: string): string => createHash('sha384').update(text).digest('base64');

/** Replaces in `text` every key of `words` by its value. */
function replaceWords(text: string, words: ReadonlyMap<string, string>): string {
  return [...words].reduce((replaced, [from, to]) => replaced.replaceAll(from, to), text);
}

/**
 * Copies pages built for the stack on `from` for the one on `to`; replaces `outDir` completely.
 *
 * @param builtDir Pages built for `from`.
 */
export function moveBuiltSite(builtDir: string, from: number, outDir: string, to: number): void {
  const addresses = portsOf(from).map(
    (port) => [`localhost:${port}`, `localhost:${port - from + to}`] as const,
  );
  copyBuiltSite(builtDir, outDir, new Map(addresses));
}

/** Copies built pages with other words, and with the hashes that follow from them; replaces `outDir` completely. */
export function copyBuiltSite(builtDir: string, outDir: string, words: ReadonlyMap<string, string>): void {
  rmSync(outDir, { recursive: true, force: true });
  cpSync(builtDir, outDir, { recursive: true });
  const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && textual.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));

  const digests = new Map<string, string>();
  for (const path of files.filter((each) => !each.endsWith('.html'))) {
    const text = readFileSync(path, 'utf8');
    const moved = replaceWords(text, words);
    if (moved === text) continue;
    writeFileSync(path, moved);
    digests.set(digest(text), digest(moved));
  }
  for (const path of files.filter((each) => each.endsWith('.html'))) {
    const moved = replaceWords(readFileSync(path, 'utf8'), new Map([...words, ...digests]));
    writeFileSync(path, withChanges(moved, policyChanges([...elementsIn(parseHtml(moved))])));
  }
}
