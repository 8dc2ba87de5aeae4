/// <reference types="@cloudflare/vitest-plugin/types" />
/** A database in which something happens at a statement: the request dies there, or another one comes in between. */
import { expect, onTestFinished } from 'vitest';
import { env } from './support.ts';

/** What happens at a statement; a function that throws is a Worker that dies there. */
interface Interruption {
  /** Matches the statement as one line, followed by its values as JSON. */
  readonly on: RegExp;
  /** Nothing happens where other statements are in the same transaction. */
  readonly isAlone?: true;
  readonly before?: () => unknown;
  readonly after?: () => unknown;
}

/** Reads an account's live order. */
export const liveOrderRead = /^SELECT .* FROM order_rows WHERE subject = \? AND released_at IS NULL/;

/** The Worker dies. */
export const killed = (): Promise<never> => Promise.reject(new Error('killed'));

/** For `depsWith`. A statement that never comes fails the test, which would otherwise pass once it has another text. */
export function watchedDb(...interruptions: readonly Interruption[]): D1Database {
  const missing = new Set(interruptions);
  onTestFinished(() =>
    expect(
      [...missing].map(({ on }) => on),
      'statements that never came',
    ).toEqual([]),
  );

  return databaseThrough(async (lines, call) => {
    const met = interruptions.filter(({ on }) => lines.some((line) => on.test(line)));
    for (const each of met) missing.delete(each);
    const acting = met.filter(({ on, isAlone }) => !isAlone || lines.every((line) => on.test(line)));
    for (const { before } of acting) await before?.();
    const result = await call();
    for (const { after } of acting) await after?.();
    return result;
  });
}

/** A database that counts round trips and statements. */
export function countedDb() {
  const counted = { trips: 0, statements: 0 };
  const db = databaseThrough((lines, call) => {
    counted.trips += 1;
    counted.statements += lines.length;
    return call();
  });
  return { counted, db };
}

/** The database with each statement or batch made by `run`, which gets them as text. */
function databaseThrough(
  run: <Result>(lines: readonly string[], call: () => Promise<Result>) => Promise<Result>,
): D1Database {
  const watched = new WeakMap<D1PreparedStatement, { real: D1PreparedStatement; line: string }>();
  function watch(real: D1PreparedStatement, line: string): D1PreparedStatement {
    const statement = {
      bind: (...values: unknown[]) => watch(real.bind(...values), `${line} ${JSON.stringify(values)}`),
      first: () => run([line], () => real.first()),
      all: () => run([line], () => real.all()),
      run: () => run([line], () => real.run()),
    } as unknown as D1PreparedStatement;
    watched.set(statement, { real, line });
    return statement;
  }

  return {
    prepare: (text) => watch(env.DB.prepare(text), text.replace(/\s+/g, ' ').trim()),
    batch<Row>(statements: D1PreparedStatement[]) {
      const given = statements.map((each) => watched.get(each) ?? { real: each, line: '' });
      return run(
        given.map(({ line }) => line),
        () => env.DB.batch<Row>(given.map(({ real }) => real)),
      );
    },
  } as D1Database;
}
