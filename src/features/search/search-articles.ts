/**
 * Searches the documentation: one question, all its readings, one list.
 *
 * Owns: loading the index once, which articles are looked into, the shape a page shows. Does not own: what a word may
 * mean or which section answers best (domain/search), or how results look (islands/search).
 *
 * The index answers only articles that hold every word, which is too strict for a question in everyday words. So each
 * word is looked up by itself and an article gathers what its words are worth. The index also answers by stems and by
 * shorter and shorter beginnings: the text of the best articles decides, section by section, what was meant.
 */
import { everydayMeanings } from '#domain/search/everyday-words.ts';
import { type ExcerptPart, excerptOf } from '#domain/search/excerpt.ts';
import { type Nearness, nearnessTo } from '#domain/search/nearness.ts';
import { type RankedArticle, rankSections } from '#domain/search/rank-sections.ts';
import { type QuestionWord, readQuestion } from '#domain/search/read-question.ts';
import { foldWord } from '#domain/search/tokens.ts';
import { type ArticleText, articleText, type PagefindPage } from './article-text.ts';

/** As much of Pagefind's browser API as is used here; it ships no types for it. */
export interface PagefindIndex {
  search(
    query: string,
    options: { readonly filters: SearchFilters },
  ): Promise<{ readonly results: readonly PagefindHit[] }>;
}

export interface PagefindHit {
  readonly id: string;
  readonly score: number;
  data(): Promise<PagefindPage>;
}

/** What the search needs: the index, and beside it what src/build/docs-words.ts has gathered. */
export interface DocsIndex {
  readonly pagefind: PagefindIndex;
  /** Words of the documentation without accents, the most frequent first. */
  readonly vocabulary: readonly string[];
  /** Articles to offer where nothing is found. */
  readonly popular: readonly ArticleLink[];
}

export interface ArticleLink {
  readonly title: string;
  readonly url: string;
}

/** Narrows an answer; names are those that a page writes into `data-pagefind-filter`. */
export interface SearchFilters {
  readonly categoria?: string;
  readonly nivel?: string;
}

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
  const texts: Texts = new Map();
  return async (query, filters = {}) => {
    if (query.trim() === '') return { articles: [], readAs: null, isVague: true, popular: [] };
    loading ??= loadIndex();
    try {
      return await answer(await loading, texts, query, filters);
    } catch (cause) {
      // Parts of the index are fetched on demand. The next question starts afresh: the network may be back.
      loading = null;
      throw cause;
    }
  };
}

/** Articles that were read before, by their name in the index. */
type Texts = Map<string, ArticleText>;

async function answer(
  index: DocsIndex,
  texts: Texts,
  query: string,
  filters: SearchFilters,
): Promise<SearchAnswer> {
  const { pagefind, vocabulary, popular } = index;
  const words = readQuestion(query, vocabulary);
  const found = await Promise.all(words.map((word) => lookUp(pagefind, word, filters)));
  const hits = bestPages(found).slice(0, CANDIDATES_MAX);
  const read = await Promise.all(hits.map((hit) => textOf(hit, texts)));
  const isKnown = knownIn(vocabulary);
  const nearness = words.map((word) => nearnessTo(word, isKnown(word.typed)));
  const ranked = rankSections({ typed: query, nearness }, read);
  return {
    articles: ranked.slice(0, ARTICLES_MAX).map((article) => describe(article, nearness)),
    readAs: readAs(words),
    isVague: words.length === 0,
    popular,
  };
}

async function textOf(hit: PagefindHit, texts: Texts): Promise<ArticleText> {
  const known = texts.get(hit.id) ?? articleText(await hit.data());
  texts.set(hit.id, known);
  return known;
}

/** Whether a word is whole as it was typed: one of the documentation, in some form, or one said every day. */
function knownIn(vocabulary: readonly string[]): (word: string) => boolean {
  const words = new Set(vocabulary);
  return (typed) => {
    const word = foldWord(typed);
    return words.has(word) || words.has(word.replace(/s$/, '')) || everydayMeanings(word).length > 0;
  };
}

/** What one word is worth to each page: its best reading. */
async function lookUp(
  pagefind: PagefindIndex,
  { readings }: QuestionWord,
  filters: SearchFilters,
): Promise<ReadonlyMap<string, { readonly hit: PagefindHit; readonly worth: number }>> {
  const answers = await Promise.all(
    readings.map(async ({ text, weight }) => ({ weight, ...(await pagefind.search(text, { filters })) })),
  );
  const pages = new Map<string, { hit: PagefindHit; worth: number }>();
  for (const { weight, results } of answers) {
    for (const hit of results) {
      const worth = hit.score * weight;
      if ((pages.get(hit.id)?.worth ?? 0) < worth) pages.set(hit.id, { hit, worth });
    }
  }
  return pages;
}

type Found = Awaited<ReturnType<typeof lookUp>>;

/** One hit a page, of the word that is worth most to it; the page that holds most of the question first. */
function bestPages(found: readonly Found[]): readonly PagefindHit[] {
  const pages = new Map<string, { hit: PagefindHit; worth: number; sum: number; words: number }>();
  for (const word of found) {
    for (const [id, { hit, worth }] of word) {
      const page = pages.get(id) ?? { hit, worth: 0, sum: 0, words: 0 };
      const isBetter = worth > page.worth;
      pages.set(id, {
        hit: isBetter ? hit : page.hit,
        worth: Math.max(worth, page.worth),
        sum: page.sum + worth,
        words: page.words + 1,
      });
    }
  }
  const rank = ({ sum, words }: { sum: number; words: number }): number =>
    sum * (words / found.length) ** COVERAGE_POWER;
  return [...pages.values()].sort((a, b) => rank(b) - rank(a)).map(({ hit }) => hit);
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
