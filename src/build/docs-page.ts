/** The parts of a built documentation page that matter for its weight. */
import { type Change, classesOf, elementsIn, type HtmlElement, textOf } from '#lib/html-tree.ts';
import { isArticle, type PageTree } from './finished-pages.ts';
import { layerOrder } from './layers.ts';
import { runsInline } from './page-policy.ts';
import { inputOf, SCOPE, type Vocabulary } from './trim-styles.ts';

export interface DocsPage {
  /** True for articles, false for pages with forms and lists. */
  readonly isArticle: boolean;
  /** Links to the site's style sheets. */
  readonly sheets: readonly StylePlace[];
  /** Inline styles, without the layer order. */
  readonly styles: readonly StylePlace[];
  /** Addresses of the scripts that are loaded at once. */
  readonly scripts: readonly string[];
  readonly inlineScripts: readonly string[];
  readonly elements: readonly HtmlElement[];
}

export interface StylePlace extends Pick<HtmlElement, 'place'> {
  /** The sheet's address or the style's CSS. */
  readonly style: string;
}

export function readDocsPage(tree: PageTree): DocsPage {
  const { elements } = tree;
  const late = new Set(elements.filter(isLate).flatMap(({ children }) => [...elementsIn(children)]));
  const scripts = elements.filter((element) => element.name === 'script' && !late.has(element));
  return {
    elements,
    isArticle: isArticle(tree),
    sheets: elements
      .map(({ place, attributes: { rel, href = '' } }) => ({ place, rel, style: href }))
      .filter(({ rel, style }) => rel === 'stylesheet' && style.startsWith('/_astro/')),
    styles: elements
      .filter(({ name }) => name === 'style')
      .map((element) => ({ place: element.place, style: textOf(element) }))
      .filter(({ style }) => style !== layerOrder),
    scripts: scripts.flatMap(({ attributes }) => attributes['src'] ?? []),
    inlineScripts: scripts.filter(runsInline).map(textOf),
  };
}

export function vocabularyOf(elements: readonly HtmlElement[]): Required<Vocabulary> {
  return {
    elements: new Set(elements.flatMap(kindsOf)),
    classes: new Set(elements.flatMap(classesOf)),
    scopes: new Set(elements.flatMap(scopesOf)),
  };
}

/** <template data-late> holds the scripts that components/docs/wake.ts loads. */
export const isLate = ({ name, attributes }: HtmlElement): boolean =>
  name === 'template' && 'data-late' in attributes;

const kindsOf = ({ name, attributes }: HtmlElement): string[] =>
  name === 'input' ? [name, inputOf(attributes['type'] ?? 'text')] : [name];

const scopesOf = ({ attributes }: HtmlElement): string[] =>
  Object.keys(attributes).filter((name) => name.startsWith(SCOPE));

/** Removes an element or replaces it with a text. */
export function replaced({ place }: Pick<HtmlElement, 'place'>, text = ''): Change[] {
  return [{ start: place.start, end: place.end, text }];
}
