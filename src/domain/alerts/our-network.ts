/**
 * A fall of a whole cluster's network: its monitors fall together, and another network gets answers from their addresses.
 * It is the only case in which messages may wait.
 */
import { MINUTE_MS } from '../availability/measured.ts';
import type { Fall } from './levels.ts';

/** So many environments of one cluster … */
const ENVIRONMENTS_MIN = 20;
/** … begin to fall within this time, … */
const WINDOW_MS = 2 * MINUTE_MS;
/** … of those that were looked at, at least half of the least number, … */
const LOOKED_MIN = ENVIRONMENTS_MIN / 2;
/** … such a share was answered. */
const ANSWERED_SHARE = 0.8;
/** A message waits at most so long for the end of it. */
const WAIT_MS = 5 * MINUTE_MS;
/** It is over when nothing showed it for so long. */
export const OUR_NETWORK_LASTS_MS = 5 * MINUTE_MS;

/** A fall that goes on, as this rule reads it. */
export interface ClusterFall extends Pick<Fall, 'since' | 'look'> {
  readonly orderId: string;
}

/** A cluster whose network is perhaps down. */
export interface NetworkTrouble {
  /** Start of the first fall of it. */
  readonly since: number;
  /** When it was noticed. */
  readonly noticedAt: number;
}

/**
 * Since when a cluster's network is perhaps down; `null` when its falls do not show that. An environment counts once, and
 * as answered only when none of its looks failed: one customer with many monitors, or one provider that is down for many
 * of them, is no cluster.
 * @param falls Of one cluster, in any order.
 */
export function ourNetworkSince(falls: readonly ClusterFall[]): number | null {
  const inOrder = falls.toSorted((a, b) => a.since - b.since);
  let end = 0;
  for (const [start, { since }] of inOrder.entries()) {
    while ((inOrder[end]?.since ?? Number.POSITIVE_INFINITY) <= since + WINDOW_MS) end += 1;
    if (isOurs(inOrder.slice(start, end))) return since;
  }
  return null;
}

function isOurs(together: readonly ClusterFall[]): boolean {
  const environments = new Map<string, { answered: boolean; failed: boolean }>();
  for (const { orderId, look } of together) {
    const known = environments.get(orderId) ?? { answered: false, failed: false };
    environments.set(orderId, {
      answered: known.answered || (look !== null && look !== 'failed'),
      failed: known.failed || look === 'failed',
    });
  }
  const looked = [...environments.values()].filter(({ answered, failed }) => answered || failed);
  const answered = looked.filter(({ failed }) => !failed).length;
  return (
    environments.size >= ENVIRONMENTS_MIN &&
    looked.length >= LOOKED_MIN &&
    answered >= ANSWERED_SHARE * looked.length
  );
}

/** Whether this fall is perhaps our network's, and not the site's: another network got no answer either from those. */
export const mayBeOurNetwork = (
  { since, look }: Pick<Fall, 'since' | 'look'>,
  trouble: NetworkTrouble,
): boolean => look !== 'failed' && since >= trouble.since - WINDOW_MS;

/** Until when a message about such falls may wait for the end of the trouble. */
export const waitForNetworkUntil = ({ noticedAt }: NetworkTrouble): number => noticedAt + WAIT_MS;
