/**
 * Searches the documentation for a question in all its readings.
 *
 * Owns: loading the index once, choosing candidate articles, the shape of the results. Does not own: the meaning of
 * words and the ranking of sections (domain/search), or the display (components/search).
 *
 * Pagefind finds only articles with every word, which is too strict for questions in everyday language. So each word is
 * looked up separately, the scores are added per article, and the sections of the best articles are ranked.
 */
import { type ExcerptPart, excerptOf, markedTitle } from '#docs/search/rules/excerpt.ts';
import type { ArticleLink } from '#docs/search/rules/index-file.ts';
import { nearnessInNames, nearnessTo } from '#docs/search/rules/nearness.ts';
import { type Question, type RankedArticle, rankSections } from '#docs/search/rules/rank-sections.ts';
import { isWhole, mayGoOn, type QuestionWord, readQuestion } from '#docs/search/rules/read-question.ts';
import { foldWord } from '#domain/text/tokens.ts';
import type { ArticleText } from './article-text.ts';
import type { DocsIndex, SearchFilters } from './docs-index.ts';

/** A matching section, or the article's introduction. */
export interface FoundRow {
  readonly title: readonly ExcerptPart[];
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
  /** Ordered by their best row. */
  readonly articles: readonly FoundArticle[];
  /** The question with corrected spelling; `null` without corrections. */
  readonly readAs: string | null;
  /** True for a question with only stop words, which is not looked up. */
  readonly isVague: boolean;
  readonly popular: readonly ArticleLink[];
}

/** Maximum number of articles whose text is loaded. */
const CANDIDATES_MAX = 10;
const ARTICLES_MAX = 8;
const ROWS_MAX = 8;
/** Penalty for articles that contain only some of the words. */
const COVERAGE_POWER = 2;

export type SearchArticles = (query: string, filters?: SearchFilters) => Promise<SearchAnswer>;

/**
 * Creates a search.
 *
 * @param loadIndex Fetches the index; called with the first question, and again after a failure.
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
      // A text may have failed to load; reload everything with the next question.
      loading = null;
      throw cause;
    }
  };
}

async function answer(index: DocsIndex, query: string, filters: SearchFilters): Promise<SearchAnswer> {
  const { vocabulary, popular } = index;
  const words = readQuestion(query, vocabulary);
  const nearness = words.map((word) => nearnessTo(word, isWhole(foldWord(word.typed), vocabulary)));
  const inNames = words.map(({ typed }, index) => {
    const near = nearness[index] ?? (() => 0);
    const isUnfinished = index === words.length - 1 && mayGoOn(foldWord(typed), vocabulary);
    return isUnfinished ? nearnessInNames(near, typed) : near;
  });
  const pages = bestPages(inNames.map((near) => index.find(near, filters))).slice(0, CANDIDATES_MAX);
  const read = await Promise.all(pages.map((page) => index.read(page)));
  const question = { typed: query, nearness, inNames };
  const ranked = rankSections(question, read);
  return {
    articles: ranked.slice(0, ARTICLES_MAX).map((article) => describe(article, question)),
    readAs: readAs(words),
    isVague: words.length === 0,
    popular,
  };
}

/**
 * Orders pages by how much of the question they contain.
 *
 * @param found Scores of the pages for each word.
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
  { nearness, inNames }: Question,
): FoundArticle {
  const { title, category, url } = article;
  const rows = sections.slice(0, ROWS_MAX).map(({ section }) => ({
    title: markedTitle(section.title, section.headingTokens, section.url === url ? inNames : nearness),
    url: section.url,
    excerpt: excerptOf(section.text, section.textTokens, nearness),
    isBeginning: section.url === url,
  }));
  return { title, category, url, rows };
}
