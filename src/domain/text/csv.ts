/**
 * CSV that a spreadsheet opens in Brazil: semicolons, decimal commas, UTF-8 with a byte order mark.
 *
 * Owns: keeping a text from being run as a formula (https://owasp.org/www-community/attacks/CSV_Injection).
 */

export type Cell = string | number | null;

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe, which makes it plain text. */
const harmless = (text: string): string => (/^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  const text = harmless(cell);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the whole file. */
export const csvFile = (lines: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + lines.map((line) => line.map(written).join(';') + LINE_END).join('');
