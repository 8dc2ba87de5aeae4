/**
 * Numbers in Brazilian notation: a comma before the decimals, a point or a space between thousands.
 *
 * A point that cannot separate thousands ("99.95", "0.005") is read as a decimal point, as machines write it. "1.440"
 * is one thousand four hundred and forty, never 1.44; callers show the result, so that a reader who meant 1.44 notices.
 */
const GROUPED = /^[1-9]\d{0,2}(?:([. \u00A0\u202F])\d{3})(?:\1\d{3}){0,3}(?:,\d{1,9})?$/;
const PLAIN = /^\d{1,15}(?:[.,]\d{1,9})?$/;

/** Parses a number that is not negative; `null` when the text is not a number or is ambiguous ("1,440.5"). */
export function parseBrazilianNumber(typed: string): number | null {
  const text = typed.trim();
  if (GROUPED.test(text)) return Number(text.replace(/[.\s]/g, '').replace(',', '.'));
  return PLAIN.test(text) ? Number(text.replace(',', '.')) : null;
}
