/**
 * What the search knows beside its index: the words of the documentation, so that a slip can be mended, and the
 * articles to offer where nothing is found.
 */

import { elementsIn, findElement, type HtmlNode, hasClass, parseHtml, textOf } from '#lib/html-tree.ts';
import type { ArticlePage } from './docs-built.ts';

export interface SearchWords {
  /** Without accents, the most frequent first, one space between two. */
  readonly words: string;
  readonly popular: readonly { readonly title: string; readonly url: string }[];
}

const LETTERS_MIN = 3;

/** @param indexHtml The documentation's index, which shows the highlights. */
export function searchWords(articles: Iterable<ArticlePage>, indexHtml: string): SearchWords {
  const times = new Map<string, number>();
  for (const { html } of articles) {
    const article = findElement(parseHtml(html), ({ name }) => name === 'article');
    for (const [word] of plainText(article?.children ?? []).matchAll(/[a-z]+/g))
      if (word.length >= LETTERS_MIN) times.set(word, (times.get(word) ?? 0) + 1);
  }
  const words = [...times]
    .sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
    .map(([word]) => word);
  return { words: words.join(' '), popular: highlights(indexHtml) };
}

/** In small letters without accents; addresses are no words. */
function plainText(nodes: readonly HtmlNode[]): string {
  return words(nodes)
    .replace(/https?:\S+/g, ' ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '');
}

function words(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      return ['script', 'style', 'noscript'].includes(node.name) ? '' : words(node.children);
    })
    .join(' ');
}

function highlights(indexHtml: string): SearchWords['popular'] {
  const list = findElement(parseHtml(indexHtml), (element) => hasClass(element, 'highlights'));
  return [...elementsIn(list?.children ?? [])]
    .filter(({ name }) => name === 'a')
    .map((link) => ({ title: textOf(link), url: link.attributes['href'] ?? '' }));
}
