/**
 * Formats a field while the customer types and keeps the caret in place.
 *
 * Pure. Works on the whole text after each change, whatever caused it (keys, paste, autofill, dictation), so no
 * keystroke can be lost between two events.
 */

/** How one kind of text is written. */
export interface Mask {
  /** The text as shown, from anything typed. */
  readonly format: (typed: string) => string;
  /** Characters the customer types; the mask inserts all others. */
  readonly isTyped: (character: string) => boolean;
}

/**
 * The text after a change, and the caret behind the same typed character as before.
 *
 * @param caret Position in `typed`, as the browser left it.
 */
export function applyMask(mask: Mask, typed: string, caret: number): { value: string; caret: number } {
  const value = mask.format(typed);
  if (caret >= typed.length) return { value, caret: value.length };
  const before = [...typed.slice(0, caret)].filter(mask.isTyped).length;
  return { value, caret: positionAfter(value, before, mask) };
}

function positionAfter(value: string, count: number, mask: Mask): number {
  if (count === 0) return 0;
  let seen = 0;
  for (let index = 0; index < value.length; index += 1) {
    if (mask.isTyped(value.charAt(index))) seen += 1;
    if (seen === count) return index + 1;
  }
  return value.length;
}
