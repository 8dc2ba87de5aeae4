/**
 * Finds the sentence for the author in the error that ended a build: with file and line, without a stack. An error of a
 * parser that none of our checks knows stays in its own words.
 */
import { globSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Matches a message of ours that starts with its file and line. */
const PLACED = /content\/\S+?\.(?:mdx|json):\d+: [^\n]+/g;

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
