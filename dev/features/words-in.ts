/**
 * The words that people read in a file of code: texts and labels of JSX, sentences of mails and messages.
 *
 * Owns: what is a word for people in TypeScript, TSX and Astro. Does not own: which files belong to a feature (facts.ts).
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { projectRoot } from '../project-root.ts';

/** A file of the project. */
export const readSource = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');

/** How a constant that only its own file needs is written there: `7 * DAY_MS`. */
export function constantIn(file: string, name: string): string {
  const [, value] =
    new RegExp(`^(?:export )?const ${name}\\b[^=]*= ([^;]+);`, 'm').exec(readSource(file)) ?? [];
  if (value === undefined) throw new Error(`${file} has no constant ${name}.`);
  return value.replace(/ as const$/, '');
}

/** Words of all files that match, each once, in the order of the alphabet: moving a sentence changes nothing. */
export function wordsIn(...patterns: readonly string[]): string[] {
  const files = patterns.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: projectRoot });
    if (found.length === 0) throw new Error(`No file matches ${pattern}.`);
    return found;
  });
  return inOrder(files.flatMap((file) => wordsOf(file, readSource(file))));
}

/** Each once, in an order that does not depend on the machine's language. */
export const inOrder = (words: readonly string[]): string[] => [...new Set(words)].sort();

/** Words in the text of one file. */
export function wordsOf(file: string, source: string): string[] {
  const isAstro = file.endsWith('.astro');
  const { program, errors } = parseSync(isAstro ? `${file}.tsx` : file, isAstro ? markupOf(source) : source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: string[] = [];
  collect(program, found);
  return found;
}

/** The markup of a component, as an element of JSX. */
function markupOf(source: string): string {
  const [, , ...rest] = source.split(/^---$/m);
  return `<>${rest.join('---').replaceAll(/<(style|script)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')}</>`;
}

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

function collect(value: unknown, found: string[]): void {
  if (Array.isArray(value)) for (const each of value) collect(each, found);
  if (!isNode(value) || unread.has(value.type) || isForMachines(value)) return;
  const text = textOf(value);
  if (text !== null) found.push(text);
  const inner = value.type === 'Property' ? [value['value']] : Object.values(value);
  for (const each of inner) collect(each, found);
}

/** What names something for the code: modules, types, comparisons, queries. */
const unread: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'BinaryExpression',
  'TaggedTemplateExpression',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAnnotation',
  'TSTypeParameterInstantiation',
]);

/** Attributes whose texts people read. */
const labels =
  /^(?:label|title|description|text|hint|alt|placeholder|legend|heading|lead|caption|aria-label)$/;

/** Errors for developers, and attributes with classes, ids and addresses. */
function isForMachines(node: Node): boolean {
  if (node.type === 'NewExpression') return true;
  if (node.type !== 'JSXAttribute') return false;
  const { name } = node['name'] as { readonly name: unknown };
  const isText = isNode(node['value']) && node['value'].type === 'Literal';
  return typeof name !== 'string' || (isText ? !labels.test(name) : /^(?:className|class|style)$/.test(name));
}

/** The text of a node that people read; `null` for any other. */
function textOf(node: Node): string | null {
  if (node.type === 'JSXText') {
    const text = plain(String(node['value']));
    return /\p{L}/u.test(text) ? text : null;
  }
  const written =
    node.type === 'TemplateLiteral'
      ? (node['quasis'] as readonly { value: { cooked: string } }[])
          .map(({ value }) => value.cooked)
          .join('…')
      : node.type === 'Literal' && typeof node['value'] === 'string'
        ? node['value']
        : '';
  const text = plain(written);
  return isForPeople(text) ? text : null;
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A sentence or a name, not an id, an address, a class or a query. */
function isForPeople(text: string): boolean {
  if (!/\p{Ll}{2}/u.test(text) || /^[#/.]|^https?:|^[\w-]+(?:\/[\w-]+)+$/.test(text)) return false;
  const words = text.split(' ');
  if (words.length === 1) return /^\p{Lu}\p{Ll}+[.…]?$|[À-ÿ]/u.test(text);
  const isClasses = words.every((word) => /^[!-~]+$/.test(word) && !/\p{Lu}/u.test(word));
  return !isClasses || words.filter((word) => /[-:[]/.test(word)).length < words.length / 2;
}
