/** The articles that the documentation's index shows first: what the search offers where nothing is found. */
import type { ArticleLink } from '#domain/search/index-file.ts';
import { elementsIn, findElement, hasClass, parseHtml, textOf } from '#lib/html-tree.ts';

/** @param indexHtml The built /docs. */
export function highlights(indexHtml: string): readonly ArticleLink[] {
  const list = findElement(parseHtml(indexHtml), (element) => hasClass(element, 'highlights'));
  return [...elementsIn(list?.children ?? [])]
    .filter(({ name }) => name === 'a')
    .map((link) => ({ title: textOf(link), url: link.attributes['href'] ?? '' }));
}
