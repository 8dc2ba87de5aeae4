/**
 * Reports a mistake that stops a page to its author: one Portuguese sentence with file and line, without a stack.
 *
 * Owns: translating the errors of Astro and the parsers. Does not own: the sentences of our own checks.
 */
import { globSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Plugin } from 'vite';
import { shownPath } from './author-errors.ts';
import { mistakesOf } from './content-mistakes.ts';

const MDX_PLUGIN = '@mdx-js/rolldown';

/** Matches a message of ours that starts with its file and line. */
const PLACED = /content\/\S+?\.(?:mdx|json):\d+: [^\n]+/g;

/** The error with our message and without the tool's stack. */
function forAuthor(error: unknown, path: string): Error {
  const cause = error instanceof Error ? error : new Error(String(error));
  const [mistake] = mistakesOf(shownPath(path));
  const { loc } = cause as { readonly loc?: unknown };
  const sentence = mistake ?? cause.message.replace(/^\d+:\d+: /, '');
  return Object.assign(withoutStack(sentence), loc !== undefined && { loc });
}

const withoutStack = (message: string): Error =>
  Object.assign(new Error(message), { name: 'Texto', stack: message });

/** Replaces the English errors of the tools by Portuguese ones. */
export function authorMessages(): Plugin {
  return {
    name: 'author-messages',
    enforce: 'pre',
    configResolved({ plugins }) {
      for (const { name, transform } of plugins) {
        if (name !== MDX_PLUGIN || typeof transform !== 'object') continue;
        const read = transform.handler;
        transform.handler = async function (...call) {
          try {
            return await read.apply(this, call);
          } catch (error) {
            throw forAuthor(error, call[1]);
          }
        };
      }
    },
    transform(_, id) {
      if (!/\/content\/[^?]*\.json$/.test(id)) return;
      const [mistake] = mistakesOf(shownPath(id));
      if (mistake !== undefined) throw withoutStack(mistake);
    },
    async resolveId(source, importer, options) {
      if (importer === undefined || !/\/content\/.*\.mdx$/.test(importer)) return undefined;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (found !== null) return found;
      const message = `${shownPath(importer)}:${lineWith(readFileSync(importer, 'utf8'), [source])}: "${source}" não existe. Confira o caminho; uma imagem de artigo é <Screenshot name="…" alt="…" />.`;
      throw withoutStack(message);
    },
  };
}

/** The first line that contains all of the pieces, from 1; 0 for none. */
const lineWith = (text: string, pieces: readonly string[]): number =>
  text.split('\n').findIndex((line) => pieces.every((piece) => line.includes(piece))) + 1;

/**
 * The message for an error that ended a build; `undefined` when no text caused it.
 *
 * @param texts Path and content of every text.
 */
export function messageForAuthor(
  error: unknown,
  texts: () => readonly Text[] = allTexts,
): string | undefined {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  const placed = text.match(PLACED);
  if (placed !== null) return [...new Set(placed)].join('\n');
  if (/^content\/\S+:? /.test(text)) return text;
  const importer = /content\/\S+?\.mdx/.exec(text)?.[0];
  if (importer !== undefined)
    return `${importer}: O que um import deste texto traz de outro arquivo não existe lá. Um texto não precisa de import.`;
  const pieces = writtenPieces(text);
  if (pieces === undefined) return undefined;
  const found = texts().find(({ words }) => lineWith(words, pieces) > 0);
  return found === undefined ? undefined : `${found.file}:${lineWith(found.words, pieces)}: ${text}`;
}

interface Text {
  readonly file: string;
  readonly words: string;
}

/** The pieces of the author's text that an error quotes: a block with a field, or a fact. */
function writtenPieces(text: string): readonly string[] | undefined {
  const [, block, field] = /^(<\w+) ?([^>]*)>/.exec(text) ?? [];
  if (block !== undefined) return [block, field ?? ''];
  const fact = /^\{(facts[\w.]*)\}/.exec(text)?.[1];
  return fact === undefined ? undefined : [fact];
}

const allTexts = (): readonly Text[] =>
  globSync('content/**/*.mdx').map((file) => ({ file, words: readFileSync(file, 'utf8') }));
