/**
 * Numbers as Brazilians write them: a comma before the decimals, a point or a space between thousands.
 *
 * A point that cannot be one between thousands ("99.95", "0.005") is read as a decimal one, as machines write it. "1.440"
 * is one thousand four hundred and forty, never 1.44: who reads it the other way has to see it refused or written back.
 */
const GROUPED = /^[1-9]\d{0,2}(?:([. \u00A0\u202F])\d{3})(?:\1\d{3}){0,3}(?:,\d{1,9})?$/;
const PLAIN = /^\d{1,15}(?:[.,]\d{1,9})?$/;

/** The number, never negative; `null` when the text is none, or could be meant in two ways ("1,440.5"). */
export function parseBrazilianNumber(typed: string): number | null {
  const text = typed.trim();
  if (GROUPED.test(text)) return Number(text.replace(/[.\s]/g, '').replace(',', '.'));
  return PLAIN.test(text) ? Number(text.replace(',', '.')) : null;
}
