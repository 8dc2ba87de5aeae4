/** The simple search in a list of names: every typed word somewhere in the text, whatever its accents and case. */
import { foldWord } from '#domain/text/tokens.ts';

/** True when each typed word is part of the text; also when nothing was typed. */
export function hasWords(text: string, typed: string): boolean {
  const folded = foldWord(text);
  return foldWord(typed)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
