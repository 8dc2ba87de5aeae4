/**
 * Spelling of the articles, by hunspell's Portuguese dictionary and the authors' own word list.
 *
 * Runs where hunspell and its pt_BR dictionary are installed (`apt-get install hunspell hunspell-pt-br`); otherwise it
 * is skipped. Code, addresses and file names are not checked.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtPages, outDir } from './built-docs.ts';

const LIST = 'content/docs/_words.txt';

function unknownWords(text: string): readonly string[] | null {
  const { status, stdout } = spawnSync('hunspell', ['-d', 'pt_BR', '-i', 'utf-8', '-l'], {
    input: text,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.split('\n').filter((word) => word !== '') : null;
}

/** An article's words as a reader sees them. */
function proseOf(markdown: string): string {
  return markdown
    .replace(/(`{3,})[\s\S]*?\n\1/g, ' ')
    .replace(/(`+)[\s\S]*?\1/g, ' ')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\S*(?:https?:|@)\S*|[\p{L}\d/-]+(?:[._][\p{L}\d/-]+)+/gu, ' ');
}

const canCheck = unknownWords('casa') !== null;
const allowed = new Set(
  readFileSync(LIST, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((word) => word.toLowerCase()),
);
const articles = [...builtPages().values()]
  .filter(({ document }) => document.querySelector('[data-pagefind-body]') !== null)
  .map(({ path }) => path);

// A skipped test is easily overlooked in a long list.
if (!canCheck)
  console.warn('A ortografia não foi conferida: falta o hunspell (apt-get install hunspell hunspell-pt-br).');

test.skipIf(!canCheck)('every word is in the dictionary or in content/docs/_words.txt', () => {
  // One call for all: loading the dictionary takes half a second.
  const texts = articles.map(
    (path) => [path, proseOf(readFileSync(join(outDir, `${path}.md`), 'utf8'))] as const,
  );
  const unknown = unknownWords(texts.map(([, text]) => text).join('\n')) ?? [];
  const found = [...new Set(unknown)]
    .filter((word) => !allowed.has(word.toLowerCase()))
    .map((word) => `${word} (${texts.find(([, text]) => text.includes(word))?.[0]})`);
  expect(found, `Corrija a palavra, ou acrescente-a a ${LIST} se estiver certa.`).toEqual([]);
});

test('the word list has no duplicates', () => {
  const words = readFileSync(LIST, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(words.length).toBe(allowed.size);
});
