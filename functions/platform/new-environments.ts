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

interface EnvironmentLimits {
  /** Free environments per day and network. */
  readonly perNetwork: number;
  /** New environments per day after which free ones are refused. */
  readonly perDay: number;
}

interface CountNeeds {
  readonly db: D1Database;
  readonly clock: Clock;
  readonly partyHash: KeyedHash;
  readonly environmentLimits: EnvironmentLimits;
}

const today = (needs: CountNeeds): string => businessDay(needs.clock.now());

const networkKey = (needs: CountNeeds, day: string, address: string): Promise<string> =>
  needs.partyHash(`network:${day}:${wideNetworkOf(address)}`);

const add = (needs: CountNeeds, day: string, network: string, most: number): D1PreparedStatement =>
  statement(needs.db)`INSERT INTO new_environments (day, network, begun) VALUES (${day}, ${network}, 1)
      ON CONFLICT (day, network) DO UPDATE SET begun = begun + 1 WHERE begun < ${most}`;

/** Also deletes the row when its count reaches zero, so that a refused call leaves nothing. */
const subtract = (needs: CountNeeds, day: string, network: string): D1PreparedStatement[] => [
  statement(
    needs.db,
  )`UPDATE new_environments SET begun = begun - 1 WHERE day = ${day} AND network = ${network}`,
  statement(needs.db)`DELETE FROM new_environments WHERE day = ${day} AND network = ${network} AND begun < 1`,
];

/**
 * Counts a free environment, or returns the limit that refuses it.
 * @param address The caller's IP address, as Cloudflare reports it.
 */
export async function takeFree(
  needs: CountNeeds,
  address: string,
): Promise<'taken' | 'network-full' | 'day-full'> {
  const day = today(needs);
  const places = [
    { network: await networkKey(needs, day, address), most: needs.environmentLimits.perNetwork },
    { network: ALL, most: needs.environmentLimits.perDay },
  ];
  const added = await needs.db.batch(places.map(({ network, most }) => add(needs, day, network, most)));
  const [ofNetwork, ofDay] = added.map(({ meta }) => meta.changes === 1);
  if (ofNetwork && ofDay) return 'taken';
  const counted = places.filter((_, index) => added[index]?.meta.changes === 1);
  if (counted.length > 0)
    await needs.db.batch(counted.flatMap(({ network }) => subtract(needs, day, network)));
  return ofNetwork ? 'day-full' : 'network-full';
}

/** Removes a free environment that was not created from the counts. */
export async function uncountFree(needs: CountNeeds, address: string): Promise<void> {
  const day = today(needs);
  await needs.db.batch([
    ...subtract(needs, day, await networkKey(needs, day, address)),
    ...subtract(needs, day, ALL),
  ]);
}

/** Counts a paid environment. */
export const countPaid = (needs: CountNeeds) =>
  run(needs.db)`INSERT INTO new_environments (day, network, begun) VALUES (${today(needs)}, ${ALL}, 1)
        ON CONFLICT (day, network) DO UPDATE SET begun = begun + 1`;

/** Today's count and the daily limit. */
export async function readNewEnvironments(
  needs: CountNeeds,
): Promise<{ readonly day: string; readonly begun: number; readonly perDay: number }> {
  const day = today(needs);
  const begun = await firstValue<number>(needs.db)`SELECT begun AS value FROM new_environments
        WHERE day = ${day} AND network = ${ALL}`;
  return { day, begun: begun ?? 0, perDay: needs.environmentLimits.perDay };
}
