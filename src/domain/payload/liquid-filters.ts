/** Filters of notification templates, as Liquid defines them. */

type Filter = (value: unknown, ...values: readonly unknown[]) => unknown;

/** What is no number counts as none. */
const number = (value: unknown): number => Number(value) || 0;
const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

const filters: Readonly<Record<string, Filter>> = {
  json: (value) => JSON.stringify(value),
  default: (value, fallback) =>
    value === undefined || value === null || value === false || value === '' ? fallback : value,
  upcase: (value) => text(value).toUpperCase(),
  downcase: (value) => text(value).toLowerCase(),
  capitalize: (value) => text(value).charAt(0).toUpperCase() + text(value).slice(1).toLowerCase(),
  strip: (value) => text(value).trim(),
  append: (value, more) => text(value) + text(more),
  prepend: (value, more) => text(more) + text(value),
  replace: (value, from, to) => text(value).replaceAll(text(from), text(to)),
  remove: (value, from) => text(value).replaceAll(text(from), ''),
  escape: (value) =>
    text(value)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&#34;')
      .replaceAll("'", '&#39;'),
  url_encode: (value) => encodeURIComponent(text(value)).replaceAll('%20', '+'),
  truncate: (value, length = 50) =>
    text(value).length > Number(length)
      ? `${text(value).slice(0, Math.max(0, Number(length) - 3))}...`
      : value,
  size: (value) => (typeof value === 'string' || Array.isArray(value) ? value.length : 0),
  plus: (value, other) => number(value) + number(other),
  minus: (value, other) => number(value) - number(other),
  times: (value, other) => number(value) * number(other),
  divided_by: (value, other) => number(value) / number(other),
  round: (value, digits = 0) => rounded(number(value), 10 ** number(digits)),
  date: (value, format) => formatDate(value, text(format)),
};

/** Half goes away from zero. */
const rounded = (value: number, scale: number): number =>
  (Math.sign(value) * Math.round(Math.abs(value * scale))) / scale;

/** @returns The filtered value, wrapped, or `null` when there is no such filter. */
export function applyFilter(
  name: string,
  value: unknown,
  values: readonly unknown[],
): { value: unknown } | null {
  const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
  return filter === undefined ? null : { value: filter(value, ...values) };
}

/** `strftime` in UTC, with the marks that templates use; what is no date is left as it is. */
function formatDate(value: unknown, format: string): unknown {
  const written = text(value);
  const iso = /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(written) ? `${written.replace(' ', 'T')}Z` : written;
  const date = new Date(typeof value === 'number' ? value * 1000 : iso);
  if (written === '' || Number.isNaN(date.getTime())) return value;
  const two = (number: number): string => String(number).padStart(2, '0');
  const marks: Readonly<Record<string, string>> = {
    s: String(Math.floor(date.getTime() / 1000)),
    Y: String(date.getUTCFullYear()),
    m: two(date.getUTCMonth() + 1),
    d: two(date.getUTCDate()),
    H: two(date.getUTCHours()),
    M: two(date.getUTCMinutes()),
    S: two(date.getUTCSeconds()),
    '%': '%',
  };
  return format.replace(/%([sYmdHMS%])/g, (_, mark: string) => marks[mark] ?? '');
}
