/** Reads the highlighted articles of the documentation's index, which the search suggests when it finds nothing. */
import type { ArticleLink } from '#docs/search/rules/index-file.ts';
import { elementsIn, type HtmlElement, hasClass, textOf } from '#lib/html-tree.ts';

/** @param elements Of the built /docs. */
export function highlights(elements: readonly HtmlElement[]): readonly ArticleLink[] {
  const list = elements.find((element) => hasClass(element, 'highlights'));
  return [...elementsIn(list?.children ?? [])]
    .filter(({ name }) => name === 'a')
    .map((link) => ({ title: textOf(link), url: link.attributes['href'] ?? '' }));
}
