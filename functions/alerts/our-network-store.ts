/** Clusters whose network is perhaps down, in D1. */
import { type ClusterFall, type NetworkTrouble, OUR_NETWORK_LASTS_MS } from '#domain/alerts/our-network.ts';
import { all, among, first, rowsOf, type Sql, sql, statement } from '#functions/platform/db.ts';

const clusterOf = (orderId: string): Sql => sql`(SELECT cluster FROM sales WHERE order_id = ${orderId})`;

/** The newest of what a cluster's monitors did; a cluster whose falls were just counted is not counted again. */
const RECENT_MS = 10 * 60_000;
const RECENT_MAX = 500;
const COUNTED_MS = 30_000;

/** A fall that goes on, and the cluster that it is in. */
export interface CountedFall extends ClusterFall {
  readonly cluster: string;
}

/** Reads the falls that go on in the cluster of an environment; none while its trouble is known and fresh. For a batch. */
export const clusterFallsStatement = (db: D1Database, orderId: string, now: number): D1PreparedStatement =>
  statement(db)`SELECT f.order_id, f.since, f.look, s.cluster
    FROM alert_falls f JOIN sales s ON s.order_id = f.order_id
    WHERE COALESCE((SELECT seen_at FROM alert_networks WHERE cluster = ${clusterOf(orderId)}), 0) < ${now - COUNTED_MS}
      AND f.received_at > ${now - RECENT_MS} AND f.until IS NULL AND s.cluster = ${clusterOf(orderId)}
    ORDER BY f.received_at DESC LIMIT ${RECENT_MAX}`;

/** What `clusterFallsStatement` read. */
export const clusterFallsIn = (result: D1Result | undefined): CountedFall[] => rowsOf<CountedFall>(result);

/** Records what falls showed. @returns The trouble that goes on, or that begins with it. */
export const noteNetworkTrouble = (db: D1Database, cluster: string, since: number, now: number) =>
  first<NetworkTrouble>(db)`INSERT INTO alert_networks (cluster, since, noticed_at, seen_at)
    VALUES (${cluster}, ${since}, ${now}, ${now}) ON CONFLICT (cluster) DO UPDATE SET
      since = IIF(seen_at > ${now - OUR_NETWORK_LASTS_MS}, since, excluded.since),
      noticed_at = IIF(seen_at > ${now - OUR_NETWORK_LASTS_MS}, noticed_at, excluded.noticed_at),
      seen_at = excluded.seen_at
    RETURNING since, noticed_at`;

/** Reads which of these environments are in a cluster whose network is perhaps down; for a batch. */
export const ourNetworksStatement = (
  db: D1Database,
  orderIds: readonly string[],
  now: number,
): D1PreparedStatement =>
  statement(
    db,
  )`SELECT s.order_id, n.since, n.noticed_at FROM sales s JOIN alert_networks n ON n.cluster = s.cluster
    WHERE s.order_id IN ${among(orderIds)} AND n.seen_at > ${now - OUR_NETWORK_LASTS_MS}`;

/** What `ourNetworksStatement` read, by environment. */
export const ourNetworksIn = (result: D1Result | undefined): ReadonlyMap<string, NetworkTrouble> =>
  new Map(
    rowsOf<NetworkTrouble & { orderId: string }>(result).map(({ orderId, ...trouble }) => [orderId, trouble]),
  );

/** Whether the network of an environment's cluster is perhaps down, alone. */
export const ourNetworkTrouble = async (
  db: D1Database,
  orderId: string,
  now: number,
): Promise<NetworkTrouble | null> =>
  ourNetworksIn(await ourNetworksStatement(db, [orderId], now).all()).get(orderId) ?? null;

/** Every cluster whose network is perhaps down. */
export const listNetworkTroubles = (db: D1Database, now: number) =>
  all<NetworkTrouble & { readonly cluster: string }>(db)`SELECT cluster, since, noticed_at FROM alert_networks
    WHERE seen_at > ${now - OUR_NETWORK_LASTS_MS} ORDER BY since`;
