/**
 * A question as the search understands it: the words that carry meaning, and for each what it may stand for.
 *
 * Owns: which words count, how much a reading counts, when a word is taken for a slip. Does not own: looking anything
 * up, or how an answer is put together (features/search).
 */
import { correctWord, isOfKnownFamily } from './correct-word.ts';
import { emptyWords, everydayMeanings } from './everyday-words.ts';
import { isNumeric, tokensOf } from './tokens.ts';
import { withoutAccents, wordForms } from './word-forms.ts';

/** One way to look a word up. */
interface Reading {
  readonly text: string;
  /** From 0 to 1: how sure it is that this was meant. */
  readonly weight: number;
}

export interface QuestionWord {
  readonly typed: string;
  readonly readings: readonly Reading[];
  /** The known word that an unknown one was taken for. */
  readonly correctedTo: string | null;
}

/** More words are a text, not a question. */
const WORDS_MAX = 8;

/**
 * An unknown word may still be of the family of a known one. The index answers any word, in the end by its first
 * letter alone: one that is of no family would only find noise, and is not looked up.
 */
const weights = { form: 0.95, meaning: 0.5, correction: 0.85, unknown: 0.6 } as const;

/**
 * @param typed What stands in the field.
 * @param vocabulary Words of the documentation without accents, the most frequent first; empty when it could not be
 *   loaded, and then no word is taken for a slip.
 * @returns An empty list for a question of nothing but small words: they stand everywhere and tell nothing.
 */
export function readQuestion(typed: string, vocabulary: readonly string[]): readonly QuestionWord[] {
  const text = typed.normalize('NFC').toLowerCase();
  const words = new Set(
    tokensOf(text)
      .filter(({ word }) => isTelling(word))
      .map(({ start, end }) => text.slice(start, end)),
  );
  return [...words].slice(0, WORDS_MAX).map((word) => readWord(word, vocabulary));
}

/** Whether a word, without accents, has a meaning of its own. A single letter has none. */
export const isTelling = (word: string): boolean =>
  !emptyWords.has(word) && (word.length > 1 || isNumeric(word));

function readWord(typed: string, vocabulary: readonly string[]): QuestionWord {
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
  return { typed, correctedTo, readings: [...readings].map(([text, weight]) => ({ text, weight })) };

  function addForms(word: string, weight: number): void {
    const forms = wordForms(word);
    for (const form of forms) add(form, form === word ? weight : weight * weights.form);
    for (const form of new Set(forms.map(withoutAccents)))
      for (const meaning of everydayMeanings(form))
        for (const other of wordForms(meaning)) add(other, weights.meaning);
  }
}
