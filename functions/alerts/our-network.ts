/** Notices that the falls of a cluster are perhaps our network's (src/domain/alerts/our-network.ts), and calls a person. */
import { ourNetworkSince } from '#domain/alerts/our-network.ts';
import type { Deps } from '#functions/compose.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { listClusterFalls, noteNetworkTrouble } from './our-network-store.ts';

/** Called after a look at a fallen monitor of this environment was answered. The operators are told once. */
export async function noticeOurNetwork(needs: Pick<Deps, 'db' | 'clock'>, orderId: string): Promise<void> {
  const now = needs.clock.now();
  const falls = await listClusterFalls(needs.db, orderId, now);
  const since = ourNetworkSince(falls);
  const cluster = falls[0]?.cluster;
  if (since === null || cluster === undefined) return;
  const trouble = await noteNetworkTrouble(needs.db, cluster, since, now);
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
