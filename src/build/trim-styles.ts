/**
 * Leaves out of a built sheet the utilities that a group of pages cannot use.
 *
 * Owns: reading minified CSS rule by rule, and the judgement "no page and no script names this class". Class names are
 * written whole in this code base (Tailwind finds them the same way), so a name that stands in neither cannot appear.
 */

/** Every word of markup or script that could be a class. */
export function collectWords(texts: Iterable<string>): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of texts) for (const word of text.split(/[\s"'`<>=\\]+/)) words.add(word);
  return words;
}

const LAYER_START = '@layer utilities{';

/** @returns The sheet with unused rules of its utilities layers left out, and the registered properties only they had. */
export function trimUtilities(css: string, words: ReadonlySet<string>): string {
  let trimmed = css;
  for (let start = trimmed.indexOf(LAYER_START); start !== -1; ) {
    const open = start + LAYER_START.length - 1;
    const close = closingBrace(trimmed, open);
    const kept = keepUsed(trimmed.slice(open + 1, close), words);
    trimmed = trimmed.slice(0, open + 1) + kept + trimmed.slice(close);
    start = trimmed.indexOf(LAYER_START, open + kept.length);
  }
  return dropUnusedProperties(trimmed);
}

/** Keeps what has no class, and each rule with at least one class that is used; at-rules are entered. */
function keepUsed(block: string, words: ReadonlySet<string>): string {
  let kept = '';
  for (let at = 0; at < block.length; ) {
    const open = block.indexOf('{', at);
    if (open === -1) return kept + block.slice(at);
    const close = closingBrace(block, open);
    const prelude = block.slice(at, open);
    const body = block.slice(open + 1, close);
    if (prelude.startsWith('@')) {
      const inner = keepUsed(body, words);
      if (inner !== '') kept += `${prelude}{${inner}}`;
    } else if (isUsed(prelude, words)) {
      kept += `${prelude}{${body}}`;
    }
    at = close + 1;
  }
  return kept;
}

function isUsed(selector: string, words: ReadonlySet<string>): boolean {
  const classes = [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) =>
    name.replace(/\\(.)/g, '$1'),
  );
  return classes.length === 0 || classes.some((name) => words.has(name));
}

/** `@property --tw-…` serves transitions of utilities; without the utility it is only weight. */
function dropUnusedProperties(css: string): string {
  return css.replace(/@property (--tw-[\w-]+)\{[^}]*\}/g, (rule, name: string) =>
    css.includes(`var(${name}`) ? rule : '',
  );
}

/** Where the block that begins at `open` ends. */
export function closingBrace(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('A built sheet has a brace that never closes.');
}
