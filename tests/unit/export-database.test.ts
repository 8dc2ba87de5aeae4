/** A copy of the database is proved before it is kept. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { exportDatabase, proveCopy } from '#ops/export-database.ts';
import { orderRows, type RowStatement, tenantRows } from '#tests/support/rows.ts';

const schema = readFileSync(join(projectRoot, 'functions/migrations/0001_schema.sql'), 'utf8');
/** Rows as a dump has them: with their values in the text. */
const dumped = (rows: readonly RowStatement[]): string =>
  rows
    .map(([text, values]) => {
      const literals = values.map((value) => (typeof value === 'string' ? `'${value}'` : `${value}`));
      return `${text.replace(/\?/g, () => literals.shift() ?? '')};`;
    })
    .join('\n');
const named = (id: string) => ({ subject: `s-${id}`, subdomain: `n-${id}` });
const order = (id: string): string => dumped(orderRows({ id, ...named(id) }));
const tenant = (id: string): string => dumped(tenantRows({ order_id: id, ...named(id) }));

test('a whole copy is counted by table', () => {
  const { rows, missingViews } = proveCopy(
    `PRAGMA defer_foreign_keys=TRUE;\n${schema}\n${order('1')}${order('2')}${tenant('1')}`,
  );
  expect([rows.get('orders'), rows.get('tenants'), rows.get('outbox')]).toEqual([2, 1, 0]);
  expect(missingViews).toEqual([]);
});

test('a copy without the views is whole, and says so', () => {
  const { rows, missingViews } = proveCopy(`${schema.replace(/^CREATE VIEW[^;]*;/gm, '')}\n${order('1')}`);
  expect([rows.get('orders'), missingViews]).toEqual([1, expect.arrayContaining(['order_rows', 'sales'])]);
});

test.each([
  ['cut in a statement', `${schema}\n${order('1').slice(0, -20)}`, 'não se lê como banco'],
  ['without its last tables', schema.slice(0, schema.indexOf('CREATE TABLE tenants')), 'Faltam tabelas'],
  ['without the rows that others name', `${schema}\n${tenant('1')}`, 'citam linhas que não existem'],
  ['empty', '', 'Faltam tabelas'],
])('a copy %s is refused', (_, sql, sentence) => {
  expect(() => proveCopy(sql)).toThrow(sentence);
});

test('it says what it needs before it asks anything', async () => {
  await expect(exportDatabase([])).rejects.toThrow('--env production');
  await expect(exportDatabase(['--env', 'production'])).rejects.toThrow('RESTIC_REPOSITORY');
});
