/**
 * New environments of a day, counted in D1: free ones for each network, and all of them together.
 *
 * An account costs nothing and a free environment costs a pod, so without these two limits a program fills the cluster.
 * Networks are wider than elsewhere (network.ts) and kept as a keyed hash with the day in it: two days of one network
 * cannot be told to be the same. Paid environments are counted and never refused.
 */
import { businessDay } from '#domain/billing/days.ts';
import type { Clock } from './clock.ts';
import { first, run, statement } from './db.ts';
import type { KeyedHash } from './keyed-hash.ts';
import { wideNetworkOf } from './network.ts';

/** The row that counts all networks together. */
const ALL = '';

export interface EnvironmentLimits {
  /** Free environments a day from one network. */
  readonly perNetwork: number;
  /** New environments a day, after which no further free one begins. */
  readonly perDay: number;
}

/** Makes the counts over a D1 database. */
export function createNewEnvironments(
  db: D1Database,
  { now }: Clock,
  hash: KeyedHash,
  limits: EnvironmentLimits,
) {
  const today = (): string => businessDay(now());
  const networkKey = (day: string, address: string): Promise<string> =>
    hash(`network:${day}:${wideNetworkOf(address)}`);
  const add = (day: string, network: string, most: number): D1PreparedStatement =>
    statement(
      db,
      `INSERT INTO new_environments (day, network, begun) VALUES (?, ?, 1)
         ON CONFLICT (day, network) DO UPDATE SET begun = begun + 1 WHERE begun < ?`,
      day,
      network,
      most,
    );
  /** What was refused leaves nothing, not even a row that counts none. */
  const subtract = (day: string, network: string): D1PreparedStatement[] => [
    statement(
      db,
      'UPDATE new_environments SET begun = begun - 1 WHERE day = ? AND network = ?',
      day,
      network,
    ),
    statement(db, 'DELETE FROM new_environments WHERE day = ? AND network = ? AND begun < 1', day, network),
  ];
  return {
    /** Counts a free environment, or says which limit refuses it. @param address Of the caller, as the edge saw it. */
    async takeFree(address: string): Promise<'taken' | 'network-full' | 'day-full'> {
      const day = today();
      const places = [
        { network: await networkKey(day, address), most: limits.perNetwork },
        { network: ALL, most: limits.perDay },
      ];
      const added = await db.batch(places.map(({ network, most }) => add(day, network, most)));
      const [ofNetwork, ofDay] = added.map(({ meta }) => meta.changes === 1);
      if (ofNetwork && ofDay) return 'taken';
      const counted = places.filter((_, index) => added[index]?.meta.changes === 1);
      if (counted.length > 0) await db.batch(counted.flatMap(({ network }) => subtract(day, network)));
      return ofNetwork ? 'day-full' : 'network-full';
    },
    /** Uncounts a free environment that did not begin after all. */
    async giveBackFree(address: string): Promise<void> {
      const day = today();
      await db.batch([...subtract(day, await networkKey(day, address)), ...subtract(day, ALL)]);
    },
    /** Counts a paid one. */
    async countPaid(): Promise<void> {
      const sql = `INSERT INTO new_environments (day, network, begun) VALUES (?, '', 1)
        ON CONFLICT (day, network) DO UPDATE SET begun = begun + 1`;
      await run(db, sql, today());
    },
    /** The day with all that began on it, and the limit. */
    async readDay(): Promise<{ readonly day: string; readonly begun: number; readonly perDay: number }> {
      const day = today();
      const sql = `SELECT begun FROM new_environments WHERE day = ? AND network = ''`;
      const row = await first<{ begun: number }>(db, sql, day);
      return { day, begun: row?.begun ?? 0, perDay: limits.perDay };
    },
  };
}

export type NewEnvironments = ReturnType<typeof createNewEnvironments>;
