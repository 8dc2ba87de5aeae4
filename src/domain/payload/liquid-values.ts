/** Values, filters and comparisons inside the marks of a template. */
import { applyFilter } from './liquid-filters.ts';

/** What a template says that this preview or Liquid does not understand, in a Portuguese sentence. */
export class TemplateMistake extends Error {
  override readonly name = 'TemplateMistake';
}

/** What a template knows while it is rendered. */
export interface Run {
  readonly scope: Record<string, unknown>;
  readonly unknown: Set<string>;
}

/** A path with what it has in quotes and brackets, a text in quotes, or a sign of comparison. */
const WORD = /(?:[^\s"'=!<>]|"[^"]*"|'[^']*')+|[=!<>]=?|["']/g;

/** `a == 1 and b`: as in Liquid, the right side of the first `and`/`or` is read first. */
export const isTrue = (condition: string, run: Run): boolean => isTrueOf(condition.match(WORD) ?? [], run);

function isTrueOf(words: readonly string[], run: Run): boolean {
  const at = words.findIndex((word) => word === 'and' || word === 'or');
  if (at === -1) return holds(words, run);
  const [left, right] = [words.slice(0, at), words.slice(at + 1)];
  return words[at] === 'and'
    ? holds(left, run) && isTrueOf(right, run)
    : holds(left, run) || isTrueOf(right, run);
}

type Comparison = (left: never, right: never) => boolean;

/** As JavaScript compares, which the environment's Liquid does too: what is empty is neither more nor less. */
const comparisons: Readonly<Record<string, Comparison>> = {
  '==': (left: unknown, right: unknown) => left === right,
  '!=': (left: unknown, right: unknown) => left !== right,
  contains: (left: unknown, right: string) => typeof left === 'string' && left.includes(right),
  '>': (left: number, right: number) => left > right,
  '<': (left: number, right: number) => left < right,
  '>=': (left: number, right: number) => left >= right,
  '<=': (left: number, right: number) => left <= right,
};
const NIL: ReadonlySet<string> = new Set(['nil', 'null']);

function holds(words: readonly string[], run: Run): boolean {
  const at = words.findIndex((word) => Object.hasOwn(comparisons, word));
  const compare = comparisons[words[at] ?? ''];
  if (compare === undefined) return isTruthy(operand(words.join(' '), run));
  const written = [words.slice(0, at).join(' '), words.slice(at + 1).join(' ')];
  const values = written.map((text) => (NIL.has(text) ? undefined : operand(text, run)));
  // `nil` is equal to a value that is there and empty, too.
  const [left, right] = written.some((text) => NIL.has(text))
    ? values.map((value) => value ?? undefined)
    : values;
  return compare(left as never, right as never);
}

const isTruthy = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

/** A value with its filters. */
export function evaluate(expression: string, run: Run): unknown {
  const [head = '', ...filters] = splitOutsideQuotes(expression, '|');
  return filters.reduce<unknown>(
    (value, filter) => {
      const [, name = '', list = ''] = /^\s*([a-z_]+)\s*(?::(.*))?$/is.exec(filter) ?? [];
      const values =
        list.trim() === '' ? [] : splitOutsideQuotes(list, ',').map((text) => operand(text, run));
      const applied = applyFilter(name, value, values);
      if (applied === null)
        throw new TemplateMistake(`Esta prévia não conhece o filtro ${name === '' ? filter.trim() : name}.`);
      return applied.value;
    },
    operand(head, run),
  );
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts = [''];
  let quote = '';
  for (const character of text) {
    if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = '';
    if (character === separator && quote === '') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${character}`);
  }
  return parts;
}

/** A quoted text, a number, a word with a meaning, or a path such as `monitorJSON.id`. */
function operand(written: string, run: Run): unknown {
  const text = written.trim();
  const quoted = /^(?:"([^"]*)"|'([^']*)')$/.exec(text);
  if (quoted) return quoted[1] ?? quoted[2];
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const constants: Readonly<Record<string, unknown>> = {
    true: true,
    false: false,
    nil: null,
    null: null,
    empty: '',
  };
  if (Object.hasOwn(constants, text)) return constants[text];
  if (!/^[a-z_][\w-]*(?:\.\w+|\[\s*(?:"[^"]*"|'[^']*'|\d+)\s*\])*$/i.test(text)) {
    throw new TemplateMistake(
      text === '' ? 'Falta o nome da variável entre as chaves.' : `Não entendi ${text}.`,
    );
  }
  return lookUp(text, run);
}

function lookUp(path: string, run: Run): unknown {
  const keys = path
    .split(/[.[\]]+/)
    .filter((key) => key !== '')
    .map((key) => key.trim().replace(/^["']|["']$/g, ''));
  let value: unknown = run.scope;
  for (const key of keys) {
    // A member of what is empty in this situation is as empty: `heartbeatJSON.ping` in a test.
    if (value === undefined || value === null) return value;
    if (typeof value !== 'object' || !Object.hasOwn(value, key)) {
      if (value === run.scope) run.unknown.add(path);
      return undefined;
    }
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

export function show(value: unknown): string {
  if (value === undefined || value === null) return '';
  // As Liquid shows a whole object.
  return typeof value === 'object' ? '[object Object]' : String(value);
}
