/** D1 on Node's SQLite: the same engine, fast enough for a hundred thousand tenants. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** The used part of D1's types, which only the Worker's project has. */
interface Statement {
  bind(...values: unknown[]): Statement;
  first(): Promise<unknown>;
  all(): Promise<{ results: unknown[] }>;
  run(): Promise<{ meta: { changes: number } }>;
}
interface Database {
  prepare(sql: string): Statement;
  batch(statements: readonly Statement[]): Promise<{ results: unknown[]; meta: { changes: number } }[]>;
}

export interface Opened {
  readonly sqlite: DatabaseSync;
  readonly d1: Database;
  /** Every prepared statement, in order, with the values of its last call. */
  readonly seen: { readonly sql: string; values: SQLInputValue[] }[];
}

/** Opens a database with all migrations applied. */
export function openDatabase(file: string): Opened {
  const sqlite = new DatabaseSync(file);
  sqlite.exec('PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
  const folder = join(import.meta.dirname, '../../../functions/migrations');
  for (const name of readdirSync(folder).sort()) sqlite.exec(readFileSync(join(folder, name), 'utf8'));
  const seen: Opened['seen'] = [];
  const known = new Map<string, StatementSync>();

  const prepare = (
    sql: string,
    values: SQLInputValue[] = [],
  ): Statement & { now(): unknown[]; changed(): number } => {
    const statement = known.get(sql) ?? sqlite.prepare(sql);
    known.set(sql, statement);
    const note = { sql, values };
    seen.push(note);
    const returns = /^\s*(SELECT|WITH)|RETURNING/i.test(sql);
    const now = (): unknown[] => (returns ? statement.all(...values) : []);
    const changed = (): number => Number(statement.run(...values).changes);
    return {
      now,
      changed,
      bind: (...bound) => {
        seen.pop();
        return prepare(sql, bound as SQLInputValue[]);
      },
      first: async () => now()[0] ?? null,
      all: async () => ({ results: now() }),
      run: async () => ({ meta: { changes: changed() } }),
    };
  };
  return {
    sqlite,
    seen,
    d1: {
      prepare,
      async batch(statements) {
        sqlite.exec('BEGIN');
        const done = statements.map((each) => {
          const { now, changed } = each as ReturnType<typeof prepare>;
          const results = now();
          return { results, meta: { changes: results.length > 0 ? results.length : changed() } };
        });
        sqlite.exec('COMMIT');
        return done;
      },
    },
  };
}
