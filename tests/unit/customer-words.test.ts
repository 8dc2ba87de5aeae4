/**
 * The words that a customer reads: the instance is "o painel", an environment "o seu Vigia". Operators' documents, contracts
 * and what the requirements spell keep theirs.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';

/** Nobody but who runs the service says these. */
const FOREIGN = /\b(?:ambientes?|inst\u00e2ncias? da vigia|em funcionamento)\b/giu;

/** Not customers' words: names in code and addresses, and what a dictionary means by it. */
const OTHERS: readonly RegExp[] = [
  // Requirements 000 spell these two.
  /Acessar ambiente/g,
  /Carregando ambiente de demonstra\u00e7\u00e3o/g,
  /vari\u00e1ve(?:l|is) de ambiente/g,
  /ambientes de teste/g,
  // A label of one's own in a monitor's example.
  /`ambiente: produ\u00e7\u00e3o`/g,
  // Addresses, ids, keys and codes.
  /\/ambiente\b/g,
  /ambiente-(?:titulo|gratuito)/g,
  /'ambiente'/g,
  /"ambiente"/g,
  /SEU-AMBIENTE/g,
];

const places = [
  'content/{chat,comparisons,docs,faq,landing,news}/**/*.{mdx,json}',
  'src/{account,availability,chat,checkout,comparison,docs,faq,form,landing,layouts,lib,pages,session,support,ui}/**/*.{ts,tsx,astro}',
  'src/domain/{messages,limits,activity}/*.ts',
  'functions/{card-change,checkout,copies,ending,fiscal,limits,orders,people,plan-change,privacy,quota,renewals,reports}/*mail.ts',
  'functions/alerts/{*mail,*words,report-off,seen,telegram,tell-recipient}.ts',
  'src/domain/alerts/*.ts',
];
const files = globSync(places, { cwd: projectRoot }).map((file) => file.replaceAll('\\', '/'));

function foreignIn(text: string): string[] {
  let own = text;
  for (const other of OTHERS) own = own.replace(other, '');
  return own.match(FOREIGN) ?? [];
}

test('every place has files', () => {
  for (const place of places) expect(globSync(place, { cwd: projectRoot }).length, place).toBeGreaterThan(0);
});

test.each(files)('%s', (file) => {
  const lines = readFileSync(join(projectRoot, file), 'utf8').split('\n');
  expect(lines.filter((line) => foreignIn(line).length > 0)).toEqual([]);
});

describe('the rule itself', () => {
  test.each([
    ['Seu ambiente está pronto', 1],
    ['5 monitores em funcionamento', 1],
    ['Os ambientes param', 1],
    ['uma variável de ambiente', 0],
    ["step === 'ambiente'", 0],
  ])('%s: %i', (text, count) => {
    expect(foreignIn(text)).toHaveLength(count);
  });
});
