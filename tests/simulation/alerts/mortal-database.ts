/** A database whose process may die before or after any statement; what was written stays. */
import type { Opened } from '../../bench/scale/sqlite-d1.ts';

type Database = Opened['d1'];
type Statement = ReturnType<Database['prepare']>;

class Death extends Error {}

/** @param mayDie Asked before and after each statement. */
export function mortalDatabase(plain: Database, mayDie: () => boolean) {
  let deaths = 0;
  const dying = (): void => {
    if (!mayDie()) return;
    deaths += 1;
    throw new Death('the process died');
  };
  const mortal = (statement: Statement): Statement => ({
    ...statement,
    bind: (...values) => mortal(statement.bind(...values)),
    first: async () => {
      dying();
      return statement.first();
    },
    all: async () => {
      dying();
      return statement.all();
    },
    run: async () => {
      dying();
      const done = await statement.run();
      dying();
      return done;
    },
  });
  const db: Database = {
    prepare: (sql) => mortal(plain.prepare(sql)),
    async batch(statements) {
      dying();
      const done = await plain.batch(statements);
      dying();
      return done;
    },
  };
  return {
    db,
    deaths: () => deaths,
    /** What survives a death: everything that was written. `null` when the process died. */
    async surviving<T>(work: () => Promise<T>): Promise<T | null> {
      try {
        return await work();
      } catch (error) {
        if (error instanceof Death) return null;
        throw error;
      }
    },
  };
}
