/** A copy of the database is proved before it is kept. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { exportDatabase, proveCopy } from '#ops/export-database.ts';

const schema = readFileSync(join(projectRoot, 'functions/migrations/0001_schema.sql'), 'utf8');
const order = (id: string): string =>
  `INSERT INTO orders (id, subject, subdomain, plan, cycle, amount_centavos, terms_version, terms_accepted_at,
     terms_address, status, payment, reserved_until, touched_at, created_at, updated_at)
   VALUES ('${id}', 's-${id}', 'n-${id}', 'free', 'monthly', 0, 'x', 1, 'x', 'CONCLUIDO', 'free', 1, 1, 1, 1);`;
const tenant = (id: string): string =>
  `INSERT INTO tenants (subdomain, order_id, subject, plan, created_at) VALUES ('n-${id}', '${id}', 's-${id}', 'free', 1);`;

test('a whole copy is counted by table', () => {
  const rows = proveCopy(
    `PRAGMA defer_foreign_keys=TRUE;\n${schema}\n${order('1')}${order('2')}${tenant('1')}`,
  );
  expect([rows.get('orders'), rows.get('tenants'), rows.get('outbox')]).toEqual([2, 1, 0]);
});

test.each([
  ['cut in a statement', `${schema}\n${order('1').slice(0, -20)}`, 'não se lê como banco'],
  ['without its last tables', schema.slice(0, schema.indexOf('CREATE TABLE tenants')), 'Faltam tabelas'],
  ['without the rows that others name', `${schema}\n${tenant('1')}`, 'citam linhas que não existem'],
  ['empty', '', 'Faltam tabelas'],
])('a copy %s is refused', (_, sql, sentence) => {
  expect(() => proveCopy(sql)).toThrow(sentence);
});

test('it says what it needs before it asks anything', () => {
  expect(() => exportDatabase([])).toThrow('--env production');
  expect(() => exportDatabase(['--env', 'production'])).toThrow('RESTIC_REPOSITORY');
});
