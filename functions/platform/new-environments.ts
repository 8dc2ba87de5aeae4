/**
 * New environments per day, counted in D1: free ones per network, and all together.
 *
 * An account costs nothing and a free environment costs a pod, so without these two limits a program could fill the
 * cluster. Networks are wider than elsewhere (network.ts) and stored as a keyed hash that includes the day, so that two
 * days of one network cannot be linked. Paid environments are counted and never refused.
 */
import { businessDay } from '#domain/billing/days.ts';
import type { Clock } from './clock.ts';
import { firstValue, run, statement } from './db.ts';
import type { KeyedHash } from './keyed-hash.ts';
import { wideNetworkOf } from './network.ts';

/** Key of the row that counts all networks together. */
const ALL = '';

export interface EnvironmentLimits {
  /** Free environments per day and network. */
  readonly perNetwork: number;
  /** New environments per day after which free ones are refused. */
  readonly perDay: number;
}

/** Makes the counters over a D1 database. */
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
    statement(db)`INSERT INTO new_environments (day, network, begun) VALUES (${day}, ${network}, 1)
      ON CONFLICT (day, network) DO UPDATE SET begun = begun + 1 WHERE begun < ${most}`;
  /** Also deletes the row when its count reaches zero, so that a refused call leaves nothing. */
  const subtract = (day: string, network: string): D1PreparedStatement[] => [
    statement(db)`UPDATE new_environments SET begun = begun - 1 WHERE day = ${day} AND network = ${network}`,
    statement(db)`DELETE FROM new_environments WHERE day = ${day} AND network = ${network} AND begun < 1`,
  ];
  return {
    /**
     * Counts a free environment, or returns the limit that refuses it.
     * @param address The caller's IP address, as Cloudflare reports it.
     */
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
    /** Removes a free environment that was not created from the counts. */
    async uncountFree(address: string): Promise<void> {
      const day = today();
      await db.batch([...subtract(day, await networkKey(day, address)), ...subtract(day, ALL)]);
    },
    /** Counts a paid environment. */
    countPaid: () =>
      run(db)`INSERT INTO new_environments (day, network, begun) VALUES (${today()}, ${ALL}, 1)
        ON CONFLICT (day, network) DO UPDATE SET begun = begun + 1`,
    /** Today's count and the daily limit. */
    async readDay(): Promise<{ readonly day: string; readonly begun: number; readonly perDay: number }> {
      const day = today();
      const begun = await firstValue<number>(db)`SELECT begun AS value FROM new_environments
        WHERE day = ${day} AND network = ${ALL}`;
      return { day, begun: begun ?? 0, perDay: limits.perDay };
    },
  };
}
