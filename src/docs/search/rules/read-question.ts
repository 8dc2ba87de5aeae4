/**
 * Parses a question for the search: the words that carry meaning, and what each may stand for.
 *
 * Owns: which words count and the weight of each reading. Does not own: looking words up, or composing an answer
 * (docs/search).
 */

import { isNumeric, type Token, tokensOf } from '#domain/text/tokens.ts';
import { withoutAccents, wordForms } from '#domain/text/word-forms.ts';
import { correctWord, isOfKnownFamily } from './correct-word.ts';
import { emptyWords, everydayMeanings, phraseMeanings } from './everyday-words.ts';
import type { Vocabulary } from './vocabulary.ts';

/** One way to look up a word. */
interface Reading {
  readonly text: string;
  /** From 0 to 1: how likely this reading is. */
  readonly weight: number;
}

export interface QuestionWord {
  readonly typed: string;
  readonly readings: readonly Reading[];
  /** What an unknown word may have been; not among the readings. */
  readonly correction: string | null;
}

/** Longer input is a text rather than a question. */
const WORDS_MAX = 8;

/**
 * An unknown word may still belong to a known family. The index matches any word, if only by its first letter, so a
 * word of no family would find noise and is not looked up.
 */
const weights = {
  form: 0.95,
  inPhrase: 0.4,
  meaning: 0.5,
  onlyMeaning: 0.85,
  correction: 0.85,
  completion: 0.9,
  completionOfWhole: 0.8,
  unknown: 0.6,
} as const;
/** A word's first meaning is the nearest; each further one counts this share of the one before. */
const FURTHER_MEANING = 0.8;
/** Fewer letters may become too many words; a whole word of three is an abbreviation ("SLA"), not the start of another. */
const LETTERS_TO_COMPLETE_MIN = 3;
const LETTERS_OF_WHOLE_MIN = 4;

/**
 * @param typed The search field's text.
 * @returns Empty when the question has only stop words.
 */
export function readQuestion(typed: string, vocabulary: Vocabulary): readonly QuestionWord[] {
  const text = typed.normalize('NFC').toLowerCase();
  const tokens = tokensOf(text);
  const folded = tokens.map(({ word }) => word);
  const words = new Map<string, Around>();
  for (const [place, { word, start, end }] of tokens.entries()) {
    const written = text.slice(start, end);
    if (words.has(written) || (!carriesMeaning(word) && everydayMeanings(word).length === 0)) continue;
    words.set(written, {
      names: namesAround(tokens, place, vocabulary),
      meanings: phraseMeanings(folded, place),
    });
  }
  const read = [...words].slice(0, WORDS_MAX);
  return read.map(([word, around], index) => readWord(word, around, vocabulary, index === read.length - 1));
}

/** What a word is with its neighbours. */
interface Around {
  /** Names that it may be a part of. */
  readonly names: readonly string[];
  /** Other words for the phrase that it is in. */
  readonly meanings: readonly string[];
}

/** Names that the article writes as one word and the reader as two: "uptime robot", "cs go". */
const namesAround = (tokens: readonly Token[], place: number, vocabulary: Vocabulary): readonly string[] =>
  [tokens.slice(place - 1, place + 1), tokens.slice(place, place + 2)]
    .filter((pair) => pair.length === 2)
    .map((pair) => pair.map(({ word }) => word).join(''))
    .filter((joined) => vocabulary.has(joined) || everydayMeanings(joined).length > 0);

/** The word also read as its correction. */
export function withCorrection(word: QuestionWord): QuestionWord {
  if (word.correction === null) return word;
  const readings = createReadings(weights.meaning);
  for (const { text, weight } of word.readings) readings.add(text, weight);
  readings.addForms(word.correction, weights.correction);
  return { ...word, readings: readings.all() };
}

/** True when a word, without accents, carries meaning. Single letters do not. */
export const carriesMeaning = (word: string): boolean =>
  !emptyWords.has(word) && (word.length > 1 || isNumeric(word));

/**
 * True when the reader may still be typing this word. It may be a word already, like the "cert" of a file name, and the
 * reader still mean "certificado".
 */
export function mayGoOn(plain: string, vocabulary: Vocabulary): boolean {
  const lettersMin = vocabulary.isWhole(plain) ? LETTERS_OF_WHOLE_MIN : LETTERS_TO_COMPLETE_MIN;
  return plain.length >= lettersMin && !isNumeric(plain) && everydayMeanings(plain).length === 0;
}

/** The weightiest word that starts with what was typed so far, unless that is the word itself. */
function completionOf(plain: string, vocabulary: Vocabulary): Reading | null {
  const text = mayGoOn(plain, vocabulary) ? vocabulary.beginningWith(plain) : plain;
  if (text === undefined || text === plain) return null;
  return { text, weight: vocabulary.isWhole(plain) ? weights.completionOfWhole : weights.completion };
}

/**
 * @param isLast The reader may still be typing it.
 */
function readWord(
  typed: string,
  { names, meanings }: Around,
  vocabulary: Vocabulary,
  isLast: boolean,
): QuestionWord {
  const plain = withoutAccents(typed);
  if (isNumeric(plain)) return { typed, correction: null, readings: [{ text: typed, weight: 1 }] };
  const near = vocabulary.words.length === 0 || names.length > 0 ? plain : correctWord(plain, vocabulary);
  const isOnlyReaders = vocabulary.words.length > 0 && !vocabulary.has(plain);
  const readings = createReadings(isOnlyReaders ? weights.onlyMeaning : weights.meaning);
  for (const name of names) readings.addForms(name, 1);
  for (const [place, meaning] of meanings.entries()) readings.addForms(meaning, FURTHER_MEANING ** place);
  if (!carriesMeaning(plain)) readings.addMeanings(plain);
  else if (near === plain) readings.addForms(typed, meanings.length > 0 ? weights.inPhrase : 1);
  else if (isOfKnownFamily(plain, vocabulary)) readings.addForms(typed, weights.unknown);
  const completion = isLast ? completionOf(plain, vocabulary) : null;
  if (completion !== null) readings.addForms(completion.text, completion.weight);
  return { typed, correction: near === plain ? null : near, readings: readings.all() };
}

/** @param meaningWeight What the first meaning of an everyday word is worth. */
function createReadings(meaningWeight: number) {
  const readings = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    if ((readings.get(text) ?? 0) < weight) readings.set(text, weight);
  };
  const addMeanings = (plain: string): void => {
    for (const [place, meaning] of everydayMeanings(plain).entries())
      for (const other of wordForms(meaning)) add(other, meaningWeight * FURTHER_MEANING ** place);
  };
  return {
    add,
    addMeanings,
    addForms(word: string, weight: number): void {
      const forms = wordForms(word);
      for (const form of forms) add(form, form === word ? weight : weight * weights.form);
      for (const form of new Set(forms.map(withoutAccents))) addMeanings(form);
    },
    all: (): readonly Reading[] => [...readings].map(([text, weight]) => ({ text, weight })),
  };
}
