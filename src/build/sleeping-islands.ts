/**
 * Takes out of a page what is needed only once a reader does something on it; components/docs/wake.ts loads it then.
 *
 * Astro writes its custom element and our directive into every page that has an island. On a page where every island
 * waits for the reader (`client:interaction`) nothing of it runs before that.
 */
import { contentHash } from './content-hash.ts';

const RUNTIME =
  /<script>(?:(?!<\/script>)[\s\S])*?(?:\(self\.Astro=\{\}\)|customElements\.define\("astro-island")[\s\S]*?<\/script>/g;
const SCRIPT = /<script type="module" src="(\/_astro\/[\w.-]+\.js)"><\/script>/g;
/** The header's scripts (scrolled past, its menu) and the second ones of page-behaviour.astro and tabs.astro, by the bundler's names. */
const WAITING = /\/(?:(?:site|special)-header\.|(?:page-behaviour|tabs)\..*_index_1_)/;
/** The same for a header whose script is short enough for Astro to write it into the page. */
const WAITING_INLINE =
  /<script type="module">((?:(?!<\/script>)[\s\S])*\[data-(?:header|special)-sentinel\][\s\S]*?)<\/script>/;

const scriptsOf = (html: string): string[] => [...html.matchAll(SCRIPT)].map(([, address = '']) => address);

/** Addresses of the scripts that a page loads at once; the others come with the reader's first sign of life. */
export const earlyScripts = (html: string): string[] =>
  scriptsOf(html).filter((address) => !WAITING.test(address));

export interface SleepingPage {
  readonly html: string;
  /** Address → text of the files that the page asks for later. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * @param style Address of the sheet with what scripts show.
 * @throws Error when the page is not made of what this file knows: an update of Astro would otherwise pass unnoticed.
 */
export function putToSleep(html: string, style: string): SleepingPage {
  const islands = (html.match(RUNTIME) ?? []).map((script) => script.replace(/<\/?script>/g, '').trim());
  const header = WAITING_INLINE.exec(html)?.[1];
  const waiting = scriptsOf(html).filter((address) => WAITING.test(address));
  const other = /<astro-island[^>]*\sclient="(?!interaction")([^"]*)"/.exec(html)?.[1];
  if (other !== undefined) throw new Error(`A documentation page has an island that waits for "${other}".`);
  if (islands.length === 0 || waiting.length + (header === undefined ? 0 : 1) < 2) {
    throw new Error('A documentation page lacks the scripts that build/sleeping-islands.ts lets wait.');
  }
  const files = new Map(
    Object.entries({ islands: islands.join('\n'), ...(header && { header }) }).map(([name, text]) => [
      `/_astro/${name}.${contentHash(text)}.js`,
      text,
    ]),
  );
  const scripts = [...waiting, ...files.keys()].join(' ');
  const slept = html
    // Nothing reads it, and it is as hard to compress as a hash.
    .replace(/(<astro-island) uid="[^"]*"/g, '$1')
    .replace(RUNTIME, '')
    .replace(WAITING_INLINE, '')
    .replace(SCRIPT, (script, address: string) => (WAITING.test(address) ? '' : script))
    .replace('<body', `<body data-wake-scripts="${scripts}" data-wake-style="${style}"`);
  return { html: slept, files };
}
