/** Helpers for D1: SQL with its values, and ways to run one statement. SQL is written by hand. */

/** SQL and the values of its parameters, in order. */
export class Sql {
  readonly text: string;
  readonly values: readonly unknown[];
  constructor(text: string, values: readonly unknown[]) {
    this.text = text;
    this.values = values;
  }
}

/**
 * Writes SQL: another `sql` becomes a part of the text, and everything else the value of a parameter, also a plain
 * string.
 */
export function sql(parts: readonly string[], ...given: unknown[]): Sql {
  const places = given.map((each) => (each instanceof Sql ? each : new Sql('?', [each])));
  return new Sql(
    parts.map((part, index) => part + (places[index]?.text ?? '')).join(''),
    places.flatMap(({ values }) => values),
  );
}

/** Names of our tables and columns, and other text that no caller chooses. */
export const raw = (text: string): Sql => new Sql(text, []);

/** The parts with a text between them, such as `, `. */
export const joined = (parts: readonly Sql[], between: string): Sql =>
  new Sql(
    parts.map(({ text }) => text).join(between),
    parts.flatMap(({ values }) => values),
  );

/** A list for `IN`, bound as one JSON value, so that the statement is the same for any length. */
export const among = (values: readonly string[]): Sql =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/** What a tag is called with. */
export type Given = Parameters<typeof sql>;

export const statement =
  (db: D1Database) =>
  (...given: Given): D1PreparedStatement => {
    const { text, values } = sql(...given);
    return db.prepare(text).bind(...values);
  };
export const first =
  <Row>(db: D1Database) =>
  (...given: Given): Promise<Row | null> =>
    statement(db)(...given).first<Row>();
export const all =
  <Row>(db: D1Database) =>
  async (...given: Given): Promise<Row[]> =>
    (await statement(db)(...given).all<Row>()).results;
/** The value that a query names `value`, of its first row; `null` when there is none. */
export const firstValue =
  <Value>(db: D1Database) =>
  async (...given: Given): Promise<Value | null> =>
    (await first<{ value: Value | null }>(db)(...given))?.value ?? null;
/** @returns How many rows changed. */
export const run =
  (db: D1Database) =>
  async (...given: Given): Promise<number> =>
    (await statement(db)(...given).run()).meta.changes;
/** @returns True when one row changed: the statement found the state that it expects. */
export const changesOne =
  (db: D1Database) =>
  async (...given: Given): Promise<boolean> =>
    (await run(db)(...given)) === 1;
/** @returns True when there is a row. */
export const exists =
  (db: D1Database) =>
  async (...given: Given): Promise<boolean> =>
    (await first(db)(...given)) !== null;
/** Runs the statements in one transaction. @returns True when the first one changed one row. */
export const firstChangesOne = async (db: D1Database, statements: D1PreparedStatement[]): Promise<boolean> =>
  (await db.batch(statements))[0]?.meta.changes === 1;
