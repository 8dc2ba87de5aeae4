/**
 * The index in a page's memory: which articles a word leads to, and their texts once they are read.
 *
 * A word leads to all that Pagefind found by it, by its other forms, and by those that begin with it; how near each is
 * decides how much of Pagefind's score counts. It is the same measure that ranks the sections.
 */
import type { ArticleLink, IndexFile, WrittenArticle } from '#domain/search/index-file.ts';
import { unpackWords } from '#domain/search/index-file.ts';
import type { Nearness } from '#domain/search/nearness.ts';
import { type ArticleText, articleText } from './article-text.ts';

/** Narrows an answer; names are those that a page writes into `data-pagefind-filter`. */
export interface SearchFilters {
  readonly categoria?: string;
  readonly nivel?: string;
}

export interface DocsIndex {
  /** Words of the documentation without accents, those first that say most about articles. */
  readonly vocabulary: readonly string[];
  /** Articles to offer where nothing is found. */
  readonly popular: readonly ArticleLink[];
  /** What each article is worth to one word, by its number. */
  find(near: Nearness, filters: SearchFilters): ReadonlyMap<number, number>;
  /** Rejects when the article's text cannot be fetched. */
  read(page: number): Promise<ArticleText>;
}

/** Two letters are no word that a slip could have been meant for. */
const LETTERS_MIN = 3;
/** What Pagefind found by the word itself counts; by another of its forms, a third; by a mere beginning, a tenth. */
const NEARNESS_POWER = 3;

/**
 * Opens an index that has been fetched.
 *
 * @param fetchText Fetches one of the files that the index names; each once, also when two questions want it at a time.
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
