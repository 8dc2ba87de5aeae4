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

/** `a == 1 and b`: as in Liquid, the right side of the last `and`/`or` is read first. */
export function isTrue(condition: string, run: Run): boolean {
  const joined = /^(.*?)\s+(and|or)\s+(.*)$/s.exec(condition);
  if (joined) {
    const [, left = '', word, right = ''] = joined;
    return word === 'and' ? isTrue(left, run) && isTrue(right, run) : isTrue(left, run) || isTrue(right, run);
  }
  const compared = /^(.*?)\s*(==|!=|>=|<=|>|<|\bcontains\b)\s*(.*)$/s.exec(condition);
  if (!compared) return isTruthy(operand(condition, run));
  const [left, right] = [operand(compared[1] ?? '', run), operand(compared[3] ?? '', run)];
  switch (compared[2]) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case 'contains':
      return show(left).includes(show(right));
    case '>':
      return Number(left) > Number(right);
    case '<':
      return Number(left) < Number(right);
    case '>=':
      return Number(left) >= Number(right);
    default:
      return Number(left) <= Number(right);
  }
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
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      // A member of what is empty in this situation is not a mistake: `heartbeatJSON.ping` while it is down.
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
