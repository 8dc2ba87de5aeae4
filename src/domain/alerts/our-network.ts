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
  const together = countEnvironments();
  let end = 0;
  for (const fall of inOrder) {
    for (
      let next = inOrder[end];
      next !== undefined && next.since <= fall.since + WINDOW_MS;
      next = inOrder[end]
    ) {
      together.count(next, 1);
      end += 1;
    }
    if (together.areOurs()) return fall.since;
    together.count(fall, -1);
  }
  return null;
}

/** Environments of a window that moves over the falls, counted as it moves: there may be hundreds of falls. */
function countEnvironments() {
  const falls = new Map<string, { all: number; answered: number; failed: number }>();
  const environments = { all: 0, looked: 0, answered: 0 };
  const add = (orderId: string, by: 1 | -1): void => {
    const { all = 0, answered = 0, failed = 0 } = falls.get(orderId) ?? {};
    if (all > 0) environments.all += by;
    if (answered + failed > 0) environments.looked += by;
    if (answered > 0 && failed === 0) environments.answered += by;
  };
  return {
    count({ orderId, look }: ClusterFall, by: 1 | -1): void {
      add(orderId, -1);
      const { all = 0, answered = 0, failed = 0 } = falls.get(orderId) ?? {};
      falls.set(orderId, {
        all: all + by,
        answered: answered + (look !== null && look !== 'failed' ? by : 0),
        failed: failed + (look === 'failed' ? by : 0),
      });
      add(orderId, 1);
    },
    areOurs: (): boolean =>
      environments.all >= ENVIRONMENTS_MIN &&
      environments.looked >= LOOKED_MIN &&
      environments.answered >= ANSWERED_SHARE * environments.looked,
  };
}

/** Whether this fall is perhaps our network's, and not the site's: another network got no answer either from those. */
export const mayBeOurNetwork = (
  { since, look }: Pick<Fall, 'since' | 'look'>,
  trouble: NetworkTrouble,
): boolean => look !== 'failed' && since >= trouble.since - WINDOW_MS;

/** Until when a message about such falls may wait for the end of the trouble. */
export const waitForNetworkUntil = ({ noticedAt }: NetworkTrouble): number => noticedAt + WAIT_MS;
