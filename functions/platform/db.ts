/** Helpers for D1 statements: four ways to run one, and lists as parameters. SQL is written by hand. */

export const statement = (db: D1Database, sql: string, ...values: unknown[]): D1PreparedStatement =>
  db.prepare(sql).bind(...values);
export const first = <Row>(db: D1Database, sql: string, ...values: unknown[]): Promise<Row | null> =>
  statement(db, sql, ...values).first<Row>();
export const all = async <Row>(db: D1Database, sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await statement(db, sql, ...values).all<Row>()).results;
/** @returns How many rows changed. */
export const run = async (db: D1Database, sql: string, ...values: unknown[]): Promise<number> =>
  (await statement(db, sql, ...values).run()).meta.changes;

/** The next parameter as a list, bound as one JSON value (`list`), so that the statement is the same for any length. */
export const AMONG = '(SELECT value FROM json_each(?))';

/** As `AMONG` for the first parameter, for statements that use it more than once. */
export const AMONG_FIRST = '(SELECT value FROM json_each(?1))';

export const list = (values: readonly string[]): string => JSON.stringify(values);
