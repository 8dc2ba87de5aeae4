/** Takes everything out of a copy of an instance's database that does not go out without secrets (export-outgoing.mjs). */
import { DatabaseSync } from 'node:sqlite';
import { asItIs, outgoing, outgoingSettings } from './export-outgoing.mjs';

/** Declared types of columns with numbers, yes and no, and times. */
const COUNTED = /INT|BOOL|FLOAT|DOUBLE|REAL|NUMERIC|DATE|TIME/i;
/** SQLite keeps any text in such a column. */
const isOdd = (column) =>
  `(typeof(${column}) NOT IN ('integer', 'real', 'null') AND (typeof(${column}) = 'blob' OR ${column} GLOB '*[^0-9TZ:. +-]*'))`;

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
const tablesOf = (database) =>
  database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
    .all();

/** What stands in an emptied column. */
const emptyOf = ({ notnull, dflt_value: fallback }) => (notnull === 0 ? 'NULL' : (fallback ?? "''"));

function rewrite(copy, table, column, rule) {
  const write = copy.prepare(`UPDATE ${table} SET ${quoted(column.name)} = ? WHERE rowid = ?`);
  const [{ empty }] = copy.prepare(`SELECT ${emptyOf(column)} AS empty`).all();
  const rows = copy
    .prepare(
      `SELECT rowid AS id, ${quoted(column.name)} AS value FROM ${table} WHERE ${quoted(column.name)} IS NOT NULL`,
    )
    .all();
  for (const { id, value } of rows) {
    const next = rule(String(value)) ?? empty;
    if (next !== value) write.run(next, id);
  }
}

/** @param {DatabaseSync} copy Without constraints. */
export function leaveSecrets(copy) {
  for (const { name } of tablesOf(copy)) {
    const table = quoted(name);
    const rules = Object.hasOwn(outgoing, name) ? outgoing[name] : null;
    if (rules === null) {
      copy.exec(`DELETE FROM ${table}`);
      continue;
    }
    const emptied = [];
    for (const column of copy.prepare('SELECT * FROM pragma_table_info(?)').all(name)) {
      const rule = Object.hasOwn(rules, column.name) ? rules[column.name] : null;
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
 * @param {DatabaseSync} source In a transaction, so that all of it is of one moment.
 * @param {readonly string[]} names
 */
export function copyInMemory(source, names) {
  const copy = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  for (const { name, sql } of tablesOf(source)) {
    if (!names.includes(name)) continue;
    copy.exec(sql);
    let insert = null;
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
