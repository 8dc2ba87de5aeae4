/** docs/promises.md: every selling sentence has a row, every row a sentence, and its paths and tests exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import {
  markOf,
  missingIn,
  type PromiseRow,
  readPromises,
  sellingSentences,
} from '#tests/support/promises.ts';

const sentences = sellingSentences();
const rows = readPromises(readFileSync(join(projectRoot, 'docs/promises.md'), 'utf8'));

test('every sentence that sells has a row for its current words', () => {
  const known = new Set(rows.map(({ id, mark }) => `${id} ${mark}`));
  const missing = sentences
    .filter(({ id, text }) => !known.has(`${id} ${markOf(text)}`))
    .map(({ id, text }) => `| \`${id}\` \`${markOf(text)}\` | … | … |   ${text.slice(0, 80)}`);
  expect(missing).toEqual([]);
});

test('every row has a sentence, and each sentence one row', () => {
  const known = new Set(sentences.map(({ id }) => id));
  expect(rows.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([...new Set(rows.map(({ id }) => id))].toSorted());
});

test('every path and test named in a row exists', () => {
  const wrong = rows
    .filter(({ isOpen }) => !isOpen)
    .flatMap((row) => missingIn(row).map((what) => `${row.id}: ${what}`));
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
    ...{ id: 'x', mark: '000000', isOpen: false },
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
