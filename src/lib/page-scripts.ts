/**
 * What runs on a built page: the scripts that stand on it, and every file they can load.
 *
 * Files are found by their names in quotes, wherever these stand, so that an import written by the bundler's own
 * loader counts too: rather one too many than one that nobody knows of.
 */
import { elementsIn, parseHtml, textOf } from './html-tree.ts';

/** Other types are not run by the browser: data, and the map that says what may run. */
const RUN: ReadonlySet<string> = new Set(['', 'module', 'text/javascript']);
const FILE = /["'`](?:\.\/|\/?_astro\/|\/(?!\/))([\w.@/-]+\.js)(?=["'`])/g;

export interface PageScripts {
  /** Text of each script written into the page. */
  readonly inline: readonly string[];
  /** Addresses on the site (`/_astro/client.x.js`), sorted. */
  readonly files: readonly string[];
  /** Addresses on other sites, as the page names them: none, as long as the page is ours. */
  readonly foreign: readonly string[];
}

/**
 * @param read Text of a file of the site by its address; `null` where there is none.
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
