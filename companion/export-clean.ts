/** Takes everything out of a copy of an instance's database that does not go out without secrets (export-outgoing.ts). */
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { type Flag, readerOf } from './database.ts';
import { asItIs, outgoing, outgoingSettings, type Rule } from './export-outgoing.ts';

/** Declared types of columns with numbers, yes and no, and times. */
const COUNTED = /INT|BOOL|FLOAT|DOUBLE|REAL|NUMERIC|DATE|TIME/i;
/** SQLite keeps any text in such a column. */
const isOdd = (column: string): string =>
  `(typeof(${column}) NOT IN ('integer', 'real', 'null') AND (typeof(${column}) = 'blob' OR ${column} GLOB '*[^0-9TZ:. +-]*'))`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const tablesOf = (database: DatabaseSync) =>
  readerOf(database).all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'",
  );

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: Flag;
  readonly dflt_value: string | null;
}

/** The SQL value of a column after its secret is removed. */
const emptyOf = ({ notnull, dflt_value: fallback }: Column): string =>
  notnull === 0 ? 'NULL' : (fallback ?? "''");

function rewrite(copy: DatabaseSync, table: string, column: Column, rule: Rule): void {
  const { all, get } = readerOf(copy);
  const own = quoted(column.name);
  const write = copy.prepare(`UPDATE ${table} SET ${own} = ? WHERE rowid = ?`);
  const empty = get<{ empty: SQLOutputValue }>(`SELECT ${emptyOf(column)} AS empty`)?.empty ?? null;
  const rows = all<{ id: number; value: SQLOutputValue }>(
    `SELECT rowid AS id, ${own} AS value FROM ${table} WHERE ${own} IS NOT NULL`,
  );
  for (const { id, value } of rows) {
    const next = rule(String(value)) ?? empty;
    if (next !== value) write.run(next, id);
  }
}

/** @param copy Without constraints. */
export function leaveSecrets(copy: DatabaseSync): void {
  for (const { name } of tablesOf(copy)) {
    const table = quoted(name);
    const rules = outgoing.get(name);
    if (rules === undefined) {
      copy.exec(`DELETE FROM ${table}`);
      continue;
    }
    const emptied: string[] = [];
    for (const column of readerOf(copy).all<Column>('SELECT * FROM pragma_table_info(?)', name)) {
      const rule = (Object.hasOwn(rules, column.name) ? rules[column.name] : null) ?? null;
      const own = quoted(column.name);
      if (rule !== null && rule !== asItIs) rewrite(copy, table, column, rule);
      else if (rule === null && COUNTED.test(column.type))
        copy.exec(`UPDATE ${table} SET ${own} = ${emptyOf(column)} WHERE ${isOdd(own)}`);
      else if (rule === null) emptied.push(`${own} = ${emptyOf(column)}`);
    }
    if (emptied.length > 0) copy.exec(`UPDATE ${table} SET ${emptied.join(', ')}`);
  }
  copy.exec(`DELETE FROM setting WHERE key NOT IN (${outgoingSettings.map((key) => `'${key}'`).join(', ')})`);
}

/**
 * Copies tables into memory. Not for the history, which may be large.
 * @param source In a transaction, so that all of it is of one moment.
 */
export function copyInMemory(source: DatabaseSync, names: readonly string[]): DatabaseSync {
  const copy = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  for (const { name, sql } of tablesOf(source)) {
    if (!names.includes(name)) continue;
    copy.exec(sql);
    let insert: StatementSync | null = null;
    for (const row of source.prepare(`SELECT * FROM ${quoted(name)}`).iterate()) {
      insert ??= copy.prepare(
        `INSERT INTO ${quoted(name)} VALUES (${Object.keys(row)
          .map(() => '?')
          .join(', ')})`,
      );
      insert.run(...Object.values(row));
    }
  }
  return copy;
}
