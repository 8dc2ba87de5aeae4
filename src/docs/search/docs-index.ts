/**
 * The loaded search index: articles by word, and the articles' texts on demand.
 *
 * A word finds Pagefind's results for itself, for its other forms, and for words that start with it. Pagefind's score
 * is weighted by the nearness of the word, which also ranks the sections.
 */
import {
  type ArticleLink,
  type IndexFile,
  unpackWords,
  type WrittenArticle,
} from '#docs/search/rules/index-file.ts';
import type { Nearness } from '#docs/search/rules/nearness.ts';
import { type ArticleText, articleText } from './article-text.ts';

/** Filters, named as in `data-pagefind-filter`. */
export interface SearchFilters {
  readonly categoria?: string;
  readonly nivel?: string;
}

export interface DocsIndex {
  /** Words of the documentation without accents, those with the highest scores first. */
  readonly vocabulary: readonly string[];
  /** Articles to suggest when nothing is found. */
  readonly popular: readonly ArticleLink[];
  /** Scores of the articles for a word, by index. */
  find(near: Nearness, filters: SearchFilters): ReadonlyMap<number, number>;
  /** Rejects when the article's text cannot be fetched. */
  read(page: number): Promise<ArticleText>;
}

/** Shorter words are not used for spelling correction. */
const LETTERS_MIN = 3;
/** Exact matches count fully, other forms about a third, prefixes about a tenth. */
const NEARNESS_POWER = 3;

/**
 * Opens a fetched index.
 *
 * @param fetchText Fetches a file named in the index; called once per file.
 */
export function openIndex(
  { pages, words: packed, popular }: IndexFile,
  fetchText: (file: string) => Promise<WrittenArticle>,
): DocsIndex {
  const words = unpackWords(packed);
  const texts = new Map<number, Promise<ArticleText>>();
  return {
    vocabulary: words
      .filter(({ word }) => word.length >= LETTERS_MIN && /^[a-z]+$/.test(word))
      .map(({ word, hits }) => ({ word, worth: hits.reduce((sum, { score }) => sum + score, 0) }))
      .sort((a, b) => b.worth - a.worth)
      .map(({ word }) => word),
    popular,
    find(near, filters) {
      const wanted = Object.entries(filters);
      const suits = pages.map((page) => wanted.every(([name, value]) => page.filters[name] === value));
      const worth = new Map<number, number>();
      for (const { word, hits } of words) {
        const share = near({ word, parts: [], start: 0, end: 0 }) ** NEARNESS_POWER;
        if (share === 0) continue;
        for (const { page, score } of hits)
          if (suits[page]) worth.set(page, Math.max(worth.get(page) ?? 0, score * share));
      }
      return worth;
    },
    read(page) {
      const text = texts.get(page) ?? fetchText(pages[page]?.file ?? '').then(articleText);
      texts.set(page, text);
      return text;
    },
  };
}
