/**
 * Helpers for D1: SQL with its values, and ways to run one statement. SQL is written by hand.
 *
 * Columns are snake_case and fields camelCase: what `first` and `all` return is renamed here, and nowhere else.
 */

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
/** The column of a field. */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const fieldNames = new Map<string, string>();
function fieldOf(column: string): string {
  const known = fieldNames.get(column);
  if (known !== undefined) return known;
  const field = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  fieldNames.set(column, field);
  return field;
}
const fieldsOf = <Row>(row: object): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [fieldOf(column), value])) as Row;

/** The rows of one statement of a batch, under the names of their fields. */
export const rowsOf = <Row>(result: D1Result | undefined): Row[] =>
  (result?.results ?? []).map((row) => fieldsOf<Row>(row as object));

export const first =
  <Row>(db: D1Database) =>
  async (...given: Given): Promise<Row | null> => {
    const row = await statement(db)(...given).first<object>();
    return row === null ? null : fieldsOf<Row>(row);
  };
export const all =
  <Row>(db: D1Database) =>
  async (...given: Given): Promise<Row[]> =>
    rowsOf<Row>(await statement(db)(...given).all());
/** Rows as they are stored, for who shows the table itself. */
export const stored =
  (db: D1Database) =>
  async (...given: Given): Promise<Record<string, unknown>[]> =>
    (await statement(db)(...given).all<Record<string, unknown>>()).results;
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
