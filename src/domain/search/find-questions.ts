/**
 * Which of a few short texts answer what somebody types: the frequent questions of the support page.
 *
 * Owns: how near a word of a text is to a word of the question, which texts count as found, which words are marked.
 * Does not own: reading the question (read-question.ts). Small enough to look at every word with every key.
 */
import { type QuestionWord, readQuestion } from './read-question.ts';
import { withoutAccents } from './word-forms.ts';

export interface Findable {
  readonly question: string;
  readonly answer: string;
}

export interface QuestionFinder {
  /** Places in the list that was searched, best first; `null` while too little is typed to look for anything. */
  find(typed: string): readonly number[] | null;
  /** Where the words of a text stand that the question meant: start and end, in order. */
  marks(typed: string, text: string): readonly (readonly [start: number, end: number])[];
}

const TYPED_MIN = 2;
/** A word in the answer says less about it than one in the question. */
const IN_ANSWER = 0.6;
/** What is found must come near the best: else every text with a word of similar meaning would stay. */
const OF_BEST_MIN = 0.55;
/** Below this a word is not marked: what only means something similar stays as it is. */
const MARK_MIN = 0.55;

const wordPattern = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu;

export function createQuestionFinder(entries: readonly Findable[]): QuestionFinder {
  const texts = entries.map(({ question, answer }) => ({
    question: wordsOf(question),
    answer: wordsOf(answer),
  }));
  const vocabulary = byFrequency(texts.flatMap(({ question, answer }) => [...question, ...answer]));
  const read = (typed: string): readonly QuestionWord[] =>
    typed.trim().length < TYPED_MIN ? [] : readQuestion(typed, vocabulary);
  return {
    find(typed) {
      const words = read(typed);
      if (words.length === 0) return null;
      const scored = texts.map(({ question, answer }, index) => ({
        index,
        score: words.reduce(
          (sum, word) => sum + Math.max(nearest(word, question), IN_ANSWER * nearest(word, answer)),
          0,
        ),
      }));
      const least = OF_BEST_MIN * Math.max(...scored.map(({ score }) => score));
      return scored
        .filter(({ score }) => score > 0 && score >= least)
        .toSorted((a, b) => b.score - a.score)
        .map(({ index }) => index);
    },
    marks(typed, text) {
      const words = read(typed);
      return [...text.matchAll(wordPattern)]
        .filter(([token]) => words.some((word) => nearness(word, fold(token)) >= MARK_MIN))
        .map(({ index, 0: token }) => [index, index + token.length] as const);
    },
  };
}

const fold = (word: string): string => withoutAccents(word.toLowerCase());

const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(wordPattern)].map(([word]) => fold(word));

function byFrequency(words: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([word]) => word);
}

const nearest = (word: QuestionWord, tokens: readonly string[]): number =>
  Math.max(0, ...tokens.map((token) => nearness(word, token)));

function nearness({ readings }: QuestionWord, token: string): number {
  return Math.max(0, ...readings.map(({ text, weight }) => weight * likeness(fold(text), token)));
}

/** Short beginnings have too many ends: while a word is still typed it finds more than it will. */
const LETTERS_OF_A_BEGINNING = 4;
const LETTERS_OF_A_FAMILY = 5;

function likeness(wanted: string, token: string): number {
  if (wanted === token) return 1;
  if (token.startsWith(wanted)) return wanted.length >= LETTERS_OF_A_BEGINNING ? 0.85 : 0.55;
  if (wanted.length < LETTERS_OF_A_FAMILY) return 0;
  return token.startsWith(wanted.slice(0, Math.max(LETTERS_OF_A_BEGINNING, wanted.length - 3))) ? 0.6 : 0;
}
