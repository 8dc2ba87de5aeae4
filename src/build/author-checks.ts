/** Reports what a text of content/ must not contain, with its line: unknown blocks, unknown fields, code. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri';
import type { MdastPluginDefinition } from 'satteri';
import { plainSlug } from '#docs/articles/slug.ts';
import { generalFactNames } from '#faq/plan-facts.ts';
import { blocksOf, type Field, factNames, fieldsOf } from './author-blocks.ts';
import { authorError, CODE_IN_TEXT, proseOf, shownPath } from './author-errors.ts';
import { containers } from './docs-slots.ts';

type MdastPlugin = NonNullable<SatteriProcessorOptions['mdastPlugins']>[number];

type Context = Parameters<NonNullable<MdastPluginDefinition['mdxJsxFlowElement']>>[1];

interface Block {
  readonly name?: string | null;
  readonly attributes?: readonly { readonly name?: string; readonly value?: unknown }[];
  readonly children?: readonly Block[];
}

/** Checks that each block of a text and its fields exist. */
export const checkedBlocks: MdastPlugin = () => {
  const seen = new Map<string, number>();
  const steps = new Set<string>();
  const check = (node: Block, context: Context): void => {
    const { fileURL } = context;
    const name = node.name ?? '';
    const blocks = blocksOf(/\/content\/(\w+)\//.exec(fileURL?.pathname ?? '')?.[1] ?? '');
    const isBlock = (known: string): boolean => known.toLowerCase() === name.toLowerCase();
    if (blocks === undefined || (/^[a-z]/.test(name) && ![...blocks.keys()].some(isBlock))) return;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    const file = blocks.get(name);
    const mistake =
      file === undefined
        ? `<${name}> não existe. Os blocos prontos são ${[...blocks.keys()].join(', ')}.`
        : (fieldMistake(node, fieldsOf(file), WORDS_ONLY.test(fileURL?.pathname ?? '')) ??
          partMistake(node) ??
          strayMistake(node, context) ??
          stepMistake(node, steps) ??
          factMistake(node));
    if (mistake !== undefined) throw new Error(`${place(fileURL, name, seen.get(name) ?? 1)}${mistake}`);
  };
  return { name: 'author-blocks', mdxJsxFlowElement: check, mdxJsxTextElement: check };
};

/** Folders whose texts must not contain code; legal texts may use facts, comparisons figures. */
const WORDS_ONLY = /\/content\/(?:docs|faq|landing)\//;
const COMMENT = /^\s*\/\*[\s\S]*\*\/\s*$/;

/** Checks expressions in braces: only existing facts, and only in legal texts. */
export const checkedExpressions: MdastPlugin = () => {
  const check = (
    { value }: { readonly value: string },
    { fileURL }: { readonly fileURL: URL | undefined },
  ): void => {
    if (COMMENT.test(value)) return;
    if (WORDS_ONLY.test(fileURL?.pathname ?? '')) throw authorError(fileURL, `{${value}}`, CODE_IN_TEXT);
    if (/\/content\/legal\//.test(fileURL?.pathname ?? '') && /^\w+$/.test(value))
      throw authorError(fileURL, `{${value}}`, `{${value}} não existe. Um fato se escreve {facts.…}.`);
    const fact = /^facts\.(\w+)/.exec(value)?.[1];
    const known = factNames();
    if (fact !== undefined && !known.includes(fact))
      throw authorError(fileURL, `{${value}}`, `{facts.${fact}} não existe. Há ${known.join(', ')}.`);
  };
  return { name: 'author-expressions', mdxTextExpression: check, mdxFlowExpression: check };
};

/** The mistake in the fields of a block, if any. */
function fieldMistake(
  node: Block,
  fields: ReadonlyMap<string, Field> | null,
  isWordsOnly: boolean,
): string | undefined {
  if (fields === null) return undefined;
  const written = new Map((node.attributes ?? []).map(({ name = '', value }) => [name, value]));
  const unknown = [...written.keys()].find((name) => !fields.has(name));
  if (unknown !== undefined) {
    const known = fields.size === 0 ? 'ele não tem campos' : `os campos são ${[...fields.keys()].join(', ')}`;
    return `<${node.name}>: o campo "${unknown}" não existe; ${known}.`;
  }
  for (const [name, { isRequired, type, words }] of fields) {
    const value = written.get(name);
    if (isRequired && !written.has(name))
      return `<${node.name}>: falta o campo ${name}=${type === 'number' ? '{1}' : '"…"'}.`;
    if (words !== undefined && typeof value === 'string' && !words.includes(value))
      return `<${node.name} ${name}="${value}">: use ${words.join(', ')}.`;
    const code = (value as { readonly value?: string } | null | undefined)?.value;
    if (type === 'string' && isWordsOnly && code !== undefined)
      return `<${node.name}>: escreva ${name}="…", entre aspas.`;
    if (type === 'number' && written.has(name) && !/^\d+$/.test(code ?? ''))
      return `<${node.name}>: escreva ${name}={1}, um número entre chaves.`;
    if (type === 'boolean' && typeof value === 'string')
      return `<${node.name}>: escreva só ${name}, sem valor; para desligar, tire a palavra.`;
  }
  return undefined;
}

/** Missing parts, or other content between them. */
function partMistake({ name, children = [] }: Block): string | undefined {
  const container = containers[name ?? ''];
  if (container === undefined) return undefined;
  const isComplete =
    children.length >= container.min && children.every((child) => child.name === container.holds);
  return isComplete ? undefined : `<${name}> espera ${container.expected} como conteúdo, e nada mais.`;
}

/** A part outside its container. */
function strayMistake(node: Block, context: Context): string | undefined {
  const [container] =
    Object.entries(containers).find(([, { holds }]) => holds === node.name && holds !== 'Screenshot') ?? [];
  const isStray =
    container !== undefined && (context.parent(node as never) as Block | undefined)?.name !== container;
  return isStray ? `<${node.name}> só vale dentro de <${container}>.` : undefined;
}

/** A step with the address of another step of the page. */
function stepMistake({ name, attributes = [] }: Block, taken: Set<string>): string | undefined {
  if (name !== 'Step') return undefined;
  const { id, title } = Object.fromEntries(attributes.map((each) => [each.name, String(each.value)]));
  const anchor = id ?? plainSlug(title ?? '');
  if (taken.has(anchor))
    return `<Step title="${title}">: outro passo desta página tem o endereço #${anchor}. Escreva neste um id="…" diferente.`;
  taken.add(anchor);
  return undefined;
}

/** A fact of one plan without a plan, or of all plans with one. */
function factMistake({ name, attributes = [] }: Block): string | undefined {
  if (name !== 'PlanFact') return undefined;
  const { plan, fact } = Object.fromEntries(attributes.map((each) => [each.name, each.value]));
  const isGeneral = generalFactNames.includes(String(fact));
  if (isGeneral === (plan === undefined)) return undefined;
  return `<PlanFact fact="${fact}">: ${isGeneral ? 'tire plan, porque vale para todos os planos' : 'falta o campo plan="…"'}.`;
}

/** "content/docs/slack.mdx:12: " for the n-th block of that name; code is not counted. */
function place(fileURL: URL | undefined, name: string, nth: number): string {
  if (fileURL === undefined) return '';
  const path = fileURLToPath(fileURL);
  const prose = proseOf(existsSync(path) ? readFileSync(path, 'utf8') : '');
  const at = [...prose.matchAll(new RegExp(`<${name}(?![\\w])`, 'g'))][nth - 1]?.index;
  const line = at === undefined ? '' : `:${prose.slice(0, at).split('\n').length}`;
  return `${shownPath(path)}${line}: `;
}
