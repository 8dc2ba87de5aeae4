/** Notices that the falls of a cluster are perhaps our network's (src/domain/alerts/our-network.ts), and calls a person. */
import { ourNetworkSince } from '#domain/alerts/our-network.ts';
import type { Deps } from '#functions/compose.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { type CountedFall, noteNetworkTrouble } from './our-network-store.ts';

/** @param falls Of one cluster, just after a look at one of them was answered. The operators are told once. */
export async function noticeOurNetwork(
  needs: Pick<Deps, 'db' | 'clock'>,
  falls: readonly CountedFall[],
): Promise<void> {
  const since = ourNetworkSince(falls);
  const cluster = falls[0]?.cluster;
  if (since === null || cluster === undefined) return;
  const trouble = await noteNetworkTrouble(needs.db, cluster, since, needs.clock.now());
  if (trouble === null) return;
  const reference = `${cluster}/${trouble.noticedAt}`;
  await notifyOperators(needs, 'alert-network', {
    subdomain: null,
    reference,
    clusters: clusterWords(cluster),
  });
}

/** The cluster, as operators call it. */
const clusterWords = (cluster: string): string => (cluster === '' ? 'o único' : cluster);
