/** Mistakes in front matter are reported with file, line and field; the published texts have none. */
import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentMistakes, frontMatterMistakes } from '../../src/build/content-mistakes.ts';
import { dataFiles, dataMistakes } from '../../src/build/data-mistakes.ts';
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

describe('data:', () => {
  /** Mistakes of a published file after one change. */
  function slip(file: string, written: string, instead: string): string[] {
    const prove = dataFiles.find(([pattern]) => matchesGlob(file, pattern))?.[1];
    const source = readFileSync(file, 'utf8');
    expect(source).toContain(written);
    return dataMistakes(file, source.replace(written, instead), prove ?? (() => []));
  }

  test.each([
    [
      'content/plans.json',
      '"priceMonthlyReais": 0',
      '"priceMonthlyReais": "0"',
      ':9: plans.0.priceMonthlyReais: escreva um número inteiro',
    ],
    [
      'content/plans.json',
      '"currency": "BRL",',
      '"currency": "BRL"',
      ':3: O arquivo não pôde ser lido a partir daqui.',
    ],
    [
      'content/site.json',
      '"name": "Vigia",',
      '"name": "Vigia"',
      ':3: O arquivo não pôde ser lido a partir daqui.',
    ],
    ['content/docs/_categories.json', '"getting-started"', '"nada"', ':3: 0.id: Use uma destas categorias'],
    [
      'content/legal/retention.json',
      '"purpose"',
      '"proposito"',
      ':2: 0.purpose: escreva um texto entre aspas.',
    ],
    ['content/dated-facts.json', '"file"', '"arquivo"', ':2: 0.file: escreva o arquivo'],
    [
      'content/chat/init.json',
      '"goTo": "planos"',
      '"goTo": "plano"',
      ':6: options.0.goTo: use um destes estados: init,',
    ],
  ])('%s, %s → %s', (file, written, instead, told) => {
    const [first] = slip(file, written, instead);
    expect(first).toContain(`${file}${told}`);
  });
});
