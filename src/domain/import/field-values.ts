/**
 * Reads a field's value in every shape in which files, databases and people write it.
 *
 * `undefined` means that the value is none of them. Does not own: whether the check can be up with it (needs.ts).
 */
import type { Column } from './columns.ts';
import type { Json } from './items.ts';

/** Deeper values are no monitor's; whoever reads them by recursion would run out of stack. */
const DEPTH_MAX = 20;

/** Whether a value from outside is nested deeper than anything that is read here. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return true;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? (Object.values(each) as unknown[]) : [],
    );
  }
  return false;
}

type Row = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Databases keep lists as JSON text. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

const offWords = new Set([
  '0',
  'false',
  'f',
  'no',
  'n',
  'off',
  'não',
  'nao',
  'disabled',
  'inactive',
  'paused',
  'pausado',
  'inativo',
  'falso',
]);
const onWords = new Set([
  '1',
  'true',
  't',
  'yes',
  'y',
  's',
  'sim',
  'verdadeiro',
  'on',
  'x',
  'enabled',
  'active',
  'ativo',
]);

/** Yes or no in the spellings of files and tables; `null` for a word that is neither. */
export function readFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word =
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
  if (offWords.has(word)) return false;
  return onWords.has(word) ? true : null;
}

/** A header may be there several times; one without a value is sent as the word. */
const isHeaderValue = (value: unknown): boolean =>
  value === null ||
  (['string', 'number', 'boolean'].includes(typeof value) && /^[\t\x20-\x7e\x80-\xff]*$/.test(String(value)));

/** `headers` as an object, as pairs, or as lines of `Name: value`, in JSON text; `undefined` for anything else. */
function headersOf(value: unknown): string | undefined {
  const read = parsed(value);
  const pairs =
    read === undefined && typeof value === 'string' && !/^\s*[[{"]/.test(value)
      ? value
          .split(/\r?\n/)
          .filter((line) => line.trim() !== '')
          .map((line) => /^([^:]*):(.*)$/.exec(line)?.slice(1) ?? [])
      : Array.isArray(read)
        ? read.map((each) => (isRow(each) ? [each['name'] ?? each['key'], each['value']] : []))
        : isRow(read)
          ? Object.entries(read)
          : [[]];
  const isHeader = (pair: readonly unknown[]): boolean =>
    pair.length === 2 &&
    typeof pair[0] === 'string' &&
    /^[\w!#$%&'*+.^`|~-]+$/.test(pair[0].trim()) &&
    [pair[1]].flat().every(isHeaderValue);
  if (!pairs.every(isHeader)) return undefined;
  // Text that a person wrote stays as it is.
  if (isRow(read)) return typeof value === 'string' ? value : JSON.stringify(value);
  return JSON.stringify(
    Object.fromEntries(pairs.map(([name, text]) => [String(name).trim(), String(text).trim()])),
  );
}

/** One text, or several with commas between them, or a list. */
function textsOf(value: unknown): readonly string[] | undefined {
  const read = parsed(value) ?? value;
  const list =
    typeof read === 'string' ? read.split(/[,;]/).filter((part) => part.trim() !== '') : [read].flat();
  const isList = list.every((each) => ['string', 'number'].includes(typeof each));
  return isList ? list.map((each) => String(each).trim()) : undefined;
}

const readers: Readonly<Record<Column['is'], (value: unknown, column: Column) => Json | undefined>> = {
  text: (value) => {
    if (typeof value === 'string') return value;
    // Bodies and the like are JSON text; a file may have the object itself.
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  },
  number: (value, column) => {
    const number = typeof value === 'string' ? Number(value.trim()) : value;
    if (typeof number !== 'number' || !Number.isFinite(number) || column.is !== 'number') return undefined;
    // A database of 1.x has fractions of a second; every column here is whole.
    const whole = Math.round(number);
    return whole < column.min || whole > column.max ? undefined : whole;
  },
  flag: (value) => readFlag(value) ?? undefined,
  headers: headersOf,
  texts: textsOf,
  json: (value) => {
    const read = parsed(value);
    return typeof read === 'object' && read !== null ? (read as Json) : undefined;
  },
};

/** A column's value as the instance takes it; `null` for an absent one, `undefined` for one in an unknown shape. */
export function readValue(value: unknown, column: Column): Json | null | undefined {
  if (value === null || value === undefined || value === '') return null;
  // A database may have the text of an absent value.
  if (column.is !== 'text' && value === 'null') return null;
  return isTooDeep(value) ? undefined : readers[column.is](value, column);
}
