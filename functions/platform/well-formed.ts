/** Text as providers accept it: no half of a character, and cut between what a reader sees as characters. */

const characters = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/**
 * Replaces halves of characters, and shortens what is too long; an emoji of several code points stays whole or goes.
 *
 * @param max Longest result in UTF-16 code units, its ellipsis included.
 */
export function wholeText(text: string, max = Number.POSITIVE_INFINITY): string {
  const whole = text.toWellFormed();
  if (whole.length <= max) return whole;
  let end = 0;
  // What lies far behind the cut does not matter, and a segment is short.
  for (const { index, segment } of characters.segment(whole.slice(0, max + 64))) {
    if (index + segment.length > max - 1) break;
    end = index + segment.length;
  }
  // One "character" longer than the limit: code points then.
  return `${whole.slice(0, end === 0 ? max - 1 : end).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
