/**
 * Each table has one room that writes it (docs/architecture.md); another room reads it by that room's functions, a
 * fragment, or a view.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';

/** Reports for operators and for the person whose rows they are: they may read every table. */
const reports = [
  'operations/order-history.ts',
  'operations/orphans-store.ts',
  'operations/store.ts',
  'operations/watch-store.ts',
  'privacy/personal-tables.ts',
  'privacy/retention-store.ts',
  'privacy/store.ts',
  'privacy/who.ts',
];

const schema = readFileSync(join(projectRoot, 'functions/migrations/0001_schema.sql'), 'utf8');
const namesOf = (kind: 'TABLE' | 'VIEW') =>
  [...schema.matchAll(new RegExp(`^CREATE ${kind} (\\w+)`, 'gm'))].map(([, name = '']) => name);
const views = namesOf('VIEW');
/** The room that writes each table, as drawn. */
const owned =
  /^\| Sala \| Tabelas \|\n.*\n((?:\|.*\n)+)/m.exec(
    readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8'),
  )?.[1] ?? '';
const rows = [...owned.matchAll(/^\| ([\w-]+) \|(.*)\|$/gm)].flatMap(([, room = '', tables = '']) =>
  [...tables.matchAll(/`(\w+)`/g)].map(([, table = '']) => [table, room] as const),
);
const roomOfTable = new Map(rows);

const files = globSync('functions/**/*.ts', { cwd: projectRoot, exclude: (path) => path.endsWith('.d.ts') })
  .map((file) => file.replaceAll('\\', '/').slice('functions/'.length))
  .filter((file) => file.includes('/'))
  .map((file) => ({
    file,
    room: file.split('/')[0] ?? '',
    // Names after AS, in WITH and of columns are no tables: only what stands after these words is read.
    text: readFileSync(join(projectRoot, 'functions', file), 'utf8').replace(
      /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
      '',
    ),
  }));

const uses = (pattern: RegExp) =>
  files.flatMap(({ file, room, text }) =>
    [...text.matchAll(pattern)].map(([, name = '']) => ({ file, room, name })),
  );
const writes = [
  ...uses(/\b(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM) (\w+)/g),
  ...uses(/\bname: '(\w+)',\s*work:/g),
];
const reads = uses(/\b(?:FROM|JOIN) (?:main\.)?(\w+)/g);

describe('tables', () => {
  test('every table of the schema has one owner', () => {
    expect(rows.map(([table]) => table).sort()).toEqual(namesOf('TABLE').sort());
  });

  test('only its room writes a table', () => {
    const strangers = writes.filter(({ room, name }) => (roomOfTable.get(name) ?? room) !== room);
    expect(strangers.map(({ file, name }) => `${file} writes ${name} of ${roomOfTable.get(name)}`)).toEqual(
      [],
    );
  });

  test('only its room reads a table, but for the reports', () => {
    const strangers = reads.filter(
      ({ file, room, name }) => (roomOfTable.get(name) ?? room) !== room && !reports.includes(file),
    );
    expect(strangers.map(({ file, name }) => `${file} reads ${name} of ${roomOfTable.get(name)}`)).toEqual(
      [],
    );
  });

  test('every table is written and every view is read', () => {
    const written = new Set(writes.map(({ name }) => name));
    const read = new Set(reads.map(({ name }) => name));
    expect(namesOf('TABLE').filter((table) => !written.has(table))).toEqual([]);
    expect(views.filter((view) => !read.has(view))).toEqual([]);
  });

  test('every report names a file', () => {
    expect(reports.filter((report) => !files.some(({ file }) => file === report))).toEqual([]);
  });
});
