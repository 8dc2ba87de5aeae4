/**
 * Leaves out of built sheets what a group of pages cannot use: rules, tokens and registered properties.
 *
 * Owns: the judgement "nothing on these pages, and no script of theirs, can match this selector". Class names are
 * written whole in this code base (Tailwind finds them the same way), so a name that stands in neither cannot appear.
 */
import { narrowRules, splitList } from './css-rules.ts';

/** What can stand on a group of pages. */
export interface Vocabulary {
  /** Element names of the markup and words of the scripts; inputs also as `input:date`. */
  readonly elements: ReadonlySet<string>;
  /** Classes of the markup and words of the scripts. */
  readonly classes: ReadonlySet<string>;
}

/** Parts of the browser's own controls, and the types of input that have them. */
const CONTROLS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/::file-selector-button/, ['file']],
  [/::-webkit-(?:date|calendar)/, ['date', 'time', 'month', 'week', 'datetime-local']],
  [/::-webkit-search/, ['search']],
  [/::-webkit-(?:inner|outer)-spin/, ['number']],
];

/** @param pages Built pages. @param scripts Text of every script that may run on them. */
export function collectVocabulary(pages: Iterable<string>, scripts: Iterable<string>): Vocabulary {
  const words = new Set<string>();
  const elements = new Set<string>(['html', 'head', 'body']);
  const classes = new Set<string>();
  const read = (text: string): void => {
    for (const word of text.split(/[\s"'`<>=\\]+/)) words.add(word);
  };
  for (const script of scripts) read(script);
  for (const page of pages) {
    const markup = page.replace(
      /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/g,
      (_, name: string, text: string) => {
        if (name === 'script') read(text);
        return '';
      },
    );
    for (const [, name = ''] of markup.matchAll(/<([a-z][\w-]*)/g)) elements.add(name);
    for (const [, type = ''] of markup.matchAll(/<input\b[^>]*\stype="(\w+)"/g))
      elements.add(`input:${type}`);
    for (const [, list = ''] of markup.matchAll(/\sclass="([^"]*)"/g)) {
      for (const name of list.replaceAll('&amp;', '&').replaceAll('&#38;', '&').split(/\s+/))
        classes.add(name);
    }
  }
  const made = words.has('input') ? CONTROLS.flatMap(([, types]) => types) : [];
  for (const type of made) if (words.has(type)) elements.add(`input:${type}`);
  return { elements: elements.union(words), classes: classes.union(words) };
}

/** @returns The sheet without the selectors that can match nothing. */
export function trimRules(css: string, vocabulary: Vocabulary): string {
  return narrowRules(css, (selector) =>
    splitList(selector)
      .filter((part) => canMatch(part, vocabulary))
      .join(','),
  );
}

/** Judges by names alone: where they stand in relation to each other, and states, are left open. */
function canMatch(selector: string, vocabulary: Vocabulary): boolean {
  for (const [control, types] of CONTROLS) {
    const isThere = types.some((type) => vocabulary.elements.has(`input:${type}`));
    if (control.test(selector) && !isThere) return false;
  }
  const { plain, lists } = withoutFunctions(selector);
  if (!lists.every((list) => splitList(list).some((part) => canMatch(part, vocabulary)))) return false;
  // Attributes and states go; an escaped bracket or colon belongs to a name.
  const bare = plain.replace(/(\\.)|\[[^\]]*\]|::?[\w-]+/g, (_, escaped: string = '') => escaped);
  for (const [, name = ''] of bare.matchAll(/\.((?:\\.|[\w-])+)/g)) {
    if (!vocabulary.classes.has(name.replace(/\\(.)/g, '$1'))) return false;
  }
  for (const name of bare.replace(/[.#](?:\\.|[\w-])+/g, '').match(/[a-z][\w-]*/g) ?? []) {
    if (!vocabulary.elements.has(name)) return false;
  }
  return true;
}

/** The selector without `:is(…)` and its like; `lists` are those of which one alternative must match. */
function withoutFunctions(selector: string): { plain: string; lists: string[] } {
  const lists: string[] = [];
  let plain = '';
  for (let at = 0; at < selector.length; ) {
    const found = /^::?([\w-]+)\(/.exec(selector.slice(at));
    if (found === null) {
      const length = selector[at] === '\\' ? 2 : 1;
      plain += selector.slice(at, at + length);
      at += length;
      continue;
    }
    const start = at + found[0].length;
    const end = closingParenthesis(selector, start);
    if (found[1] === 'is' || found[1] === 'where') lists.push(selector.slice(start, end));
    at = end + 1;
  }
  return { plain, lists };
}

function closingParenthesis(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`A built selector has a parenthesis that never closes: ${text}`);
}

/**
 * Tokens and registered properties that nothing reads, nor anything that is read.
 *
 * @param others What may read them besides this sheet: other sheets, scripts, pages.
 */
export function dropUnreadProperties(css: string, others: Iterable<string>): string {
  const elsewhere = new Set<string>();
  for (const text of others) for (const name of text.match(/--[\w-]+/g) ?? []) elsewhere.add(name);
  let trimmed = css;
  for (let before = ''; before !== trimmed; ) {
    before = trimmed;
    const read = new Set([...before.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));
    const isRead = (name: string): boolean => read.has(name) || elsewhere.has(name);
    trimmed = before
      .replace(/@property (--[\w-]+)\{[^}]*\}/g, (rule, name: string) => (isRead(name) ? rule : ''))
      .replace(/(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (declaration, name: string) =>
        isRead(name) ? declaration : '',
      );
  }
  return trimmed;
}
