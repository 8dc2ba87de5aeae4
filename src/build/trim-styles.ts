/**
 * Removes rules, tokens and registered properties that a group of pages cannot use from built sheets.
 *
 * Owns: deciding that nothing on these pages or in their scripts can match a selector. Class names are always written
 * in full (Tailwind relies on that too), so a name found in neither cannot appear.
 */
import { parse as parseSelector, type Selector } from 'css-what';
import postcss, { type AtRule, type ChildNode, type Container, type Root, type Rule } from 'postcss';

/** Names used by a group of pages; a missing kind means any name. */
export interface Vocabulary {
  readonly elements?: ReadonlySet<string>;
  readonly classes?: ReadonlySet<string>;
  /** Astro's scope attributes, which scripts never write. */
  readonly scopes?: ReadonlySet<string>;
}

/** Types of input that ask for a day. An input for a time alone has the same parts, but the site has none. */
const DAYS = ['date', 'datetime-local', 'month', 'week'] as const;
/** Pseudo-elements of native controls, by the beginning of their names, and the types of input that have them. */
const CONTROLS: Readonly<Record<string, readonly string[]>> = {
  'file-selector-button': ['file'],
  '-webkit-inner-spin-button': ['number'],
  '-webkit-outer-spin-button': ['number'],
  '-webkit-calendar-picker': DAYS,
  '-webkit-date': DAYS,
};
/** Every type of input that has pseudo-elements. */
export const controlTypes: ReadonlySet<string> = new Set(Object.values(CONTROLS).flat());
/** Key of an input by type in a vocabulary. */
export const inputOf = (type: string): string => `input:${type}`;

/** Tailwind's layer for browsers without `@property` (Firefox before 128), not needed by articles. */
const FALLBACK = 'properties';
export const SCOPE = 'data-astro-cid-';

/** @returns The sheet without unmatchable selectors, and with one block per layer. */
export function trimRules(css: string, vocabulary: Vocabulary): string {
  const sheet = postcss.parse(css);
  sheet.walkRules((rule) => {
    if (!isStyle(rule)) return;
    const selectors = rule.selectors.filter((selector) => canMatch(selector, vocabulary));
    if (selectors.length === 0) removeWithGroup(rule);
    else if (selectors.length < rule.selectors.length) rule.selectors = selectors;
  });
  joinLayers(sheet);
  return sheet.toString();
}

/**
 * Removes tokens and registered properties that are not used, directly or indirectly.
 *
 * @param elsewhere Names used outside of this sheet: in other sheets, scripts, pages.
 */
export function dropUnreadProperties(css: string, elsewhere: ReadonlySet<string>): string {
  const sheet = postcss.parse(css);
  for (let before = ''; before !== sheet.toString(); ) {
    before = sheet.toString();
    const read = new Set<string>(elsewhere);
    sheet.walkDecls(({ value }) => {
      for (const name of propertyNames(value)) read.add(name);
    });
    sheet.walkAtRules('property', (rule) => {
      if (!read.has(rule.params)) rule.remove();
    });
    sheet.walkDecls(/^--/, (declaration) => {
      if (!read.has(declaration.prop)) removeWithGroup(declaration);
    });
  }
  return sheet.toString();
}

/** Names of custom properties in a text. */
export const propertyNames = (text: string): readonly string[] => text.match(/--[\w-]+/g) ?? [];

/** Excludes nested rules and keyframes. */
function isStyle({ parent }: Rule): boolean {
  const around = parent as Container | undefined;
  return (
    around?.type !== 'rule' && !(around?.type === 'atrule' && (around as AtRule).name.endsWith('keyframes'))
  );
}

/** Removes empty rules, conditions and layers. */
function removeWithGroup(node: ChildNode): void {
  const { parent } = node;
  node.remove();
  if (parent !== undefined && parent.type !== 'root' && parent.nodes?.length === 0)
    removeWithGroup(parent as ChildNode);
}

/** Safe, because the layer order is declared separately. */
function joinLayers(sheet: Root): void {
  const blocks = new Map<string, AtRule>();
  sheet.each((node) => {
    if (node.type === 'comment' || (node.type === 'atrule' && node.params === FALLBACK)) node.remove();
    if (node.type !== 'atrule' || node.name !== 'layer' || node.nodes === undefined) return;
    const block = blocks.get(node.params);
    if (block === undefined) blocks.set(node.params, node);
    else {
      block.append(node.nodes);
      node.remove();
    }
  });
}

/** Compares names only, and ignores combinators and states. */
const canMatch = (selector: string, vocabulary: Vocabulary): boolean =>
  parseSelector(selector).some((parts) => parts.every((part) => canBe(part, vocabulary)));

function canBe(part: Selector, vocabulary: Vocabulary): boolean {
  const { elements, classes, scopes } = vocabulary;
  if (part.type === 'tag') return elements?.has(part.name) ?? true;
  if (part.type === 'attribute' && part.name === 'class') return classes?.has(part.value) ?? true;
  if (part.type === 'attribute' && part.name.startsWith(SCOPE)) return scopes?.has(part.name) ?? true;
  if (part.type === 'pseudo-element') {
    const [, types] = Object.entries(CONTROLS).find(([start]) => part.name.startsWith(start)) ?? [];
    return types === undefined || elements === undefined || types.some((type) => elements.has(inputOf(type)));
  }
  if (part.type === 'pseudo' && (part.name === 'is' || part.name === 'where') && Array.isArray(part.data))
    return part.data.some((parts) => parts.every((each) => canBe(each, vocabulary)));
  return true;
}
