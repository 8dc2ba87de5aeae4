/**
 * The loaded search index: articles by word, and the articles' texts on demand.
 *
 * A word finds Pagefind's results for itself, for its other forms, and for words that start with it. Pagefind's score
 * is weighted by the nearness of the word, which also ranks the sections.
 */
import {
  type ArticleLink,
  type IndexedWord,
  type IndexFile,
  unpackWords,
  type WrittenArticle,
} from '#docs/search/rules/index-file.ts';
import type { Nearness } from '#docs/search/rules/nearness.ts';
import { type Vocabulary, vocabularyOf } from '#docs/search/rules/vocabulary.ts';
import { type ArticleText, articleText } from './article-text.ts';

/** Filters, named as in `data-pagefind-filter`. */
export interface SearchFilters {
  readonly categoria?: string;
  readonly nivel?: string;
}

export interface DocsIndex {
  /** Words of the documentation, those with the highest scores first. */
  readonly vocabulary: Vocabulary;
  /** Articles to suggest when nothing is found. */
  readonly popular: readonly ArticleLink[];
  /** Scores of the articles for a word, by index. */
  find(near: Nearness, filters: SearchFilters): ReadonlyMap<number, number>;
  /** Rejects when the article's text cannot be fetched. */
  read(page: number): Promise<ArticleText>;
  /** True for a Portuguese word. Rejects when the list of them cannot be fetched. */
  isPortuguese(plain: string): Promise<boolean>;
}

/** Fetches a file named in the index. */
export interface IndexParts {
  text(file: string): Promise<WrittenArticle>;
  words(file: string): Promise<string>;
}

/** Shorter words are not used for spelling correction. */
const LETTERS_MIN = 3;
/** Exact matches count fully, other forms about a third, prefixes about a tenth. */
const NEARNESS_POWER = 3;

export const vocabularyFrom = (words: readonly IndexedWord[]): Vocabulary =>
  vocabularyOf(
    words
      .filter(({ word }) => word.length >= LETTERS_MIN && /^[a-z]+$/.test(word))
      .map(({ word, hits }) => ({ word, worth: hits.reduce((sum, { score }) => sum + score, 0) }))
      .sort((a, b) => b.worth - a.worth)
      .map(({ word }) => word),
  );

/**
 * Opens a fetched index.
 *
 * @param fetchPart Called once per file.
 */
export function openIndex(
  { pages, words: packed, popular, portuguese }: IndexFile,
  fetchPart: IndexParts,
): DocsIndex {
  const words = unpackWords(packed);
  const texts = new Map<number, Promise<ArticleText>>();
  let portugueseWords: Promise<ReadonlySet<string>> | undefined;
  return {
    vocabulary: vocabularyFrom(words),
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
      const text = texts.get(page) ?? fetchPart.text(pages[page]?.file ?? '').then(articleText);
      texts.set(page, text);
      return text;
    },
    async isPortuguese(plain) {
      portugueseWords ??= fetchPart.words(portuguese).then((list) => new Set(list.split(' ')));
      return (await portugueseWords).has(plain);
    },
  };
}
