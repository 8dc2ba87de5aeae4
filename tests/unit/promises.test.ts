/** docs/promises.md: every selling sentence has a row, every row a sentence, and its paths and tests exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import {
  markOf,
  missingIn,
  type PromiseRow,
  promiseMistakes,
  readPromises,
  sellingSentences,
} from '#tests/support/promises.ts';

const sentences = sellingSentences();
const rows = readPromises(readFileSync(join(projectRoot, 'docs/promises.md'), 'utf8'));

test('every sentence that sells has a row for its current words, and every row a sentence', () => {
  const mistakes = promiseMistakes(sentences, rows);
  if (mistakes.length > 0) expect.fail(mistakes.join('\n\n'));
});

test('each sentence has one row', () => {
  expect(rows.map(({ id }) => id).toSorted()).toEqual([...new Set(rows.map(({ id }) => id))].toSorted());
});

test('every path and test named in a row exists', () => {
  const wrong = rows.flatMap((row) => missingIn(row).map((what) => `${row.id}: ${what}`));
  expect(wrong).toEqual([]);
});

describe('the search', () => {
  test('finds features, answers, landing page entries and gated articles', () => {
    const ids = sentences.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        'plano enterprise: Equipe de plantão',
        'faq/cancelamento',
        'landing/why/reasons/2',
        'artigo customize-status-page',
        'componente PlanNote',
      ]),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  const row: PromiseRow = {
    ...{ id: 'x', mark: '000000' },
    where: '`content/plans.json`',
    test: '`tests/unit/promises.test.ts`: “a path, a test and an empty cell that are wrong are named”',
  };

  test('a wrong path, a wrong test and an empty cell are named', () => {
    expect(missingIn(row)).toEqual([]);
    expect(missingIn({ ...row, where: '`functions/nada.ts`' })).toEqual([
      'o caminho functions/nada.ts não existe',
    ]);
    expect(missingIn({ ...row, test: '`tests/unit/promises.test.ts`: “outro' + ' nome”' })).toEqual([
      'o teste tests/unit/promises.test.ts: “outro' + ' nome” não existe',
    ]);
    expect(missingIn({ ...row, where: 'no painel', test: '' })).toEqual([
      'nenhum caminho diz onde se cumpre',
      'nenhum teste',
    ]);
    expect(missingIn({ ...row, where: '**Pessoas**: `docs/operating.md`', test: '' })).toEqual([]);
  });

  test('a changed text has another mark', () => {
    expect(markOf('5 monitores')).not.toBe(markOf('6 monitores'));
  });
});

describe('what whoever edits the texts is told', () => {
  const sentence = { id: 'faq/x', text: 'Vale para todos', file: 'content/faq/x.mdx', isHidden: false };
  const row = { id: 'faq/x', mark: markOf('Vale para todos'), where: '', test: '' };

  test('nothing, for a sentence with its row', () => {
    expect(promiseMistakes([sentence], [row])).toEqual([]);
  });

  test('file, row and mark of a new sentence', () => {
    const [said] = promiseMistakes([sentence], []);
    expect(said).toContain('content/faq/x.mdx: “Vale para todos” é uma frase nova');
    expect(said).toContain(`| \`faq/x\` \`${row.mark}\` | … | … |`);
  });

  test('the new mark of a changed one', () => {
    const [said] = promiseMistakes([{ ...sentence, text: 'Vale para alguns' }], [row]);
    expect(said).toContain(`troque a marca \`${row.mark}\` por \`${markOf('Vale para alguns')}\``);
  });

  test('a hidden one keeps its row and needs none', () => {
    const hidden = { ...sentence, isHidden: true };
    expect(promiseMistakes([hidden], [row])).toEqual([]);
    expect(promiseMistakes([hidden], [])).toEqual([]);
  });

  test('a row without a sentence goes', () => {
    expect(promiseMistakes([], [row])).toEqual([
      'A frase `faq/x` não existe mais: tire a linha dela de docs/promises.md.',
    ]);
  });
});
