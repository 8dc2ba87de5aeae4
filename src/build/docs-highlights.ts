/** Reads the highlighted articles of the documentation's index, which the search suggests when it finds nothing. */
import type { ArticleLink } from '#domain/search/index-file.ts';
import { elementsIn, findElement, hasClass, parseHtml, textOf } from '#lib/html-tree.ts';

/** @param indexHtml The built /docs. */
export function highlights(indexHtml: string): readonly ArticleLink[] {
  const list = findElement(parseHtml(indexHtml), (element) => hasClass(element, 'highlights'));
  return [...elementsIn(list?.children ?? [])]
    .filter(({ name }) => name === 'a')
    .map((link) => ({ title: textOf(link), url: link.attributes['href'] ?? '' }));
}
