/** The words of the documentation, for the questions that a reading of a word asks again and again. */
import { stemOf } from '#domain/text/tokens.ts';
import { everydayMeanings, everydayWords } from './everyday-words.ts';

export interface Vocabulary {
  /** Without accents, the weightiest first. */
  readonly words: readonly string[];
  has(word: string): boolean;
  /** The weightiest word that begins so. */
  beginningWith(beginning: string): string | undefined;
  hasStem(stem: string): boolean;
  /** True for a word that stands in the documentation, also in the singular, or that readers use for one that does. */
  isWhole(word: string): boolean;
  /** What a misspelt word may have been: these words and those of readers, by first letter and length. */
  corrections(first: string, length: number): readonly string[];
}

/** @param words Without accents, the weightiest first; empty when they could not be loaded. */
export function vocabularyOf(words: readonly string[]): Vocabulary {
  const known = new Set(words);
  const stems = new Set(words.map(stemOf));
  const begun = new Map<string, string>();
  for (const word of words)
    for (let letters = 1; letters <= word.length; letters += 1) {
      const beginning = word.slice(0, letters);
      if (!begun.has(beginning)) begun.set(beginning, word);
    }
  const corrections = new Map<string, string[]>();
  for (const word of new Set([...words, ...everydayWords])) {
    const alike = corrections.get(`${word[0]}${word.length}`) ?? [];
    corrections.set(`${word[0]}${word.length}`, alike);
    alike.push(word);
  }
  return {
    words,
    has: (word) => known.has(word),
    beginningWith: (beginning) => begun.get(beginning),
    hasStem: (stem) => stems.has(stem),
    isWhole: (word) =>
      known.has(word) || known.has(word.replace(/s$/, '')) || everydayMeanings(word).length > 0,
    corrections: (first, length) => corrections.get(first + length) ?? [],
  };
}
