/**
 * What the search knows beside its index: the words of the documentation, so that a slip can be mended, and the
 * articles to offer where nothing is found.
 */
import type { ArticlePage } from './docs-built.ts';
import { decodeEntities } from './html-tree.ts';

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
    for (const [word] of plainText(html).matchAll(/[a-z]+/g))
      if (word.length >= LETTERS_MIN) times.set(word, (times.get(word) ?? 0) + 1);
  }
  const words = [...times]
    .sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
    .map(([word]) => word);
  return { words: words.join(' '), popular: highlights(indexHtml) };
}

/** Rough on purpose: only words are wanted, and a thousand articles are read. */
function plainText(html: string): string {
  const [, article = ''] = /<article[^>]*>([\s\S]*)<\/article>/.exec(html) ?? [];
  const text = article.replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]+>|https?:\S+/g, ' ');
  return decodeEntities(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '');
}

function highlights(indexHtml: string): SearchWords['popular'] {
  const [, list = ''] = /<ol class="highlights"[^>]*>([\s\S]*?)<\/ol>/.exec(indexHtml) ?? [];
  return [...list.matchAll(/<a [^>]*?href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(([, url = '', title = '']) => ({
    title: decodeEntities(title),
    url,
  }));
}
