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
