/**
 * Lists the scripts of a built page and every file that they can load.
 *
 * Files are found by any quoted file name, so that imports by the bundler's own loader count too. One file too many is
 * better than a missed one.
 */
import { elementsIn, parseHtml, textOf } from './html-tree.ts';

/** Types that browsers run. */
const RUN: ReadonlySet<string> = new Set(['', 'module', 'text/javascript']);
const FILE = /["'`](?:\.\/|\/?_astro\/|\/(?!\/))([\w.@/-]+\.js)(?=["'`])/g;

export interface PageScripts {
  /** Text of each inline script. */
  readonly inline: readonly string[];
  /** Addresses on the site (`/_astro/client.x.js`), sorted. */
  readonly files: readonly string[];
  /** Addresses on other sites; there should be none. */
  readonly foreign: readonly string[];
}

/**
 * @param read Returns the text of a file of the site by its address; `null` when it does not exist.
 */
export async function pageScripts(
  html: string,
  read: (address: string) => Promise<string | null>,
): Promise<PageScripts> {
  const inline: string[] = [];
  const foreign: string[] = [];
  const waiting: string[] = [];
  for (const script of elementsIn(parseHtml(html))) {
    if (script.name !== 'script') continue;
    const { src, type = '' } = script.attributes;
    if (src === undefined) {
      if (RUN.has(type)) inline.push(textOf(script));
    } else if (src.startsWith('/') && !src.startsWith('//')) waiting.push(src);
    else foreign.push(src);
  }
  waiting.push(...filesNamedIn(html, '/'));
  const files = new Set<string>();
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (files.has(address)) continue;
    const text = await read(address);
    if (text === null) continue;
    files.add(address);
    waiting.push(...filesNamedIn(text, address));
  }
  return { inline, foreign, files: [...files].sort() };
}

function filesNamedIn(text: string, address: string): string[] {
  return [...text.matchAll(FILE)].map(([quoted, name = '']) => {
    if (quoted.includes('_astro/')) return `/_astro/${name}`;
    return quoted.slice(1).startsWith('/') ? `/${name}` : new URL(name, `https://site${address}`).pathname;
  });
}
