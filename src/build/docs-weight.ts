/**
 * Makes documentation pages weigh what reading them needs: articles come from searches, cold, on a phone.
 *
 * One sheet of their own size instead of the whole site's, inline styles only for parts that are there and in one
 * piece, and islands whose code comes with the reader's first sign of life.
 */
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { contentHash } from './content-hash.ts';
import { joinLayers, splitRules } from './css-rules.ts';
import { layerOrder } from './layers.ts';
import { earlyScripts, putToSleep } from './sleeping-islands.ts';
import { dropAbsentScopes } from './trim-scopes.ts';
import { collectVocabulary, dropUnreadProperties, trimRules } from './trim-styles.ts';

/** Must come before whatever keeps a list of the pages' files. */
export function docsWeight(): AstroIntegration {
  return {
    name: 'vigia:docs-weight',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const outDir = fileURLToPath(dir);
        const paths = await pagePaths(outDir);
        // What a page has no part of is left out first: it would pass for what all articles share.
        for (const path of paths) await writeFile(path, dropAbsentScopes(await readFile(path, 'utf8')));
        const sheets = await writeSheets(outDir, paths);
        const files = new Map<string, string>();
        for (const path of paths) {
          const html = await readFile(path, 'utf8');
          const trimmed = joinStyles(dropAbsentScopes(withSheets(html, sheets)), sheets.alike);
          const slept = putToSleep(trimmed, sheets.late);
          for (const [address, text] of slept.files) files.set(address, text);
          await writeFile(path, slept.html);
        }
        for (const [address, text] of files) await writeFile(join(outDir, address), text);
        logger.info(`${paths.length} páginas da documentação do tamanho que a leitura pede`);
      },
    },
  };
}

async function pagePaths(outDir: string): Promise<string[]> {
  const entries = await readdir(join(outDir, 'docs'), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name));
  return [join(outDir, 'docs.html'), ...paths];
}

/** One page after the other, read again each time: a thousand of them do not fit well into memory at once. */
function* pageTexts(paths: readonly string[]): Generator<string> {
  for (const path of paths) yield readFileSync(path, 'utf8');
}

/** Text of every script the pages name, and of those that these name in turn; the same for sheets loaded on demand. */
async function reachableFiles(outDir: string, paths: readonly string[]): Promise<Map<string, string>> {
  const folder = join(outDir, '_astro');
  const present = new Set((await readdir(folder)).filter((name) => /\.(?:js|css)$/.test(name)));
  const texts = new Map<string, string>();
  let open = [...new Set(pageTexts(paths).flatMap(fileNames))];
  while (open.length > 0) {
    const fresh = [...new Set(open)].filter((name) => present.has(name) && !texts.has(name));
    const found = await Promise.all(fresh.map((name) => readFile(join(folder, name), 'utf8')));
    for (const [index, name] of fresh.entries()) texts.set(name, found[index] ?? '');
    open = found.flatMap(fileNames);
  }
  return texts;
}

const fileNames = (text: string): string[] => text.match(/[\w.-]+\.(?:js|css)\b/g) ?? [];

const STYLE = /<style>([\s\S]*?)<\/style>/g;
/** Rules and groups of the inline styles; the order of the layers is none of them. */
const inlineRules = (html: string): string[] =>
  [...html.matchAll(STYLE)].flatMap(([, css = '']) => (css === layerOrder ? [] : splitRules(css)));
const LINK = /<link rel="stylesheet" href="(\/_astro\/[\w.-]+\.css)">/g;

interface DocsSheets {
  /** Addresses of the sheets of most pages; one of the two below takes their place. */
  readonly joined: ReadonlySet<string>;
  /** Inline rules of most articles, which `shared` and `late` hold too. */
  readonly alike: ReadonlySet<string>;
  /** Address of what articles show before anything is done on them. */
  readonly shared: string;
  /** Address → text of the sheets of some pages, the tools' for example. */
  readonly rare: ReadonlyMap<string, string>;
  /** Address of the sheet with everything, also what scripts show; it comes with them. */
  readonly late: string;
}

/** Joins what most pages bring into one sheet, and leaves out of all what no page can use. */
async function writeSheets(outDir: string, paths: readonly string[]): Promise<DocsSheets> {
  const articles = (): IteratorObject<string> => pageTexts(paths).filter(isArticle);
  const files = await reachableFiles(outDir, paths);
  const scripts = [...files].filter(([name]) => name.endsWith('.js')).map(([, text]) => text);
  const textAt = (address: string): string => files.get(address.slice('/_astro/'.length)) ?? '';
  const atFirst = [...new Set(articles().flatMap(earlyScripts))].map(textAt);
  const before = collectVocabulary(articles(), atFirst);
  const alike = onMost(articles(), inlineRules);
  const after = collectVocabulary(pageTexts(paths), scripts);
  const everywhere = onMost(pageTexts(paths), linkedSheets);
  const elsewhere = [...new Set(pageTexts(paths).flatMap(linkedSheets))].filter(
    (address) => !everywhere.includes(address),
  );
  const cssOf = (group: readonly string[]): string => group.map(textAt).join('');
  const read = function* (): Generator<string> {
    for (const [name, text] of files) if (!everywhere.includes(`/_astro/${name}`)) yield text;
    yield* pageTexts(paths);
  };
  const write = async (name: string, rules: string): Promise<string> => {
    const css = joinLayers(rules);
    const address = `/_astro/${name}.${contentHash(css)}.css`;
    await writeFile(join(outDir, address), css);
    return address;
  };
  const sharedCss = trimRules(alike.join('') + cssOf(everywhere), before);
  const readWithShared = function* (): Generator<string> {
    yield cssOf(elsewhere);
    yield* articles();
  };
  const shared = await write('docs', dropUnreadProperties(sharedCss, readWithShared()));
  const whole = trimRules(alike.join('') + cssOf([...everywhere, ...elsewhere]), after);
  return {
    joined: new Set(everywhere),
    alike: new Set(alike),
    shared,
    rare: new Map(elsewhere.map((address) => [address, cssOf([address])])),
    late: await write('docs-whole', dropUnreadProperties(whole, read())),
  };
}

/** What `list` finds on more than half of the pages: one file for all costs less than a part in each. */
function onMost(pages: Iterable<string>, list: (html: string) => readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  let total = 0;
  for (const html of pages) {
    total += 1;
    for (const text of new Set(list(html))) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > total / 2).map(([text]) => text);
}

const linkedSheets = (html: string): string[] => [...html.matchAll(LINK)].map(([, address = '']) => address);

/** The index and the pages about pages have forms and lists; they bring the whole sheet at once. */
const isArticle = (html: string): boolean => html.includes(' data-pagefind-body');

/** A rare sheet is written into the page, as much of it as the page can use. */
function withSheets(html: string, { joined, shared, rare, late }: DocsSheets): string {
  const sheet = isArticle(html) ? shared : late;
  let isLinked = false;
  return html.replace(LINK, (link, from: string) => {
    const css = rare.get(from);
    if (css !== undefined) return `<style>${trimRules(css, collectVocabulary([html], []))}</style>`;
    if (!joined.has(from)) return link;
    if (isLinked) return '';
    isLinked = true;
    return `<link rel="stylesheet" href="${sheet}">`;
  });
}

/**
 * One inline style instead of several: each costs a hash in the page's policy, and hashes do not compress. It stands
 * where the last one stood, behind the sheets; only the order of the layers must come first.
 */
function joinStyles(html: string, shared: ReadonlySet<string>): string {
  const own = inlineRules(html).filter((rule) => !shared.has(rule));
  const last = html.match(STYLE)?.at(-1);
  return html.replace(STYLE, (style, css: string) => {
    if (css === layerOrder) return style;
    return style === last ? `<style>${own.join('')}</style>` : '';
  });
}
