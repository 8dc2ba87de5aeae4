/**
 * Searches the documentation: one question, all its readings, one list.
 *
 * Owns: loading the index once, merging what each reading finds, the shape a page shows. Does not own: which
 * readings a question has (domain/search), or how results look (islands/search).
 */
import { type ExcerptPart, excerptParts, resultUrl } from '#domain/search/excerpt.ts';
import { expandQuery } from '#domain/search/expand-query.ts';

/** As much of Pagefind's browser API as is used here; it ships no types for it. */
export interface PagefindIndex {
  search(query: string): Promise<{ readonly results: readonly PagefindHit[] }>;
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

/** A heading inside an article that holds the words. */
export interface FoundSection {
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

const ARTICLES_MAX = 8;
const SECTIONS_MAX = 3;

export type SearchArticles = (query: string) => Promise<readonly FoundArticle[]>;

/**
 * Makes the search of a page.
 *
 * @param loadIndex Fetches the index; asked for at the first question, and again after a failure.
 * @returns A function that answers a question with articles, the best first, and rejects when the index or a part
 *   of it cannot be loaded.
 */
export function createSearch(loadIndex: () => Promise<PagefindIndex>): SearchArticles {
  let loading: Promise<PagefindIndex> | null = null;
  return async (query) => {
    const readings = expandQuery(query);
    if (readings.length === 0) return [];
    loading ??= loadIndex();
    try {
      const index = await loading;
      const answers = await Promise.all(readings.map((reading) => index.search(reading)));
      const hits = bestHits(answers.flatMap(({ results }) => results)).slice(0, ARTICLES_MAX);
      return await Promise.all(hits.map(async (hit) => describe(await hit.data())));
    } catch (cause) {
      // Parts of the index are fetched on demand. The next question starts afresh: the network may be back.
      loading = null;
      throw cause;
    }
  };
}

/** One hit a page, from the reading that suits it best. */
function bestHits(hits: readonly PagefindHit[]): readonly PagefindHit[] {
  const best = new Map<string, PagefindHit>();
  for (const hit of hits) {
    const known = best.get(hit.id);
    if (known === undefined || hit.score > known.score) best.set(hit.id, hit);
  }
  return [...best.values()].sort((a, b) => b.score - a.score);
}

function describe(page: PagefindPage): FoundArticle {
  const sections = page.sub_results
    .filter(({ url }) => url.includes('#'))
    .slice(0, SECTIONS_MAX)
    .map(({ title, url, excerpt }) => ({ title, url: resultUrl(url), excerpt: excerptParts(excerpt) }));
  return {
    title: page.meta['title'] ?? page.url,
    category: page.meta['category'] ?? '',
    url: resultUrl(page.url),
    excerpt: excerptParts(page.excerpt),
    sections,
  };
}
