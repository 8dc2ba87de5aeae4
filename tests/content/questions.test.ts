/** Each article's questions and their answers' places: tests/content/questions, one file per article. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { articleSources, builtPages } from './built-docs.ts';

const folder = 'tests/content/questions';
const Questions = z
  .array(
    z.strictObject({
      question: z.string().trim().min(8, 'escreva a pergunta inteira.'),
      heading: z.string().regex(/^#[a-z0-9][a-z0-9-]*$/, 'escreva a âncora sem acentos: "#os-tres-passos".'),
    }),
  )
  .min(4, 'escreva ao menos 4 perguntas que o artigo responde.')
  .max(10, 'no máximo 10 perguntas por artigo.');

const pages = builtPages();
const fileOf = (path: string): string => `${path.slice('/docs/'.length).replaceAll('/', '-')}.json`;
const published = articleSources().filter(
  (path) => pages.get(path)?.document.querySelector('[data-pagefind-body]') !== null,
);

test.each(published)('%s answers its questions at existing headings and steps', (path) => {
  const file = `${folder}/${fileOf(path)}`;
  expect(existsSync(file), `${file} is missing`).toBe(true);
  const questions = Questions.parse(JSON.parse(readFileSync(file, 'utf8')));
  const document = pages.get(path)?.document;
  const lost = questions.filter(({ heading }) => {
    const target = document?.getElementById(heading.slice(1));
    return !target || target.closest('[data-pagefind-body]') === null;
  });
  expect(lost).toEqual([]);
  const asked = questions.map(({ question }) => question);
  expect(asked.filter((question, index) => asked.indexOf(question) !== index)).toEqual([]);
});

test('every file of questions has its article', () => {
  const known = articleSources().map(fileOf);
  expect(readdirSync(folder).filter((file) => !known.includes(file))).toEqual([]);
});
