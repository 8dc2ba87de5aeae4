/**
 * The index of the documentation's search, as the build writes it (src/build/docs-search.ts) and a page reads it.
 *
 * Owns: its shape, and how the answers to thousands of words become two short texts. Does not own: the answers, which
 * are Pagefind's, or what a question makes of them (features/search).
 */
export interface IndexFile {
  readonly pages: readonly IndexedPage[];
  readonly words: PackedWords;
  /** Articles to offer where nothing is found. */
  readonly popular: readonly ArticleLink[];
}

/** What is known of an article before its text is read. Its filters are those of `data-pagefind-filter`. */
interface IndexedPage {
  /** The file with its text, beside the index. */
  readonly file: string;
  readonly filters: Readonly<Record<string, string>>;
}

export interface ArticleLink {
  readonly title: string;
  readonly url: string;
}

/** An article's own file: what its sections say. */
export interface WrittenArticle {
  readonly title: string;
  readonly category: string;
  readonly url: string;
  /** Words of its author's. */
  readonly tags: string;
  /** Its beginning first, which has its title and no id. */
  readonly sections: readonly WrittenSection[];
}

interface WrittenSection {
  readonly id: string;
  readonly title: string;
  /** Heading of the section around it, or nothing. */
  readonly partOf: string;
  readonly text: string;
}

/** A word of the documentation, without accents, and the articles that Pagefind finds by it. */
export interface IndexedWord {
  readonly word: string;
  readonly hits: readonly WordHit[];
}

interface WordHit {
  /** Which of the pages. */
  readonly page: number;
  readonly score: number;
}

/** Word by word, one space between two. */
export interface PackedWords {
  readonly words: string;
  /** Articles by falling level; empty where they are those of the word before. */
  readonly hits: string;
}

/** A score is kept as a level, a third of a power of two apart: neighbours share it, and their order tells little. */
const LEVELS_A_DOUBLING = 3;
/** Scores lie between 0.1 and 32; what is beyond counts as its end. */
const LEVEL_MIN = -10;
const LEVEL_MAX = 15;
const FIRST_LEVEL = 'A'.charCodeAt(0) - LEVEL_MIN;
const FIRST_PAGE = 'a'.charCodeAt(0);

const levelOf = (score: number): number =>
  Math.min(LEVEL_MAX, Math.max(LEVEL_MIN, Math.round(LEVELS_A_DOUBLING * Math.log2(score))));

/**
 * Writes the answers to many words as two texts.
 *
 * @param words In the order of the alphabet: neighbours with the same answer take the least room.
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

/** "NacMb": the first and the third page on one level, the second on the one below. */
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
