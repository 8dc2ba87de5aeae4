/** Reads SQLite databases whose tables are the instance's (Uptime Kuma 2.5.3). */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** A flag of a row. */
export type Flag = 0 | 1;

type Values = readonly (SQLInputValue | Readonly<Record<string, SQLInputValue>>)[];

/** Rows as the caller's statement names their columns. */
export interface Reader {
  all<Row>(sql: string, ...values: Values): Row[];
  get<Row>(sql: string, ...values: Values): Row | undefined;
}

/** Prepares each statement once. */
export function readerOf(database: DatabaseSync): Reader {
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    all: <Row>(sql: string, ...values: Values) => prepared(sql).all(...(values as SQLInputValue[])) as Row[],
    get: <Row>(sql: string, ...values: Values) =>
      prepared(sql).get(...(values as SQLInputValue[])) as Row | undefined,
  };
}

/**
 * Opens an instance's database for one reading, while the instance may write it.
 * @throws Error while the instance has not made it.
 */
export function reading<T>(path: string, work: (reader: Reader) => T): T {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.exec('PRAGMA busy_timeout = 2000');
    return work(readerOf(database));
  } finally {
    database.close();
  }
}
