/**
 * Ranks the sections of a few articles by how well they answer a question.
 *
 * Owns: the weight of a word in a heading, the text and the article's title, and the penalty for a section with only
 * some of the words. Does not own: finding the articles (features/search), or what a word may mean.
 */
import type { Nearness } from './nearness.ts';
import { carriesMeaning } from './read-question.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A section split into words once, because a reader searches again with every key. */
export interface SearchableSection {
  /** Tokens of the heading; of the article's title for the introduction. */
  readonly headingTokens: readonly Token[];
  /** Tokens of the enclosing section's heading. */
  readonly partOfTokens: readonly Token[];
  readonly textTokens: readonly Token[];
}

export interface SearchableArticle {
  readonly titleTokens: readonly Token[];
  /** Tokens of the author's keywords. */
  readonly tagTokens: readonly Token[];
  /** The first is the introduction, before any heading. */
  readonly sections: readonly SearchableSection[];
}

type SectionOf<A extends SearchableArticle> = A['sections'][number];

interface RankedSection<S> {
  readonly section: S;
  readonly score: number;
}

export interface RankedArticle<A extends SearchableArticle> {
  readonly article: A;
  /** The best first, at least one. */
  readonly sections: readonly RankedSection<SectionOf<A>>[];
}

/** A word counts more in a heading than in the text below; the article's title says what the whole article is about. */
const worth = { heading: 3, text: 1, title: 1.1 } as const;
/** Above 1, so that one exact word in a heading outranks two that are merely similar. */
const WHOLE_POWER = 1.3;
const TITLE_POWER = 2;
/** A keyword or the enclosing heading says less about a section than the article's title. */
const TAG_SHARE = 0.9;
const PART_SHARE = 0.5;
/** Bonus for a heading that says exactly what was asked. */
const SAME_AS_ASKED = 1.4;
const SAME_MIN = 0.9;
const COVERAGE_POWER = 1.6;
/** Bonus for two words that are adjacent both in the question and here. */
const pairWorth = { heading: 1.5, text: 0.4 } as const;
/** Bonus for the first article of the index's order; it falls to zero for the last. */
const INDEX_ORDER = 0.12;
/** Repetition raises a score up to a point, and long texts match by chance (BM25). */
const SATURATION = 0.9;
const LENGTH_SHARE = 0.35;
/** What each further section adds to its article, as a share of the one before. */
const FURTHER_SECTION = 0.35;
/** Share of the best score; matches below it only share a minor word with the question. */
const OF_BEST_MIN = 0.12;

export interface Question {
  readonly typed: string;
  /** One function per word. */
  readonly nearness: readonly Nearness[];
}

/** Verbs that most headings begin with. */
const plainVerbs: ReadonlySet<string> = new Set('criar crie configurar configure usar use'.split(' '));

interface WordMeasure {
  readonly heading: number;
  readonly text: number;
  readonly title: number;
  /** The closest match of all. */
  readonly nearest: number;
}

interface Measured<A extends SearchableArticle> {
  readonly article: A;
  readonly section: SectionOf<A>;
  readonly length: number;
  readonly isSameAsAsked: boolean;
  /** Adjacent pairs shared with the question. */
  readonly pairs: number;
  readonly place: number;
  /** One per word of the question. */
  readonly words: readonly WordMeasure[];
}

/** @returns Articles ordered by their best section; articles without a match are omitted. */
export function rankSections<A extends SearchableArticle>(
  { typed, nearness }: Question,
  articles: readonly A[],
): readonly RankedArticle<A>[] {
  const pairs = new Set(pairsOf(tokensOf(typed)));
  const measured = articles.flatMap((article, index) =>
    measure(article, 1 - index / articles.length, nearness, pairs),
  );
  const averageLength = measured.reduce((sum, { length }) => sum + length, 0) / Math.max(1, measured.length);
  const rarity = nearness.map((_near, index) => rarityOf(index, measured));
  const scored = measured
    .map((one) => ({ ...one, score: scoreOf(one, rarity, averageLength) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const least = (scored[0]?.score ?? 0) * OF_BEST_MIN;
  const byArticle = new Map<A, RankedSection<SectionOf<A>>[]>();
  for (const { article, section, score } of scored) {
    if (score < least) continue;
    const sections = byArticle.get(article) ?? [];
    sections.push({ section, score });
    byArticle.set(article, sections);
  }
  return [...byArticle]
    .map(([article, sections]) => ({ article, sections }))
    .sort((a, b) => scoreOfArticle(b.sections) - scoreOfArticle(a.sections));
}

function measure<A extends SearchableArticle>(
  article: A,
  place: number,
  nearness: readonly Nearness[],
  pairs: ReadonlySet<string>,
): readonly Measured<A>[] {
  return article.sections.map((section: SectionOf<A>) => {
    const heading = section.headingTokens.filter(({ word }) => carriesMeaning(word) && !plainVerbs.has(word));
    const text = section.textTokens;
    const isAnswered = (token: Token): boolean => nearness.some((near) => near(token) > 0);
    // A short heading that says little else is a closer match than a long one that contains the word.
    const fit = 0.45 + (0.55 * heading.filter(isAnswered).length) / Math.max(1, heading.length);
    return {
      article,
      section,
      place,
      isSameAsAsked:
        heading.every((token) => nearness.some((near) => near(token) >= SAME_MIN)) &&
        nearness.every((near) => best(near, heading) >= SAME_MIN),
      length: text.length,
      pairs:
        pairWorth.heading * countPairs(pairs, section.headingTokens) +
        pairWorth.text * Math.min(1, countPairs(pairs, text)),
      words: nearness.map((near): WordMeasure => {
        const inHeading = best(near, heading);
        const inTitle = Math.max(
          best(near, article.titleTokens),
          TAG_SHARE * best(near, article.tagTokens),
          PART_SHARE * best(near, section.partOfTokens),
        );
        return {
          heading: fit * inHeading ** WHOLE_POWER,
          text: text.reduce((sum, token) => sum + near(token), 0),
          title: inTitle ** TITLE_POWER,
          nearest: Math.max(inHeading, inTitle, best(near, text)),
        };
      }),
    };
  });
}

const best = (near: Nearness, tokens: readonly Token[]): number => Math.max(0, ...tokens.map(near));

/** Adjacent words of which at least one carries meaning: "chat id", "quem recebe". */
const pairsOf = (tokens: readonly Token[]): readonly string[] =>
  tokens.slice(1).flatMap(({ word }, index) => {
    const before = tokens[index]?.word ?? '';
    return carriesMeaning(word) || carriesMeaning(before) ? [`${before} ${word}`] : [];
  });

const countPairs = (wanted: ReadonlySet<string>, tokens: readonly Token[]): number =>
  new Set(pairsOf(tokens).filter((pair) => wanted.has(pair))).size;

/** The best section decides; further ones show that the whole article is about the question. */
const scoreOfArticle = (sections: readonly RankedSection<unknown>[]): number =>
  sections.slice(0, 4).reduce((sum, { score }, index) => sum + score * FURTHER_SECTION ** index, 0);

/** A word that few sections contain says more than one that all contain. */
function rarityOf(index: number, measured: readonly Measured<SearchableArticle>[]): number {
  const holding = measured.filter(({ words }) => {
    const word = words[index];
    return word !== undefined && Math.max(word.heading, word.text) > 0;
  }).length;
  return Math.log(1 + (measured.length - holding + 0.5) / (holding + 0.5));
}

function scoreOf(
  { words, length, pairs, place, isSameAsAsked }: Measured<SearchableArticle>,
  rarity: readonly number[],
  averageLength: number,
): number {
  const slack = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / Math.max(1, averageLength));
  let sum = 0;
  let covered = 0;
  let isOwn = false;
  words.forEach(({ heading, text, title, nearest }, index) => {
    const often = (text * (SATURATION + 1)) / (text + slack);
    const rare = rarity[index] ?? 0;
    sum += rare * (worth.heading * heading + worth.text * often + worth.title * title);
    covered += rare * nearest;
    isOwn ||= heading > 0 || text > 0;
  });
  const all = rarity.reduce((total, rare) => total + rare, 0);
  if (!isOwn || all === 0) return 0;
  const average = all / rarity.length;
  const same = isSameAsAsked ? SAME_AS_ASKED : 1;
  return same * (sum + average * pairs) * (covered / all) ** COVERAGE_POWER * (1 + INDEX_ORDER * place);
}
