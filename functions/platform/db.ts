/** The four ways our stores ask D1; SQL stays by hand. */
export const statement = (db: D1Database, sql: string, ...values: unknown[]): D1PreparedStatement =>
  db.prepare(sql).bind(...values);
export const first = <Row>(db: D1Database, sql: string, ...values: unknown[]): Promise<Row | null> =>
  statement(db, sql, ...values).first<Row>();
export const all = async <Row>(db: D1Database, sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await statement(db, sql, ...values).all<Row>()).results;
/** @returns How many rows changed. */
export const run = async (db: D1Database, sql: string, ...values: unknown[]): Promise<number> =>
  (await statement(db, sql, ...values).run()).meta.changes;
