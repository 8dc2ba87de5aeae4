/**
 * What runs on a built page: the scripts that stand on it, and every file they can load.
 *
 * Files are found by their names in quotes, wherever these stand, so that an import written by the bundler's own
 * loader counts too: rather one too many than one that nobody knows of.
 */
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
const SOURCE = /\bsrc="([^"]+)"/i;
/** Not run by the browser: data, and the map that says what may run. */
const DATA = /\btype="(?!module"|text\/javascript")/i;
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
  for (const [, attributes = '', text = ''] of html.matchAll(SCRIPT)) {
    const source = SOURCE.exec(attributes)?.[1];
    if (source === undefined) {
      if (!DATA.test(attributes)) inline.push(text);
    } else if (/^\/(?!\/)/.test(source)) waiting.push(source);
    else foreign.push(source);
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
