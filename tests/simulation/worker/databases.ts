/** A database that is slower, sends several statements at once, or dies in the middle; it runs all statements itself. */

type Own = { readonly own: D1PreparedStatement };
const ownOf = (each: D1PreparedStatement): D1PreparedStatement => (each as unknown as Own).own;

type Read = (statement: D1PreparedStatement, name: 'first' | 'all' | 'run') => Promise<unknown>;

/** The same database with single statements through `read` and batches through `many`. */
function through(db: D1Database, read: Read, many: D1Database['batch']): D1Database {
  const statement = (own: D1PreparedStatement): D1PreparedStatement =>
    ({
      own,
      bind: (...values: unknown[]) => statement(own.bind(...values)),
      first: () => read(own, 'first'),
      all: () => read(own, 'all'),
      run: () => read(own, 'run'),
    }) as unknown as D1PreparedStatement;
  return {
    prepare: (sql: string) => statement(db.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) => many(statements.map(ownOf)),
  } as unknown as D1Database;
}

/** @param pause Waits as long as the database is currently slow. */
export function slowed(db: D1Database, pause: () => Promise<void>): D1Database {
  return through(
    db,
    async (statement, name) => {
      await pause();
      return statement[name]();
    },
    async (statements) => {
      await pause();
      return db.batch(statements);
    },
  );
}

interface Waiting {
  readonly statement: D1PreparedStatement;
  readonly name: 'first' | 'all' | 'run';
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Sends statements that jobs issue in parallel as one batch: a call costs ten times what a statement does. Only for
 * code that runs alone: a promise of another request cannot be awaited.
 */
export function gathered(db: D1Database): D1Database {
  let waiting: Waiting[] = [];

  const settle = ({ resolve, name }: Waiting, result: D1Result): void =>
    resolve(name === 'first' ? (result.results[0] ?? null) : result);

  async function send(): Promise<void> {
    const sent = waiting;
    waiting = [];
    try {
      if (sent.length === 1) throw new Error('one statement needs no batch');
      const results = await db.batch(sent.map(({ statement }) => statement));
      for (const [index, each] of sent.entries()) settle(each, results[index] as D1Result);
    } catch {
      // A failed batch is rolled back, so run each statement alone: then only the faulty one fails.
      for (const { statement, name, resolve, reject } of sent) await statement[name]().then(resolve, reject);
    }
  }

  const read: Read = (statement, name) =>
    new Promise((resolve, reject) => {
      waiting.push({ statement, name, resolve, reject });
      if (waiting.length === 1) setTimeout(() => void send(), 0);
    });
  return through(db, read, (statements) => db.batch(statements));
}

class Death extends Error {}

/**
 * A database whose process may die before or after any statement; what was written stays.
 *
 * @param mayDie Asked before and after each statement.
 */
export function mortal(db: D1Database, mayDie: () => boolean) {
  let deaths = 0;
  const dying = (): void => {
    if (!mayDie()) return;
    deaths += 1;
    throw new Death('the process died');
  };
  return {
    db: through(
      db,
      async (statement, name) => {
        dying();
        if (name !== 'run') return statement[name]();
        const done = await statement.run();
        dying();
        return done;
      },
      async (statements) => {
        dying();
        const done = await db.batch(statements);
        dying();
        return done as D1Result<never>[];
      },
    ),
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
