/** Texts of the instance on their way out of the environment. */

const characters = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/** Half of a pair of code units without its other half; Telegram refuses a text with one. */
const HALF_CHARACTER = /\p{Surrogate}/gu;

/**
 * Cuts a text to at most `max` code units, which is how the functions count, between two characters as a reader sees
 * them: never inside an emoji or before an accent.
 * @param {unknown} text
 * @param {number} max
 */
export function cutText(text, max) {
  const whole = String(text ?? '').replace(HALF_CHARACTER, '\uFFFD');
  if (whole.length <= max) return whole;
  let end = 0;
  for (const { index, segment } of characters.segment(whole)) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  // A single character longer than that is a letter with hundreds of accents: whole code points are enough.
  return end > 0 ? whole.slice(0, end) : whole.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
