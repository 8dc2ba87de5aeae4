/**
 * Ranks the sections of a few articles by how well they answer a question.
 *
 * Owns: the weight of a word in a heading, the text and the article's title, and the penalty for a section with only
 * some of the words. Does not own: finding the articles (docs/search), or what a word may mean.
 */

import { type Token, tokensOf } from '#domain/text/tokens.ts';
import type { Nearness } from './nearness.ts';
import { carriesMeaning } from './read-question.ts';

/** A section split into words once, because a reader searches again with every key. */
export interface SearchableSection {
  /** Tokens of the heading; of the article's title for the introduction. */
  readonly headingTokens: readonly Token[];
  /** Tokens of the enclosing section's heading. */
  readonly partOfTokens: readonly Token[];
  readonly textTokens: readonly TextToken[];
}

/** A word of a text; one of code or of a repeated note weighs less than 1. */
interface TextToken extends Token {
  readonly weight: number;
}

export interface SearchableArticle {
  /** Tokens of the short name and of the title. */
  readonly nameTokens: readonly (readonly Token[])[];
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
/** Bonus for a name or a heading that says exactly what was asked: the article of that name comes before headings. */
const SAME_AS_ASKED = { name: 2.5, heading: 1.4 } as const;
/** A word of the article's name counts this much of one in a heading. */
const NAME_SHARE = 1.5;
/** What a word among many others is worth: less in a name, which says what the whole article is about. */
const REST_SHARE = { name: 0.1, heading: 0.45 } as const;
const SAME_MIN = 0.75;
const COVERAGE_POWER = 1.6;
/** What a word in another section of the article is worth here: a question seldom has all its words in one place. */
const ELSEWHERE_SHARE = 0.25;
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
  /** The same for words of an article's names and keywords. */
  readonly inNames: readonly Nearness[];
}

/** Verbs that most headings begin with. */
const plainVerbs: ReadonlySet<string> = new Set('criar crie configurar configure usar use'.split(' '));

interface WordMeasure {
  readonly heading: number;
  readonly text: number;
  readonly title: number;
  /** The section itself says it; the article's names and keywords belong to its beginning. */
  readonly isOwn: boolean;
  /** The closest match of all. */
  readonly nearest: number;
}

interface Measured<A extends SearchableArticle> {
  readonly article: A;
  readonly section: SectionOf<A>;
  readonly length: number;
  /** Bonus for a heading that says exactly what was asked, otherwise 1. */
  readonly same: number;
  /** Adjacent pairs shared with the question. */
  readonly pairs: number;
  readonly place: number;
  /** One per word of the question. */
  readonly words: readonly WordMeasure[];
  /** The closest match in any section of the article, by word of the question. */
  readonly anywhere: readonly number[];
}

/** @returns Articles ordered by their best section; articles without a match are omitted. */
export function rankSections<A extends SearchableArticle>(
  question: Question,
  articles: readonly A[],
): readonly RankedArticle<A>[] {
  const { nearness } = question;
  const pairs = new Set(pairsOf(tokensOf(question.typed)));
  const measured = articles.flatMap((article, index) =>
    measure(article, 1 - index / articles.length, question, pairs),
  );
  const averageLength = measured.reduce((sum, { length }) => sum + length, 0) / Math.max(1, measured.length);
  const rarity = nearness.map((_near, index) => rarityOf(index, measured));
  const scored = measured
    .map((one) => ({ ...one, score: scoreOf(one, rarity, averageLength) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  // Without the bonus of a name, which would leave nothing beside its article.
  const least = Math.max(0, ...scored.map(({ score, same }) => score / same)) * OF_BEST_MIN;
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
  { nearness, inNames }: Question,
  pairs: ReadonlySet<string>,
): readonly Measured<A>[] {
  const sections = article.sections.map((section: SectionOf<A>) => {
    const isBeginning = section === article.sections[0];
    const text = section.textTokens;
    const heading = isBeginning
      ? measureHeadings(article.nameTokens, inNames, REST_SHARE.name)
      : measureHeadings([section.headingTokens], nearness, REST_SHARE.heading);
    return {
      article,
      section,
      place,
      same: !heading.isSameAsAsked ? 1 : isBeginning ? SAME_AS_ASKED.name : SAME_AS_ASKED.heading,
      length: text.length,
      pairs:
        pairWorth.heading * countPairs(pairs, section.headingTokens) +
        pairWorth.text * Math.min(1, countPairs(pairs, text)),
      words: nearness.map((near, index): WordMeasure => {
        const named = inNames[index] ?? near;
        const inHeading = heading.nearest[index] ?? 0;
        const inTitle = Math.max(
          best(named, article.nameTokens.flat()),
          TAG_SHARE * best(named, article.tagTokens),
          PART_SHARE * best(near, section.partOfTokens),
        );
        const inText = Math.max(0, ...text.map((token) => near(token) * token.weight));
        return {
          heading: (isBeginning ? NAME_SHARE : 1) * (heading.worth[index] ?? 0),
          text: text.reduce((sum, token) => sum + near(token) * token.weight, 0),
          title: inTitle ** TITLE_POWER,
          isOwn: inText > 0 || (isBeginning ? inTitle : inHeading) > 0,
          nearest: Math.max(inHeading, inTitle, inText),
        };
      }),
    };
  });
  const anywhere = nearness.map((_near, index) =>
    Math.max(0, ...sections.map(({ words }) => words[index]?.nearest ?? 0)),
  );
  return sections.map((section) => ({ ...section, anywhere }));
}

/** True when some section or name of the article has each word of the question. */
export const hasEveryWord = (question: Question, article: SearchableArticle): boolean =>
  measure(article, 0, question, new Set())[0]?.anywhere.every((near) => near > 0) ?? false;

interface HeadingMeasure {
  /** By word of the question, from 0 to 1: how much of the heading it is. */
  readonly worth: readonly number[];
  /** By word of the question. */
  readonly nearest: readonly number[];
  /** It says what was asked and nothing else. */
  readonly isSameAsAsked: boolean;
}

/**
 * How well a section's heading answers. An article's beginning has two headings, its short name and its title, of which
 * the better counts.
 */
export function measureHeadings(
  headings: readonly (readonly Token[])[],
  nearness: readonly Nearness[],
  rest: number,
): HeadingMeasure {
  const measured = headings.map((tokens) => {
    const heading = tokens.filter(({ word }) => carriesMeaning(word) && !plainVerbs.has(word));
    const isAnswered = (token: Token): boolean => nearness.some((near) => near(token) > 0);
    // A short heading that says little else is a closer match than a long one that contains the word.
    const fit = rest + ((1 - rest) * heading.filter(isAnswered).length) / Math.max(1, heading.length);
    const nearest = nearness.map((near) => best(near, heading));
    return {
      nearest,
      worth: nearest.map((near) => fit * near ** WHOLE_POWER),
      isSameAsAsked:
        heading.every((token) => nearness.some((near) => near(token) >= SAME_MIN)) &&
        nearest.every((near) => near >= SAME_MIN),
    };
  });
  const most = (of: (one: HeadingMeasure) => readonly number[]): readonly number[] =>
    nearness.map((_near, index) => Math.max(0, ...measured.map((one) => of(one)[index] ?? 0)));
  return {
    worth: most(({ worth: worths }) => worths),
    nearest: most(({ nearest }) => nearest),
    isSameAsAsked: measured.some(({ isSameAsAsked }) => isSameAsAsked),
  };
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
  { words, anywhere, length, pairs, place, same }: Measured<SearchableArticle>,
  rarity: readonly number[],
  averageLength: number,
): number {
  const slack = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / Math.max(1, averageLength));
  let sum = 0;
  let covered = 0;
  let isOwn = false;
  words.forEach((word, index) => {
    const { heading, text, title } = word;
    const often = (text * (SATURATION + 1)) / (text + slack);
    const rare = rarity[index] ?? 0;
    sum += rare * (worth.heading * heading + worth.text * often + worth.title * title);
    covered += rare * Math.max(word.nearest, ELSEWHERE_SHARE * (anywhere[index] ?? 0));
    isOwn ||= word.isOwn;
  });
  const all = rarity.reduce((total, rare) => total + rare, 0);
  if (!isOwn || all === 0) return 0;
  const average = all / rarity.length;
  return same * (sum + average * pairs) * (covered / all) ** COVERAGE_POWER * (1 + INDEX_ORDER * place);
}
