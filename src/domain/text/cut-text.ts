/** Cuts texts of customers for places that take so much and no more. */

const characters = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/** Half of a pair of code units without its other half; some providers refuse a text with one. */
const HALF_CHARACTER = /\p{Surrogate}/gu;

/**
 * Cuts a text to at most `max` code units, between two characters as a reader sees them: never inside an emoji or before
 * an accent.
 */
export function cutText(text: string, max: number): string {
  const whole = text.replace(HALF_CHARACTER, '\uFFFD');
  if (whole.length <= max) return whole;
  let end = 0;
  for (const { index, segment } of characters.segment(whole)) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  // A single character longer than that is a letter with hundreds of accents: whole code points are enough.
  return end > 0 ? whole.slice(0, end) : whole.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * The text as providers accept it: no half of a character, and an ellipsis where it was cut.
 *
 * @param max Longest result in UTF-16 code units, the ellipsis included.
 */
export function wholeText(text: string, max: number = Number.POSITIVE_INFINITY): string {
  return text.length <= max ? cutText(text, max) : `${cutText(text, max - 1)}…`;
}
