/** `POST /api/busca-sem-resultado`: the search of the documentation reports words that no article has. */
import * as z from 'zod/mini';
import { MISSING_WORDS_MAX, reportedWord } from '../feedback/reportable-words.ts';

export const MissingWordsReport = z.strictObject({
  words: z
    .array(z.string().check(z.regex(reportedWord)))
    .check(z.minLength(1), z.maxLength(MISSING_WORDS_MAX)),
});
export type MissingWordsReport = z.output<typeof MissingWordsReport>;
