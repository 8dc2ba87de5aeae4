/** Mistakes across the texts are reported with file, line and field; the published texts have none. */
import { expect, test } from 'vitest';
import {
  articleMistakes,
  contentMistakes,
  dayMistakes,
  priceMistakes,
} from '../../src/build/content-mistakes.ts';

test('the published texts have no mistakes', () => {
  expect(contentMistakes()).toEqual([]);
});

test('a day that does not exist is named', () => {
  const article = (day: string): string => `---\nid: a\nreviewed: ${day}\n---\nx`;
  expect(dayMistakes([['content/docs/a.mdx', article('2026-02-31')]])).toEqual([
    'content/docs/a.mdx:3: reviewed: Este dia não existe.',
  ]);
  expect(dayMistakes([['content/docs/a.mdx', article('2026-02-28')]])).toEqual([]);
});

test.each([
  [
    'content/docs/a.mdx',
    'Um.\n\nCusta **R$ 99** por mês.',
    '"R$ 99" foi digitado. Preço não se digita: <PlanTable />',
  ],
  ['content/docs/a.mdx', 'a\n\n<Screenshot caption="Por 1.099 reais." />', '"1.099 reais" foi digitado.'],
  [
    'content/faq/a.mdx',
    '---\n---\nR$ 99,90.',
    '"R$ 99,90" foi digitado. Preço não se digita: <PlanFact plan="…"',
  ],
  ['content/legal/a.mdx', '---\n---\nR$99', '"R$99" foi digitado. Preço não se digita: <PlanLimits />'],
])('%s: %s', (file, text, mistake) => {
  expect(priceMistakes([[file, text]])).toEqual([expect.stringContaining(`${file}:3: ${mistake}`)]);
});

test('a price in code or an open one is not taken for ours', () => {
  expect(priceMistakes([['content/docs/a.mdx', '`R$ 99` e R$ … por mês']])).toEqual([]);
});

test('articles that contradict each other are mistake at both fields', () => {
  const article = (id: string, related: string): string => `---\nid: ${id}\nrelated: [${related}]\n---\nx`;
  expect(
    articleMistakes([
      ['content/docs/a.mdx', article('a', 'b/c, nada')],
      ['content/docs/b/c.mdx', article('a', 'a')],
      ['content/docs/Olá.mdx', article('ola', 'a')],
    ]),
  ).toEqual([
    'content/docs/a.mdx:3: related: "nada" não existe. Use a rota do artigo, como "notifications/telegram".',
    'content/docs/b/c.mdx:2: id: "a" já é de content/docs/a.mdx. Escolha outro.',
    expect.stringContaining('content/docs/Olá.mdx:1: O nome do arquivo vira o endereço'),
  ]);
});
