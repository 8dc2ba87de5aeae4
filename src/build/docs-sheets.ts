/**
 * The documentation's style sheets: one for the initial view of articles, and a complete one that is loaded at the
 * first interaction.
 *
 * Astro itself inlines a dozen component styles into each page (content propagation).
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Change, elementsIn, parseHtml } from '#lib/html-tree.ts';
import { assetsNamedIn } from '../sw/plan.ts';
import { contentHash } from './content-hash.ts';
import { type DocsPage, replaced, type StylePlace, vocabularyOf } from './docs-page.ts';
import {
  controlTypes,
  dropUnreadProperties,
  inputOf,
  propertyNames,
  trimRules,
  type Vocabulary,
} from './trim-styles.ts';

export interface DocsSheets {
  /** Addresses of the sheets and texts of the inline styles that the two sheets below replace. */
  readonly joined: ReadonlySet<string>;
  /** Address of the sheet for the initial view. */
  readonly shared: string;
  /** Address of the complete sheet. */
  readonly late: string;
  /** Text by address of sheets that only some pages have, such as the tools'. */
  readonly rare: ReadonlyMap<string, string>;
  /** Vocabulary of the pages' scripts. */
  readonly words: ReadonlySet<string>;
}

/** Data about a page until its sheets are written. */
export type StyledPage = Pick<DocsPage, 'isArticle' | 'sheets' | 'styles'>;

/** Data collected from pages that are read one by one, to save memory. */
class Group {
  pages = 0;
  readonly elements = new Set(['html', 'head', 'body']);
  readonly classes = new Set<string>();
  readonly scopes = new Set<string>();
  readonly scripts = new Set<string>();
  readonly words = new Set<string>();
  readonly #sheets = new Map<string, number>();
  readonly #styles = new Map<string, number>();

  add({ sheets, styles, scripts, inlineScripts }: DocsPage, vocabulary: Required<Vocabulary>): void {
    this.pages += 1;
    for (const name of vocabulary.elements) this.elements.add(name);
    for (const name of vocabulary.classes) this.classes.add(name);
    for (const name of vocabulary.scopes) this.scopes.add(name);
    for (const text of inlineScripts) this.addWords(text);
    for (const address of scripts) this.scripts.add(address);
    count(this.#sheets, sheets.map(styleOf));
    count(this.#styles, styles.map(styleOf));
  }

  /** The words in a script, which include its class names. */
  addWords(script: string): void {
    for (const word of script.split(/[\s"'`<>=\\]+/)) this.words.add(word);
  }

  /** Vocabulary of markup and scripts; scripts write no scope attributes. */
  get vocabulary(): Vocabulary {
    const { elements, classes, scopes, words } = this;
    const inputs = words.has('input') ? [...controlTypes.intersection(words)] : [];
    const made = new Set(inputs.map(inputOf));
    return { elements: elements.union(words).union(made), classes: classes.union(words), scopes };
  }

  /** True when more than half of the pages use it, so that a shared file is cheaper. */
  get mostSheets(): string[] {
    return this.#most(this.#sheets);
  }
  get mostStyles(): string[] {
    return this.#most(this.#styles);
  }
  get allSheets(): string[] {
    return [...this.#sheets.keys()];
  }

  #most(counts: ReadonlyMap<string, number>): string[] {
    return [...counts].filter(([, times]) => times > this.pages / 2).map(([text]) => text);
  }
}

const styleOf = ({ style }: StylePlace): string => style;

function count(counts: Map<string, number>, texts: readonly string[]): void {
  for (const text of new Set(texts)) counts.set(text, (counts.get(text) ?? 0) + 1);
}

/** What is known of the documentation's pages after reading them one by one. */
export class Survey {
  readonly all = new Group();
  readonly articles = new Group();
  /** Tokens that pages read, and files that they name. */
  readonly properties = new Set<string>();
  readonly files = new Set<string>();
  readonly #styles = new Map<string, string>();

  /** @returns What is kept of the page: its styles, which most pages share, are in memory once. */
  add(page: DocsPage, html: string): StyledPage {
    const vocabulary = vocabularyOf(page.elements);
    this.all.add(page, vocabulary);
    if (page.isArticle) this.articles.add(page, vocabulary);
    for (const name of propertyNames(html)) this.properties.add(name);
    for (const address of assetsNamedIn(html)) this.files.add(basename(address));
    const once = ({ place, style }: StylePlace): StylePlace => {
      if (!this.#styles.has(style)) this.#styles.set(style, structuredClone(style));
      return { place, style: this.#styles.get(style) ?? style };
    };
    return { isArticle: page.isArticle, sheets: page.sheets.map(once), styles: page.styles.map(once) };
  }
}

export async function writeSheets(
  outDir: string,
  { all, articles, properties: readOnPages, files: named }: Survey,
): Promise<DocsSheets> {
  const files = await reachableFiles(outDir, named);
  const textAt = (address: string): string => files.get(address.slice('/_astro/'.length)) ?? '';
  for (const address of articles.scripts) articles.addWords(textAt(address));
  for (const [name, text] of files) if (name.endsWith('.js')) all.addWords(text);

  const most = all.mostSheets;
  const rare = new Map(
    all.allSheets.filter((address) => !most.includes(address)).map((address) => [address, textAt(address)]),
  );
  const alike = articles.mostStyles;
  const base = [...alike, ...most.map(textAt)].join('');
  const write = async (
    name: string,
    css: string,
    can: Vocabulary,
    elsewhere: Iterable<string>,
  ): Promise<string> => {
    const read = new Set(readOnPages);
    for (const text of elsewhere) for (const property of propertyNames(text)) read.add(property);
    const text = dropUnreadProperties(trimRules(css, can), read);
    const address = `/_astro/${name}.${contentHash(text)}.css`;
    await writeFile(join(outDir, address), text);
    return address;
  };
  const others = [...files].filter(([name]) => !most.includes(`/_astro/${name}`)).map(([, text]) => text);
  return {
    joined: new Set([...most, ...alike]),
    rare,
    words: all.words,
    shared: await write('docs', base, articles.vocabulary, rare.values()),
    late: await write('docs-whole', base + [...rare.values()].join(''), all.vocabulary, others),
  };
}

/** Text of the named scripts and sheets and of those that they name in turn. */
async function reachableFiles(outDir: string, named: Iterable<string>): Promise<Map<string, string>> {
  const folder = join(outDir, '_astro');
  const present = new Set(await readdir(folder));
  const texts = new Map<string, string>();
  const open = [...named];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (!present.has(name) || texts.has(name)) continue;
    const text = await readFile(join(folder, name), 'utf8');
    texts.set(name, text);
    open.push(...fileNames(text));
  }
  return texts;
}

const fileNames = (text: string): string[] => text.match(/[\w.-]+\.(?:js|css)\b/g) ?? [];

/**
 * Replaces a page's styles by one sheet and one inline style, because each costs a request, or an incompressible hash
 * in the policy. The inline style goes after the sheets, where the last one was.
 *
 * @param read Reads the page again; few need it.
 */
export async function sheetChanges(
  page: StyledPage,
  written: DocsSheets,
  read: () => Promise<string>,
): Promise<Change[]> {
  const { isArticle, sheets, styles } = page;
  const { joined, shared, late, rare } = written;
  const [first, ...others] = sheets.filter(({ style }) => joined.has(style));
  const rest = sheets.filter(({ style }) => rare.has(style));
  const inline = styles.map(styleOf).filter((css) => !joined.has(css));
  const own =
    rest.length === 0 && inline.length === 0
      ? ''
      : ownStyle(
          await read(),
          rest.map(({ style }) => rare.get(style) ?? ''),
          inline.join(''),
          written,
        );
  const link = `<link rel="stylesheet" href="${isArticle ? shared : late}">`;
  const last = styles.at(-1);
  return [
    ...(first === undefined ? [] : replaced(first, link)),
    ...[...others, ...rest, ...styles.slice(0, -1)].flatMap((element) => replaced(element)),
    ...(last === undefined ? [] : own === '' ? replaced(last) : [{ ...innerOf(last), text: own }]),
  ];
}

const innerOf = ({ place }: StylePlace) => ({ start: place.innerStart, end: place.innerEnd });

/** What only this page shows. */
function ownStyle(html: string, rare: readonly string[], inline: string, { words }: DocsSheets): string {
  const vocabulary = vocabularyOf([...elementsIn(parseHtml(html))]);
  const { scopes, classes } = vocabulary;
  return [
    ...rare.map((sheet) => trimRules(sheet, vocabulary)),
    trimRules(inline, { scopes, classes: classes.union(words) }),
  ].join('');
}
