/** The database at a moment, and back to it: what time travel or an export does. */
import { env } from './support.ts';

export type Snapshot = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

async function tables(): Promise<readonly string[]> {
  const { results } = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table'
       AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'd1_%'`,
  ).all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** Every row of every table. */
export async function takeSnapshot(): Promise<Snapshot> {
  const read = (await tables()).map(async (name) => {
    const { results } = await env.DB.prepare(`SELECT * FROM ${name}`).all();
    return [name, results] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Puts the database back, in one transaction. */
export async function restore(snapshot: Snapshot): Promise<void> {
  const { DB } = env;
  const inserts = Object.entries(snapshot).flatMap(([table, rows]) =>
    rows.map((row) => {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      return DB.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`).bind(
        ...Object.values(row),
      );
    }),
  );
  await DB.batch([
    DB.prepare('PRAGMA defer_foreign_keys = on'),
    ...Object.keys(snapshot).map((table) => DB.prepare(`DELETE FROM ${table}`)),
    ...inserts,
  ]);
}
