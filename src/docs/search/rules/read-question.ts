/**
 * Parses a question for the search: the words that carry meaning, and what each may stand for.
 *
 * Owns: which words count, the weight of each reading, and spelling correction. Does not own: looking words up, or
 * composing an answer (docs/search).
 */

import { isNumeric, tokensOf } from '#domain/text/tokens.ts';
import { withoutAccents, wordForms } from '#domain/text/word-forms.ts';
import { correctWord, isOfKnownFamily } from './correct-word.ts';
import { emptyWords, everydayMeanings } from './everyday-words.ts';

/** One way to look up a word. */
interface Reading {
  readonly text: string;
  /** From 0 to 1: how likely this reading is. */
  readonly weight: number;
}

export interface QuestionWord {
  readonly typed: string;
  readonly readings: readonly Reading[];
  /** The correction of an unknown word. */
  readonly correctedTo: string | null;
}

/** Longer input is a text rather than a question. */
const WORDS_MAX = 8;

/**
 * An unknown word may still belong to a known family. The index matches any word, if only by its first letter, so a
 * word of no family would find noise and is not looked up.
 */
const weights = {
  form: 0.95,
  meaning: 0.5,
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
 * @param vocabulary Words of the documentation without accents, the most frequent first; empty when it could not be
 * loaded, which turns spelling correction off.
 * @returns Empty when the question has only stop words.
 */
export function readQuestion(typed: string, vocabulary: readonly string[]): readonly QuestionWord[] {
  const text = typed.normalize('NFC').toLowerCase();
  const words = new Set(
    tokensOf(text)
      .filter(({ word }) => carriesMeaning(word))
      .map(({ start, end }) => text.slice(start, end)),
  );
  const read = [...words].slice(0, WORDS_MAX);
  return read.map((word, index) => readWord(word, vocabulary, index === read.length - 1));
}

/** True when a word, without accents, carries meaning. Single letters do not. */
export const carriesMeaning = (word: string): boolean =>
  !emptyWords.has(word) && (word.length > 1 || isNumeric(word));

/** True for a word that stands in the documentation, also in the singular, or that readers use for one that does. */
export const isWhole = (plain: string, vocabulary: readonly string[]): boolean =>
  vocabulary.includes(plain) ||
  vocabulary.includes(plain.replace(/s$/, '')) ||
  everydayMeanings(plain).length > 0;

/**
 * True when the reader may still be typing this word. It may be a word already, like the "cert" of a file name, and the
 * reader still mean "certificado".
 */
export function mayGoOn(plain: string, vocabulary: readonly string[]): boolean {
  const lettersMin = isWhole(plain, vocabulary) ? LETTERS_OF_WHOLE_MIN : LETTERS_TO_COMPLETE_MIN;
  return plain.length >= lettersMin && !isNumeric(plain) && everydayMeanings(plain).length === 0;
}

/** The weightiest word that starts with what was typed so far, unless that is the word itself. */
function completionOf(plain: string, vocabulary: readonly string[]): Reading | null {
  const text = mayGoOn(plain, vocabulary) ? vocabulary.find((known) => known.startsWith(plain)) : plain;
  if (text === undefined || text === plain) return null;
  return { text, weight: isWhole(plain, vocabulary) ? weights.completionOfWhole : weights.completion };
}

/** @param isLast The reader may still be typing it. */
function readWord(typed: string, vocabulary: readonly string[], isLast: boolean): QuestionWord {
  const plain = withoutAccents(typed);
  if (isNumeric(plain)) return { typed, correctedTo: null, readings: [{ text: typed, weight: 1 }] };
  const isSaid = vocabulary.length === 0 || everydayMeanings(plain).length > 0;
  const near = isSaid ? plain : correctWord(plain, vocabulary);
  const correctedTo = near === plain ? null : near;
  const readings = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    if ((readings.get(text) ?? 0) < weight) readings.set(text, weight);
  };
  if (near === plain) addForms(typed, 1);
  else if (isOfKnownFamily(plain, vocabulary)) addForms(typed, weights.unknown);
  if (correctedTo !== null) addForms(correctedTo, weights.correction);
  const completion = isLast ? completionOf(plain, vocabulary) : null;
  if (completion !== null) addForms(completion.text, completion.weight);
  return { typed, correctedTo, readings: [...readings].map(([text, weight]) => ({ text, weight })) };

  function addForms(word: string, weight: number): void {
    const forms = wordForms(word);
    for (const form of forms) add(form, form === word ? weight : weight * weights.form);
    for (const form of new Set(forms.map(withoutAccents)))
      for (const [place, meaning] of everydayMeanings(form).entries())
        for (const other of wordForms(meaning)) add(other, weights.meaning * FURTHER_MEANING ** place);
  }
}
