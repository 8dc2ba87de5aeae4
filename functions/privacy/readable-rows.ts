/** Makes our rows readable for the person they are about: times as dates, JSON parsed, operators without a name. */

/** Numbers from here on (2001 in milliseconds) are times; counts and amounts are smaller. */
const FIRST_MOMENT = 1_000_000_000_000;

type Row = Readonly<Record<string, unknown>>;

export function readableRow(row: Row): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, readable(column, value)]));
}

function readable(column: string, value: unknown): unknown {
  // The operator's name is the operator's personal data.
  if (column === 'operator') return value === null ? null : 'equipe';
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= FIRST_MOMENT ? new Date(value).toISOString() : value;
  return typeof value === 'string' && /^[[{]/.test(value) ? opened(value) : value;
}

function opened(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Typed text that only looks like JSON.
    return text;
  }
}
