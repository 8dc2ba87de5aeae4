/**
 * Which words of a search without a result may be reported and stored, and where to.
 *
 * Separate from the contract, because a page imports it and should not load a schema library.
 */
import { foldWord } from '../text/tokens.ts';

export const missingWordsEndpoint = '/api/busca-sem-resultado';

/** A longer question is a text. */
export const MISSING_WORDS_MAX = 8;
/** Letters, with a few digits as in "cs2": no address, no e-mail, no run of digits (CPF, phone, card). */
export const reportableWord = /^(?!.*\d{3})[a-z][a-z0-9-]{1,29}$/;

/** Without accents, each once. */
export const reportableWords = (words: readonly string[]): readonly string[] =>
  [...new Set(words.map(foldWord))].filter((word) => reportableWord.test(word)).slice(0, MISSING_WORDS_MAX);
