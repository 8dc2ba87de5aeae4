/** Mistakes in front matter are reported with file, line and field; the published texts have none. */
import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  articleMistakes,
  contentMistakes,
  frontMatterMistakes,
  priceMistakes,
} from '../../src/build/content-mistakes.ts';
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
  [[...fine, 'day: 2026-02-31'], ':5: day: Este dia não existe.'],
  [[...fine, 'titulo: x'], ':2: Campo desconhecido: titulo.'],
  [[...fine, 'hidden: [a'], 'A ficha não pôde ser lida.'],
  [
    ['question: Há: um plano?', ...fine.slice(1)],
    ':2: A ficha não pôde ser lida. Cada linha é "campo: valor"',
  ],
])('%j', (lines, mistake) => {
  const [first] = mistakes(...lines);
  expect(first).toContain(`content/faq/x.mdx`);
  expect(first).toContain(mistake);
});

test('several mistakes are reported at once, and none for valid files', () => {
  expect(mistakes('question: "Há"', 'category: x', 'order: 1')).toHaveLength(2);
  expect(mistakes(...fine)).toEqual([]);
  expect(frontMatterMistakes('content/faq/x.mdx', 'Sim.', FaqEntry)).toEqual([
    'content/faq/x.mdx:1: Falta a ficha: as linhas entre os dois "---" do começo.',
  ]);
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
    ['content/site.json', '"name": "Vigia"', '"nome": "Vigia"', ':1: name: precisa ser um texto entre aspas'],
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
  ])('%s, %s → %s', (file, written, instead, mistake) => {
    const [first] = slip(file, written, instead);
    expect(first).toContain(`${file}${mistake}`);
  });
});
