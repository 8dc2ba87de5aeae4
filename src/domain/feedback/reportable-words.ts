/**
 * Which words of a search without a result may be reported and stored, and where to.
 *
 * Separate from the contract, because a page imports it and should not load a schema library.
 */
import { foldWord } from '../text/tokens.ts';

export const missingWordsEndpoint = '/api/busca-sem-resultado';

/** A longer question is a text. */
export const MISSING_WORDS_MAX = 8;
/** Letters and digits: no address, no e-mail. */
export const reportedWord = /^[a-z][a-z0-9-]{1,29}$/;
/** A few digits are part of words, as in "cs2"; more may be of a CPF, a phone or a card. */
const RUN_OF_DIGITS = /\d{3}/;

/** Without accents, each once. */
export const reportableWords = (words: readonly string[]): readonly string[] =>
  [...new Set(words.map(foldWord))]
    .filter((word) => reportedWord.test(word) && !RUN_OF_DIGITS.test(word))
    .slice(0, MISSING_WORDS_MAX);
