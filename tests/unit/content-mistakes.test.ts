/** Mistakes in front matter are reported with file, line and field; the published texts have none. */
import { expect, test } from 'vitest';
import { contentMistakes, frontMatterMistakes } from '../../src/build/content-mistakes.ts';
import { FaqEntry } from '../../src/schemas/faq.ts';

const mistakes = (...lines: readonly string[]): string[] =>
  frontMatterMistakes('content/faq/x.mdx', ['---', ...lines, '---', 'Sim.'].join('\n'), FaqEntry);
const fine = ['question: "Há um plano gratuito?"', 'category: precos', 'order: 1'];

test('the published texts have no mistakes', () => {
  expect(contentMistakes()).toEqual([]);
});

test.each([
  [
    ['question: Há um plano', 'category: precos', 'order: 1'],
    ':2: question: A pergunta termina com um ponto',
  ],
  [['question: "Há?"', 'category: preco', 'order: 1'], ':3: category: Use uma destas categorias: precos'],
  [['question: "Há?"', 'category: precos', 'order: "1"'], ':4: order: Escreva a posição como número inteiro'],
  [['question: "Há?"', 'category: precos'], ':1: order: Falta este campo.'],
  [[...fine, 'titulo: x'], ':2: Campo desconhecido: titulo.'],
  [[...fine, 'hidden: [a'], 'A ficha não pôde ser lida.'],
  [
    ['question: Há: um plano?', ...fine.slice(1)],
    ':2: A ficha não pôde ser lida. Cada linha é "campo: valor"',
  ],
])('%j', (lines, told) => {
  const [first] = mistakes(...lines);
  expect(first).toContain(`content/faq/x.mdx`);
  expect(first).toContain(told);
});

test('several mistakes are reported at once, and none for valid files', () => {
  expect(mistakes('question: "Há"', 'category: x', 'order: 1')).toHaveLength(2);
  expect(mistakes(...fine)).toEqual([]);
  expect(frontMatterMistakes('content/faq/x.mdx', 'Sim.', FaqEntry)).toEqual([
    'content/faq/x.mdx:1: Falta a ficha: as linhas entre os dois "---" do começo.',
  ]);
});
