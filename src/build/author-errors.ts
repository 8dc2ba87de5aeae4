/** Portuguese error messages for authors, with file, line and what to write. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path from the project's folder: "content/docs/slack.mdx". */
export const shownPath = (path: string): string => relative(process.cwd(), path);

/** A mistake at the first line of a file that contains `needle`. */
export function authorError(fileURL: URL | undefined, needle: string, sentence: string): Error {
  if (fileURL === undefined) return new Error(sentence);
  const path = fileURLToPath(fileURL);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const line = lines.findIndex((text) => text.includes(needle)) + 1;
  return new Error(`${shownPath(path)}${line === 0 ? '' : `:${line}`}: ${sentence}`);
}

const blank = (code: string): string => code.replace(/[^\n]/g, ' ');

/** A text with spaces instead of its code, so that places stay where they are. */
export const proseOf = (text: string): string =>
  text.replace(/^(```+)[\s\S]*?^\1/gm, blank).replace(/`[^`\n]*`/g, blank);

export const CODE_IN_TEXT =
  'O que está entre "{" e "}" seria código. Para mostrar "{", ponha o trecho entre crases.';

/** The parser's English messages and our Portuguese ones. */
const parserWords: readonly (readonly [english: RegExp, sentence: (found: string) => string])[] = [
  [
    /Expected a closing tag for `<(\w+)>`/,
    (name) => `<${name}> não foi fechado. Escreva </${name}> no fim do bloco.`,
  ],
  [
    /Unexpected closing tag.*?<\/(\w+)>/,
    (name) => `</${name}> fecha um bloco que não foi aberto, ou fora da ordem.`,
  ],
  [
    /parse esm/,
    () =>
      'Uma linha que começa com import ou export é lida como código. Um texto não precisa dela: comece a frase de outro jeito.',
  ],
  [
    /after `<`|before name/,
    () => 'Este "<" não começa um bloco. Para mostrá-lo, ponha o trecho entre crases.',
  ],
  [/brace|expression/, () => CODE_IN_TEXT],
];

/**
 * `4:1: Unexpected character…` → `4:1: content/docs/slack.mdx:4: Este "<" não começa…`; Astro reads the first two
 * numbers.
 */
export function parserErrorInPortuguese(error: unknown, path: string): Error {
  const text = error instanceof Error ? error.message : String(error);
  const [, line, column, english = ''] = /^(\d+):(\d+): (.*)$/s.exec(text) ?? [];
  if (line === undefined) return error instanceof Error ? error : new Error(text);
  const sentence = parserWords
    .flatMap(([pattern, words]) => {
      const found = pattern.exec(english);
      return found === null ? [] : [words(found[1] ?? '')];
    })
    .at(0);
  const known = sentence ?? `O texto não pôde ser lido a partir daqui (${english}).`;
  return new Error(`${line}:${column}: ${shownPath(path)}:${line}: ${known}`);
}
