/** Searches every text column of every table, in D1, including tables added later. */
import { all, list } from '#functions/platform/db.ts';

/** A row that contains one of the words. */
export interface TraceRow {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Maximum rows read per table; a person has fewer. */
const ROWS_MAX = 500;

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table'
  AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations' ORDER BY name`;

/** Makes the store over a D1 database. */
export function createTraceStore(db: D1Database) {
  async function searchIn(table: string, words: readonly string[]): Promise<TraceRow[]> {
    const columns = await all<{ name: string; type: string }>(db, `PRAGMA table_info("${table}")`);
    const texts = columns.filter(({ type }) => type === 'TEXT').map(({ name }) => `COALESCE("${name}", '')`);
    if (texts.length === 0) return [];
    const rows = await all<Record<string, unknown>>(
      db,
      `SELECT * FROM "${table}" AS t WHERE EXISTS
         (SELECT 1 FROM json_each(?1) WHERE instr(lower(${texts.join(` || ' ' || `)}), value) > 0) LIMIT ${ROWS_MAX}`,
      list(words),
    );
    return rows.map((row) => ({ table, row }));
  }

  return {
    /** Rows with one of the words in any column; words in lower case. */
    async search(words: readonly string[]): Promise<TraceRow[]> {
      const wanted = words.map((word) => word.toLowerCase()).filter((word) => word.length > 0);
      if (wanted.length === 0) return [];
      const found: TraceRow[] = [];
      for (const { name } of await all<{ name: string }>(db, TABLES))
        found.push(...(await searchIn(name, wanted)));
      return found;
    },
  };
}
