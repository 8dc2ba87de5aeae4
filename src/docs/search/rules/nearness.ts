/**
 * How closely a word of a text matches a word of a question.
 *
 * Whole words rank before other forms of the same word, and those before words that only share a prefix.
 */

import { foldWord, isNumeric, stemOf, type Token } from '#domain/text/tokens.ts';
import type { QuestionWord } from './read-question.ts';

const weights = { number: 0.95, part: 0.9, nameBeginning: 0.85, stem: 0.7, beginning: 0.45 } as const;
/** Shorter prefixes match too many words. */
const BEGINNING_LETTERS_MIN = 3;

/** From 0 (unrelated) to 1 (the word itself). */
export type Nearness = (token: Token) => number;

/**
 * How closely a name's word matches the last word of a question, which the reader may still be typing: there are few
 * names, so that even a prefix that is a word itself ("stat") says which one is meant.
 */
export function nearnessInNames(near: Nearness, typed: string): Nearness {
  const beginning = foldWord(typed);
  return (token) => {
    const begins = [token.word, ...token.parts].some((word) => word.startsWith(beginning));
    return Math.max(near(token), begins ? weights.nameBeginning : 0);
  };
}

/** @param isWhole Whether the documentation contains the word as typed; prefixes then do not count. */
export function nearnessTo({ readings }: QuestionWord, isWhole: boolean): Nearness {
  const exact = new Map<string, number>();
  const stems = new Map<string, number>();
  const beginnings: { readonly text: string; readonly weight: number }[] = [];
  const keep = (map: Map<string, number>, key: string, weight: number): void => {
    if ((map.get(key) ?? 0) < weight) map.set(key, weight);
  };
  for (const { text, weight } of readings) {
    const word = foldWord(text);
    keep(exact, word, weight);
    if (isNumeric(word)) continue;
    keep(exact, word.endsWith('s') ? word.slice(0, -1) : `${word}s`, weight * weights.number);
    keep(stems, stemOf(word), weight * weights.stem);
    if (!isWhole && word.length >= BEGINNING_LETTERS_MIN)
      beginnings.push({ text: word, weight: weight * weights.beginning });
  }
  const seen = new Map<string, number>();
  const ofWord = (word: string): number => {
    const known = seen.get(word);
    if (known !== undefined) return known;
    const begun = beginnings.filter(({ text }) => word.startsWith(text)).map(({ weight }) => weight);
    const near = Math.max(
      exact.get(word) ?? 0,
      isNumeric(word) ? 0 : (stems.get(stemOf(word)) ?? 0),
      ...begun,
    );
    seen.set(word, near);
    return near;
  };
  return ({ word, parts }) => Math.max(ofWord(word), ...parts.map((part) => weights.part * ofWord(part)));
}
