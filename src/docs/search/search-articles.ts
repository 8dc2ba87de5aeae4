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
import {
  hasEveryWord,
  type Question,
  type RankedArticle,
  rankSections,
} from '#docs/search/rules/rank-sections.ts';
import {
  mayGoOn,
  type QuestionWord,
  readQuestion,
  withCorrection,
} from '#docs/search/rules/read-question.ts';
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

/** What the reader may have meant. */
export interface Correction {
  /** The question with corrected spelling. */
  readonly query: string;
  /** The answer has its articles among those of the question as typed. */
  readonly isShown: boolean;
  /** The question as typed finds articles by itself. */
  readonly isTypedFound: boolean;
}

interface SearchAnswer {
  /** Ordered by their best row. */
  readonly articles: readonly FoundArticle[];
  readonly correction: Correction | null;
  /** Words of the question that no article has, as typed. */
  readonly unknown: readonly string[];
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

/** @param isAsTyped Leaves out what a correction finds. */
export type SearchArticles = (
  query: string,
  filters?: SearchFilters,
  isAsTyped?: boolean,
) => Promise<SearchAnswer>;

/**
 * Creates a search.
 *
 * @param loadIndex Fetches the index; called with the first question, and again after a failure.
 * @returns A function that rejects when the index or a part of it cannot be loaded.
 */
export function createSearch(loadIndex: () => Promise<DocsIndex>): SearchArticles {
  let loading: Promise<DocsIndex> | null = null;
  return async (query, filters = {}, isAsTyped = false) => {
    if (query.trim() === '')
      return { articles: [], correction: null, unknown: [], isVague: true, popular: [] };
    loading ??= loadIndex();
    try {
      return await answer(await loading, query, filters, isAsTyped);
    } catch (cause) {
      // A text may have failed to load; reload everything with the next question.
      loading = null;
      throw cause;
    }
  };
}

async function answer(
  index: DocsIndex,
  query: string,
  filters: SearchFilters,
  isAsTyped: boolean,
): Promise<SearchAnswer> {
  const words = readQuestion(query, index.vocabulary);
  const corrected = await correctWords(index, words);
  const asTyped = look(index, query, words, filters);
  const asMeant = corrected === null || isAsTyped ? null : look(index, query, corrected, filters);
  // One set of texts for both, because they are what a search loads most of.
  const candidates = new Set(
    asTyped.pages
      .flatMap((page, place) => [asMeant?.pages[place] ?? page, page])
      .concat(asMeant?.pages ?? []),
  );
  const texts = await Promise.all([...candidates].slice(0, CANDIDATES_MAX).map((page) => index.read(page)));
  const rank = ({ question }: Look): Ranked => ({ question, ranked: rankSections(question, texts) });
  const typed = rank(asTyped);
  const meant = asMeant === null ? null : rank(asMeant);
  const isShown = meant !== null && (typed.ranked.length === 0 || isAnsweredWhole(meant));
  const shown = isShown ? meant : typed;
  return {
    articles: shown.ranked.slice(0, ARTICLES_MAX).map((article) => describe(article, shown.question)),
    correction:
      corrected === null
        ? null
        : {
            query: corrected.reduce(
              (text, { typed, correction }) => text.replace(typed, correction ?? typed),
              query.trim().normalize('NFC').toLowerCase(),
            ),
            isShown,
            isTypedFound: typed.ranked.length > 0,
          },
    unknown: words.filter((_word, place) => !asTyped.isFound[place]).map(({ typed }) => typed),
    isVague: words.length === 0,
    popular: index.popular,
  };
}

/** `null` without corrections. A Portuguese word is meant as it was typed. */
async function correctWords(
  index: DocsIndex,
  words: readonly QuestionWord[],
): Promise<readonly QuestionWord[] | null> {
  const corrected = await Promise.all(
    words.map(async (word) =>
      word.correction !== null && (await index.isPortuguese(foldWord(word.typed)))
        ? { ...word, correction: null }
        : withCorrection(word),
    ),
  );
  return corrected.some(({ correction }) => correction !== null) ? corrected : null;
}

interface Ranked {
  readonly question: Question;
  readonly ranked: readonly RankedArticle<ArticleText>[];
}

interface Look {
  readonly question: Question;
  /** The articles that have the words, the best first. */
  readonly pages: readonly number[];
  /** By word, whether any article has it. */
  readonly isFound: readonly boolean[];
}

function look(
  { vocabulary, find }: DocsIndex,
  query: string,
  words: readonly QuestionWord[],
  filters: SearchFilters,
): Look {
  const nearness = words.map((word) => nearnessTo(word, vocabulary.isWhole(foldWord(word.typed))));
  const inNames = words.map(({ typed }, place) => {
    const near = nearness[place] ?? (() => 0);
    const isUnfinished = place === words.length - 1 && mayGoOn(foldWord(typed), vocabulary);
    return isUnfinished ? nearnessInNames(near, typed) : near;
  });
  const found = inNames.map((near) => find(near, filters));
  return {
    question: { typed: query, nearness, inNames },
    pages: bestPages(found),
    isFound: found.map(({ size }) => size > 0),
  };
}

/** True when the best article has every word of the question: the correction fits the rest. */
const isAnsweredWhole = ({ ranked: [best], question }: Ranked): boolean =>
  best !== undefined && hasEveryWord(question, best.article);

/**
 * Orders pages by how much of the question they contain.
 *
 * @param found Scores of the pages for each word.
 */
function bestPages(found: readonly ReadonlyMap<number, number>[]): readonly number[] {
  const pages = new Map<number, { readonly sum: number; readonly words: number }>();
  for (const ofWord of found) {
    // A word of many names ("monitor") would otherwise decide alone.
    const most = Math.max(...ofWord.values());
    for (const [page, worth] of ofWord) {
      const { sum, words } = pages.get(page) ?? { sum: 0, words: 0 };
      pages.set(page, { sum: sum + worth / most, words: words + 1 });
    }
  }
  const rank = ({ sum, words }: { sum: number; words: number }): number =>
    sum * (words / found.length) ** COVERAGE_POWER;
  return [...pages].sort(([, a], [, b]) => rank(b) - rank(a)).map(([page]) => page);
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
