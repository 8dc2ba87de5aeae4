/**
 * Searches the documentation: one question, all its readings, one list.
 *
 * Owns: loading the index once, putting together what each word finds, the shape a page shows. Does not own: what a
 * word may mean (domain/search), or how results look (islands/search).
 *
 * The index answers only articles that hold every word, which is too strict for a question in everyday words. So each
 * word is looked up by itself, an article gathers what its words are worth, and one that holds more of the words
 * stands before one that holds fewer.
 */
import { afterHeading, type ExcerptPart, excerptParts, resultUrl } from '#domain/search/excerpt.ts';
import { type QuestionWord, readQuestion } from '#domain/search/read-question.ts';

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

interface PagefindPage {
  readonly url: string;
  readonly excerpt: string;
  readonly meta: Readonly<Record<string, string>>;
  readonly sub_results: readonly { readonly title: string; readonly url: string; readonly excerpt: string }[];
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

/** A heading inside an article that holds the words. */
interface FoundSection {
  readonly title: string;
  readonly url: string;
  readonly excerpt: readonly ExcerptPart[];
}

export interface FoundArticle {
  readonly title: string;
  readonly category: string;
  readonly url: string;
  readonly excerpt: readonly ExcerptPart[];
  readonly sections: readonly FoundSection[];
}

interface SearchAnswer {
  /** The best first. */
  readonly articles: readonly FoundArticle[];
  /** The question with its slips mended; `null` when there were none. */
  readonly readAs: string | null;
  readonly popular: readonly ArticleLink[];
}

const ARTICLES_MAX = 8;
const SECTIONS_MAX = 3;
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
    if (query.trim() === '') return { articles: [], readAs: null, popular: [] };
    loading ??= loadIndex();
    try {
      return await answer(await loading, query, filters);
    } catch (cause) {
      // Parts of the index are fetched on demand. The next question starts afresh: the network may be back.
      loading = null;
      throw cause;
    }
  };
}

async function answer(index: DocsIndex, query: string, filters: SearchFilters): Promise<SearchAnswer> {
  const words = readQuestion(query, index.vocabulary);
  const [found, whole] = await Promise.all([
    Promise.all(words.map((word) => lookUp(index.pagefind, word, filters))),
    wholeQuestion(index.pagefind, words, filters),
  ]);
  const best = bestPages(found).slice(0, ARTICLES_MAX);
  // A hit of the whole question shows a passage with all its words.
  const articles = await Promise.all(
    best.map(async (hit) => describe(await (whole.get(hit.id) ?? hit).data())),
  );
  return { articles, readAs: readAs(words), popular: index.popular };
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

async function wholeQuestion(
  pagefind: PagefindIndex,
  words: readonly QuestionWord[],
  filters: SearchFilters,
): Promise<ReadonlyMap<string, PagefindHit>> {
  if (words.length < 2) return new Map();
  const { results } = await pagefind.search(words.map(({ typed }) => typed).join(' '), { filters });
  return new Map(results.map((hit) => [hit.id, hit]));
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

function describe(page: PagefindPage): FoundArticle {
  const sections = page.sub_results
    .filter(({ url }) => url.includes('#'))
    .slice(0, SECTIONS_MAX)
    .map(({ title, url, excerpt }) => ({
      title,
      url: resultUrl(url),
      excerpt: afterHeading(excerptParts(excerpt), title),
    }));
  const title = page.meta['title'] ?? page.url;
  return {
    title,
    category: page.meta['category'] ?? '',
    url: resultUrl(page.url),
    excerpt: afterHeading(excerptParts(page.excerpt), title),
    sections,
  };
}
