/**
 * Searches the documentation: one question, all its readings, one list.
 *
 * Owns: loading the index once, which articles are looked into, the shape a page shows. Does not own: what a word may
 * mean or which section answers best (domain/search), or how results look (islands/search).
 *
 * Pagefind answers only articles that hold every word, which is too strict for a question in everyday words. So each
 * word is looked up by itself and an article gathers what its words are worth: the text of the best articles decides,
 * section by section, what was meant.
 */
import { everydayMeanings } from '#domain/search/everyday-words.ts';
import { type ExcerptPart, excerptOf } from '#domain/search/excerpt.ts';
import type { ArticleLink } from '#domain/search/index-file.ts';
import { type Nearness, nearnessTo } from '#domain/search/nearness.ts';
import { type RankedArticle, rankSections } from '#domain/search/rank-sections.ts';
import { type QuestionWord, readQuestion } from '#domain/search/read-question.ts';
import { foldWord } from '#domain/search/tokens.ts';
import type { ArticleText } from './article-text.ts';
import type { DocsIndex, SearchFilters } from './docs-index.ts';

/** A section that answers, or the article's beginning. */
interface FoundRow {
  readonly title: string;
  readonly url: string;
  readonly excerpt: readonly ExcerptPart[];
  readonly isBeginning: boolean;
}

export interface FoundArticle {
  readonly title: string;
  readonly category: string;
  readonly url: string;
  /** The best first, at least one. */
  readonly rows: readonly FoundRow[];
}

interface SearchAnswer {
  /** The one with the best row first. */
  readonly articles: readonly FoundArticle[];
  /** The question with its slips mended; `null` when there were none. */
  readonly readAs: string | null;
  /** True for a question of nothing but small words, which is not looked up. */
  readonly isVague: boolean;
  readonly popular: readonly ArticleLink[];
}

/** Articles whose text is looked into. */
const CANDIDATES_MAX = 10;
const ARTICLES_MAX = 8;
const ROWS_MAX = 8;
/** How much an article loses that holds only some of the words. */
const COVERAGE_POWER = 2;

export type SearchArticles = (query: string, filters?: SearchFilters) => Promise<SearchAnswer>;

/**
 * Makes the search of a page.
 *
 * @param loadIndex Fetches the index; asked for at the first question, and again after a failure.
 * @returns A function that rejects when the index or a part of it cannot be loaded.
 */
export function createSearch(loadIndex: () => Promise<DocsIndex>): SearchArticles {
  let loading: Promise<DocsIndex> | null = null;
  return async (query, filters = {}) => {
    if (query.trim() === '') return { articles: [], readAs: null, isVague: true, popular: [] };
    loading ??= loadIndex();
    try {
      return await answer(await loading, query, filters);
    } catch (cause) {
      // Texts are fetched on demand. The next question starts afresh: the network may be back.
      loading = null;
      throw cause;
    }
  };
}

async function answer(index: DocsIndex, query: string, filters: SearchFilters): Promise<SearchAnswer> {
  const { vocabulary, popular } = index;
  const words = readQuestion(query, vocabulary);
  const isKnown = knownIn(vocabulary);
  const nearness = words.map((word) => nearnessTo(word, isKnown(word.typed)));
  const pages = bestPages(nearness.map((near) => index.find(near, filters))).slice(0, CANDIDATES_MAX);
  const read = await Promise.all(pages.map((page) => index.read(page)));
  const ranked = rankSections({ typed: query, nearness }, read);
  return {
    articles: ranked.slice(0, ARTICLES_MAX).map((article) => describe(article, nearness)),
    readAs: readAs(words),
    isVague: words.length === 0,
    popular,
  };
}

/** Whether a word is whole as it was typed: one of the documentation, in some form, or one said every day. */
function knownIn(vocabulary: readonly string[]): (word: string) => boolean {
  const words = new Set(vocabulary);
  return (typed) => {
    const word = foldWord(typed);
    return words.has(word) || words.has(word.replace(/s$/, '')) || everydayMeanings(word).length > 0;
  };
}

/**
 * The page that holds most of the question first.
 *
 * @param found Of each word, what each page is worth to it.
 */
function bestPages(found: readonly ReadonlyMap<number, number>[]): readonly number[] {
  const pages = new Map<number, { readonly sum: number; readonly words: number }>();
  for (const ofWord of found) {
    for (const [page, worth] of ofWord) {
      const { sum, words } = pages.get(page) ?? { sum: 0, words: 0 };
      pages.set(page, { sum: sum + worth, words: words + 1 });
    }
  }
  const rank = ({ sum, words }: { sum: number; words: number }): number =>
    sum * (words / found.length) ** COVERAGE_POWER;
  return [...pages].sort(([, a], [, b]) => rank(b) - rank(a)).map(([page]) => page);
}

function readAs(words: readonly QuestionWord[]): string | null {
  if (words.every(({ correctedTo }) => correctedTo === null)) return null;
  return words.map(({ typed, correctedTo }) => correctedTo ?? typed).join(' ');
}

function describe(
  { article, sections }: RankedArticle<ArticleText>,
  nearness: readonly Nearness[],
): FoundArticle {
  const { title, category, url } = article;
  const rows = sections.slice(0, ROWS_MAX).map(({ section }) => ({
    title: section.title,
    url: section.url,
    excerpt: excerptOf(section.text, section.textTokens, nearness),
    isBeginning: section.url === url,
  }));
  return { title, category, url, rows };
}
