/**
 * Splits questions and texts into words in the same way, so that they can be compared.
 *
 * Owns: word boundaries ("99,9%", "chat_id", "e-mail" are single words), the parts of a word, the spelling for
 * comparison, the stem.
 */
import { withoutAccents } from './word-forms.ts';

const wordPattern = /\p{N}+(?:[.,:]\p{N}+)*%?(?![\p{L}\p{N}])|[\p{L}\p{N}_@]+(?:[-'’./][\p{L}\p{N}_@]+)*/gu;

export interface Token {
  /** Lower case without accents. */
  readonly word: string;
  /**
   * Parts of "palavra-chave", "chat_id" and "UptimeRobot", "email" for "e-mail", and the "99,9" of "99,9%"; empty for
   * a plain word.
   */
  readonly parts: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Lower case without accents, as words are compared. */
export const foldWord = (word: string): string => withoutAccents(word.normalize('NFC').toLowerCase());

export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(wordPattern)].map(({ 0: written, index }) => {
    const word = foldWord(written);
    const parts = isNumeric(word) ? [word.replace('%', '')] : partsOf(written, word);
    return {
      word,
      parts: parts.filter((part) => part !== '' && part !== word),
      start: index,
      end: index + written.length,
    };
  });
}

function partsOf(written: string, word: string): readonly string[] {
  const separators = /[-'’./_@]/;
  const names = written
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2')
    .split(separators)
    .map(foldWord);
  return [...new Set([...word.split(separators), ...names, word.replaceAll('-', '')])];
}

/** "403", "99,9%": matched only as typed, without forms or prefixes. */
export const isNumeric = (word: string): boolean => /^\p{N}/u.test(word) && !/\p{L}/u.test(word);

/** Endings of nouns derived from verbs, of verbs and of plurals, the longest first. */
const endings = (
  'amentos imentos amento imento adoras adores adora ador atura aturas acoes icoes acao icao coes cao ' +
  'adas ados idas idos ando endo indo aram eram iram ada ado ida ido ava avam ' +
  'ares eres ar er ir am em ei ou eu iu as es os a e i o s'
).split(' ');
const STEM_LETTERS_MIN = 3;

/**
 * The stem that forms of a word share: "cancelar", "cancele" and "cancelamento". Deliberately light: words that merely
 * begin alike ("plano", "plantão") keep different stems.
 */
export function stemOf(word: string): string {
  if (/[^a-z]/.test(word)) return word;
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= STEM_LETTERS_MIN);
  const stem = ending === undefined ? word : word.slice(0, -ending.length);
  // "ligar" and "ligue", or "trocar" and "troque", are forms of one verb despite their spelling.
  return stem.replace(/gu$/, 'g').replace(/qu$/, 'c');
}
