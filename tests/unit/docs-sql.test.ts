/** What the manuals tell an operator to ask of the database, and the columns that they name, are there. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const database = new DatabaseSync(':memory:');
database.exec(read('functions/migrations/0001_schema.sql'));
const tables = database
  .prepare(`SELECT name FROM sqlite_master WHERE type IN ('table', 'view')`)
  .all()
  .map(({ name }) => String(name));

const docs = globSync('docs/**/*.md', { cwd: projectRoot }).map((path) => ({ path, text: read(path) }));
const found = (pattern: RegExp) =>
  docs.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, first = '', second = '']) => ({ path, first, second })),
  );
// Keycloak has a database of its own.
const queries = found(/[`"](SELECT [^`"]*)[`"]/g).filter(({ first }) => !first.includes('user_entity'));
const columns = found(new RegExp(`\`(${tables.join('|')})\\.([a-z_]+)\``, 'g'));

describe('docs about the database', () => {
  test('there are some', () => {
    expect([queries.length > 1, columns.length > 5]).toEqual([true, true]);
  });

  test.each(queries)('$path: $first', ({ first }) => {
    expect(() => database.prepare(first.replaceAll('…', '?'))).not.toThrow();
  });

  test.each(columns)('$path: $first.$second', ({ first, second }) => {
    expect(() => database.prepare(`SELECT ${first}.${second} FROM ${first}`)).not.toThrow();
  });
});
