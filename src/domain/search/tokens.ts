/**
 * Words of a question and of a text, cut alike, so that what is typed can be compared with what is written.
 *
 * Owns: where a word begins and ends ("99,9%", "chat_id", "e-mail" are one), its spelling for comparison, its stem.
 */
import { withoutAccents } from './word-forms.ts';

const wordPattern = /\p{N}+(?:[.,:]\p{N}+)*%?(?![\p{L}\p{N}])|[\p{L}\p{N}_@]+(?:[-'’./][\p{L}\p{N}_@]+)*/gu;

export interface Token {
  /** Small letters without accents. */
  readonly word: string;
  /** What "palavra-chave" and "chat_id" are made of, and "99,9" of "99,9%"; empty for a plain word. */
  readonly parts: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Small letters without accents, as words are compared. */
export const foldWord = (word: string): string => withoutAccents(word.normalize('NFC').toLowerCase());

export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(wordPattern)].map(({ 0: written, index }) => {
    const word = foldWord(written);
    const parts = isNumeric(word)
      ? [word.replace('%', '')]
      : word.split(/[-'’./_@]/).filter((part) => part !== '');
    return {
      word,
      parts: parts.length === 1 && parts[0] === word ? [] : parts,
      start: index,
      end: index + written.length,
    };
  });
}

/** "403", "99,9%": matches as typed, and has neither forms nor beginnings. */
export const isNumeric = (word: string): boolean => /^\p{N}/u.test(word) && !/\p{L}/u.test(word);

/** Endings of nouns made of verbs, of verbs and of plurals, the longest first. */
const endings = (
  'amentos imentos amento imento adoras adores adora ador atura aturas acoes icoes acao icao coes cao ' +
  'adas ados idas idos ando endo indo aram eram iram ada ado ida ido ava avam ' +
  'ares eres ar er ir am em ou eu iu as es os a e o s'
).split(' ');
const STEM_LETTERS_MIN = 3;

/**
 * What forms of one word share: "cancelar", "cancele" and "cancelamento". Light on purpose: two words that only begin
 * alike ("plano", "plantão") keep stems of their own.
 */
export function stemOf(word: string): string {
  if (/[^a-z]/.test(word)) return word;
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= STEM_LETTERS_MIN);
  const stem = ending === undefined ? word : word.slice(0, -ending.length);
  // "ligar" and "ligue", "trocar" and "troque" are written apart and are one verb.
  return stem.replace(/gu$/, 'g').replace(/qu$/, 'c');
}
