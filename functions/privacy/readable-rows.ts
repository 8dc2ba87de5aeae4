/** Rows of our tables as their person reads them: moments as dates, JSON opened, our own people without a name. */

/** Milliseconds from here on (2001) are moments; counts and amounts stay below. */
const FIRST_MOMENT = 1_000_000_000_000;

type Row = Readonly<Record<string, unknown>>;

export function readableRow(row: Row): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, readable(column, value)]));
}

function readable(column: string, value: unknown): unknown {
  // Who of us did it is that person's data.
  if (column === 'operator') return value === null ? null : 'equipe';
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= FIRST_MOMENT ? new Date(value).toISOString() : value;
  return typeof value === 'string' && /^[[{]/.test(value) ? opened(value) : value;
}

function opened(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Something a person typed that only begins like JSON.
    return text;
  }
}
