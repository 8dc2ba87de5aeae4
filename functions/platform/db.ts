/** Helpers for D1 statements: ways to run one, and lists as parameters. SQL is written by hand. */

export const statement = (db: D1Database, sql: string, ...values: unknown[]): D1PreparedStatement =>
  db.prepare(sql).bind(...values);
export const first = <Row>(db: D1Database, sql: string, ...values: unknown[]): Promise<Row | null> =>
  statement(db, sql, ...values).first<Row>();
export const all = async <Row>(db: D1Database, sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await statement(db, sql, ...values).all<Row>()).results;
/** The value that a query names `value`, of its first row; `null` when there is none. */
export const firstValue = async <Value>(
  db: D1Database,
  sql: string,
  ...values: unknown[]
): Promise<Value | null> => (await first<{ value: Value | null }>(db, sql, ...values))?.value ?? null;
/** @returns How many rows changed. */
export const run = async (db: D1Database, sql: string, ...values: unknown[]): Promise<number> =>
  (await statement(db, sql, ...values).run()).meta.changes;
/** @returns True when one row changed: the statement found the state that it expects. */
export const changesOne = async (db: D1Database, sql: string, ...values: unknown[]): Promise<boolean> =>
  (await run(db, sql, ...values)) === 1;
/** @returns True when there is a row. */
export const exists = async (db: D1Database, sql: string, ...values: unknown[]): Promise<boolean> =>
  (await first(db, sql, ...values)) !== null;
/** Runs the statements in one transaction. @returns True when the first one changed one row. */
export const firstChangesOne = async (db: D1Database, statements: D1PreparedStatement[]): Promise<boolean> =>
  (await db.batch(statements))[0]?.meta.changes === 1;

/** The next parameter as a list, bound as one JSON value (`list`), so that the statement is the same for any length. */
export const AMONG = '(SELECT value FROM json_each(?))';

/** As `AMONG` for the first parameter, for statements that use it more than once. */
export const AMONG_FIRST = '(SELECT value FROM json_each(?1))';

export const list = (values: readonly string[]): string => JSON.stringify(values);
