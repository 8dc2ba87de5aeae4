/** Reports what a text of content/ must not contain, with its line: unknown blocks, unknown fields, code. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri';
import { blocksOf, type Field, factNames, fieldsOf } from './author-blocks.ts';
import { authorError, CODE_IN_TEXT, shownPath } from './author-errors.ts';

type MdastPlugin = NonNullable<SatteriProcessorOptions['mdastPlugins']>[number];

interface Block {
  readonly name?: string | null;
  readonly attributes?: readonly { readonly name?: string; readonly value?: unknown }[];
}

/** Checks that each block of a text and its fields exist. */
export const provenBlocks: MdastPlugin = () => {
  const seen = new Map<string, number>();
  const prove = (node: Block, { fileURL }: { readonly fileURL: URL | undefined }): void => {
    const name = node.name ?? '';
    const blocks = blocksOf(/\/content\/(\w+)\//.exec(fileURL?.pathname ?? '')?.[1] ?? '');
    if (blocks === undefined || !/^[A-Z]/.test(name)) return;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    const file = blocks.get(name);
    const mistake =
      file === undefined
        ? `<${name}> não existe. Os blocos prontos são ${[...blocks.keys()].join(', ')}.`
        : fieldMistake(node, fieldsOf(file));
    if (mistake !== undefined) throw new Error(`${place(fileURL, name, seen.get(name) ?? 1)}${mistake}`);
  };
  return { name: 'author-blocks', mdxJsxFlowElement: prove, mdxJsxTextElement: prove };
};

/** Folders whose texts must not contain code; legal texts may use facts, comparisons figures. */
const WORDS_ONLY = /\/content\/(?:docs|faq|landing)\//;
const COMMENT = /^\s*\/\*[\s\S]*\*\/\s*$/;

/** Checks expressions in braces: only existing facts, and only in legal texts. */
export const provenExpressions: MdastPlugin = () => {
  const prove = (
    { value }: { readonly value: string },
    { fileURL }: { readonly fileURL: URL | undefined },
  ): void => {
    if (COMMENT.test(value)) return;
    if (WORDS_ONLY.test(fileURL?.pathname ?? '')) throw authorError(fileURL, `{${value}}`, CODE_IN_TEXT);
    const fact = /^facts\.(\w+)/.exec(value)?.[1];
    const known = factNames();
    if (fact !== undefined && !known.includes(fact))
      throw authorError(fileURL, `{${value}}`, `{facts.${fact}} não existe. Há ${known.join(', ')}.`);
  };
  return { name: 'author-expressions', mdxTextExpression: prove, mdxFlowExpression: prove };
};

/** The mistake in the fields of a block, if any. */
function fieldMistake(node: Block, fields: ReadonlyMap<string, Field> | null): string | undefined {
  if (fields === null) return undefined;
  const written = new Map((node.attributes ?? []).map(({ name = '', value }) => [name, value]));
  const unknown = [...written.keys()].find((name) => !fields.has(name));
  if (unknown !== undefined) {
    const known = fields.size === 0 ? 'ele não tem campos' : `os campos são ${[...fields.keys()].join(', ')}`;
    return `<${node.name}>: o campo "${unknown}" não existe; ${known}.`;
  }
  for (const [name, { isRequired, words }] of fields) {
    const value = written.get(name);
    if (isRequired && !written.has(name)) return `<${node.name}>: falta o campo ${name}="…".`;
    if (words !== undefined && typeof value === 'string' && !words.includes(value))
      return `<${node.name} ${name}="${value}">: use ${words.join(', ')}.`;
  }
  return undefined;
}

/** "content/docs/slack.mdx:12: " for the n-th block of that name; code is not counted. */
function place(fileURL: URL | undefined, name: string, nth: number): string {
  if (fileURL === undefined) return '';
  const path = fileURLToPath(fileURL);
  const blank = (code: string): string => code.replace(/[^\n]/g, ' ');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const prose = text.replace(/^(```+)[\s\S]*?^\1/gm, blank).replace(/`[^`\n]*`/g, blank);
  const at = [...prose.matchAll(new RegExp(`<${name}(?![\\w])`, 'g'))][nth - 1]?.index;
  const line = at === undefined ? '' : `:${prose.slice(0, at).split('\n').length}`;
  return `${shownPath(path)}${line}: `;
}
