/**
 * Leaves out of built sheets what a group of pages cannot use: rules, tokens and registered properties.
 *
 * Owns: the judgement "nothing on these pages, and no script of theirs, can match this selector". Class names are
 * written whole in this code base (Tailwind finds them the same way), so a name that stands in neither cannot appear.
 */
import { parse as parseSelector, type Selector } from 'css-what';
import postcss, { type AtRule, type ChildNode, type Container, type Root, type Rule } from 'postcss';

/** Names on a group of pages; of a kind that is left out there may be any. */
export interface Vocabulary {
  readonly elements?: ReadonlySet<string>;
  readonly classes?: ReadonlySet<string>;
  /** Astro's marks of scoped styles, which scripts never write. */
  readonly scopes?: ReadonlySet<string>;
}

/** Parts of the browser's own controls, and the type of input that has them. */
export const CONTROLS: Readonly<Record<string, string>> = {
  'file-selector-button': 'file',
  '-webkit-inner-spin-button': 'number',
  '-webkit-outer-spin-button': 'number',
};
/** An input among the elements of a vocabulary. */
export const inputOf = (type: string): string => `input:${type}`;

/** Tailwind's layer for browsers that know no `@property` (Firefox before 128); articles do without it. */
const FALLBACK = 'properties';
export const SCOPE = 'data-astro-cid-';

/** @returns The sheet without the selectors that can match nothing, and with one block a layer. */
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
 * Leaves out tokens and registered properties that nothing reads, nor anything that is read.
 *
 * @param elsewhere What is read outside this sheet: in other sheets, scripts, pages.
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

/** Names of custom properties in any text: a script, a sheet, a page. */
export const propertyNames = (text: string): readonly string[] => text.match(/--[\w-]+/g) ?? [];

/** Rules within a rule belong to it, and the steps of an animation are no selectors. */
function isStyle({ parent }: Rule): boolean {
  const around = parent as Container | undefined;
  return (
    around?.type !== 'rule' && !(around?.type === 'atrule' && (around as AtRule).name.endsWith('keyframes'))
  );
}

/** A rule without declarations and a condition or layer without rules say nothing. */
function removeWithGroup(node: ChildNode): void {
  const { parent } = node;
  node.remove();
  if (parent !== undefined && parent.type !== 'root' && parent.nodes?.length === 0)
    removeWithGroup(parent as ChildNode);
}

/** Layers have an order of their own, so nothing looks different. */
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

/** Judges by names alone: where they stand in relation to each other, and states, are left open. */
const canMatch = (selector: string, vocabulary: Vocabulary): boolean =>
  parseSelector(selector).some((parts) => parts.every((part) => canBe(part, vocabulary)));

function canBe(part: Selector, vocabulary: Vocabulary): boolean {
  const { elements, classes, scopes } = vocabulary;
  if (part.type === 'tag') return elements?.has(part.name) ?? true;
  if (part.type === 'attribute' && part.name === 'class') return classes?.has(part.value) ?? true;
  if (part.type === 'attribute' && part.name.startsWith(SCOPE)) return scopes?.has(part.name) ?? true;
  if (part.type === 'pseudo-element') {
    const type = CONTROLS[part.name];
    return type === undefined || (elements?.has(inputOf(type)) ?? true);
  }
  if (part.type === 'pseudo' && (part.name === 'is' || part.name === 'where') && Array.isArray(part.data))
    return part.data.some((parts) => parts.every((each) => canBe(each, vocabulary)));
  return true;
}
