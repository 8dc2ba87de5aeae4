/**
 * The index file of the documentation's search, as the build writes it (src/build/docs-search.ts) and a page reads it.
 *
 * Owns: its shape, and packing the results for thousands of words into two short strings. Does not own: the results,
 * which come from Pagefind, or how a question uses them (docs/search).
 */
export interface IndexFile {
  readonly pages: readonly IndexedPage[];
  readonly words: PackedWords;
  /** The file with the Portuguese words that would be taken for a misspelt word of the articles. */
  readonly portuguese: string;
  /** Articles to suggest when nothing is found. */
  readonly popular: readonly ArticleLink[];
}

/** What a word of an aside is worth: of code, or of a note that many articles repeat. */
export const ASIDE_WEIGHT = 0.25;

/** What the index contains about an article before its text is loaded. Filters are those of `data-pagefind-filter`. */
interface IndexedPage {
  /** The file with the article's text, next to the index. */
  readonly file: string;
  readonly filters: Readonly<Record<string, string>>;
}

export interface ArticleLink {
  readonly title: string;
  readonly url: string;
}

/** An article's own file, with the text of its sections. */
export interface WrittenArticle {
  readonly title: string;
  /** The short name, as in the list of articles. */
  readonly label: string;
  readonly category: string;
  readonly url: string;
  /** Keywords from the article's author. */
  readonly tags: string;
  /** Starts with the introduction, which has the article's title and no id. */
  readonly sections: readonly WrittenSection[];
}

interface WrittenSection {
  readonly id: string;
  readonly title: string;
  /** Heading of the enclosing section, or empty. */
  readonly partOf: string;
  readonly text: string;
  /** From where to where in the text its asides go; absent without any. */
  readonly asides?: readonly (readonly [from: number, to: number])[];
}

/** A word of the documentation, without accents, and the articles that Pagefind finds for it. */
export interface IndexedWord {
  readonly word: string;
  readonly hits: readonly WordHit[];
}

interface WordHit {
  /** Index into the pages. */
  readonly page: number;
  readonly score: number;
}

/** The words, separated by single spaces. */
export interface PackedWords {
  readonly words: string;
  /** Articles by descending level; empty when they equal the previous word's. */
  readonly hits: string;
}

/** Scores are stored as levels, three per doubling, so that more words have equal results; the order stays right. */
const LEVELS_A_DOUBLING = 3;
/** Scores lie between 0.1 and 32; values outside are clamped. */
const LEVEL_MIN = -10;
const LEVEL_MAX = 15;
const FIRST_LEVEL = 'A'.charCodeAt(0) - LEVEL_MIN;
const FIRST_PAGE = 'a'.charCodeAt(0);

const levelOf = (score: number): number =>
  Math.min(LEVEL_MAX, Math.max(LEVEL_MIN, Math.round(LEVELS_A_DOUBLING * Math.log2(score))));

/**
 * Packs the results for many words into two strings.
 *
 * @param words In alphabetical order, because neighbours with the same results compress best.
 */
export function packWords(words: readonly IndexedWord[]): PackedWords {
  const packed = words.map(({ hits }) => packHits(hits));
  return {
    words: words.map(({ word }) => word).join(' '),
    hits: packed.map((hits, index) => (hits === packed[index - 1] ? '' : hits)).join(' '),
  };
}

/** Reads what `packWords` wrote. */
export function unpackWords({ words, hits }: PackedWords): readonly IndexedWord[] {
  let last: readonly WordHit[] = [];
  const packed = hits.split(' ');
  return words.split(' ').map((word, index) => {
    const own = packed[index] ?? '';
    if (own !== '') last = unpackHits(own);
    return { word, hits: last };
  });
}

/** "NacMb": the first and the third page on one level, the second on the level below. */
function packHits(hits: readonly WordHit[]): string {
  const levels = new Map<number, string>();
  for (const { page, score } of [...hits].sort((a, b) => b.score - a.score || a.page - b.page)) {
    const level = levelOf(score);
    levels.set(level, (levels.get(level) ?? '') + String.fromCharCode(FIRST_PAGE + page));
  }
  return [...levels].map(([level, pages]) => String.fromCharCode(FIRST_LEVEL + level) + pages).join('');
}

function unpackHits(packed: string): readonly WordHit[] {
  return [...packed.matchAll(/([A-Z])([^A-Z]+)/g)].flatMap(([, level = '', pages = '']) => {
    const score = 2 ** ((level.charCodeAt(0) - FIRST_LEVEL) / LEVELS_A_DOUBLING);
    return [...pages].map((page) => ({ page: page.charCodeAt(0) - FIRST_PAGE, score }));
  });
}
