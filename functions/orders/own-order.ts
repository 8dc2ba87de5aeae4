/** The order of an environment of our own: free, of no account, accepted by nobody. */
import { type OwnEnvironment, ownSubject } from '#domain/tenants/own-environments.ts';
import { changesOne, type Sql, sql } from '#functions/platform/db.ts';
import { type ClusterCapacity, leastLoadedCluster } from './cluster-loads.ts';

interface Making {
  readonly db: D1Database;
  readonly capacities: readonly ClusterCapacity[];
}

/**
 * Writes the order, ready to be begun; false when the name has one, or no cluster has room.
 * @param known Its application where one runs without a row, after the database was restored to an earlier moment.
 */
export function insertOwnOrder(
  { db, capacities }: Making,
  {
    id,
    subdomain,
    known = null,
  }: { id: string; subdomain: OwnEnvironment; known?: { readonly cluster: string } | null },
  now: number,
): Promise<boolean> {
  const place: Sql = known === null ? leastLoadedCluster(capacities) : sql`SELECT ${known.cluster} AS name`;
  return changesOne(
    db,
  )`INSERT INTO orders (id, subject, subdomain, plan, cycle, amount_centavos, status, payment,
      reserved_until, chosen_at, run_at, created_at, updated_at, cluster)
    SELECT ${id}, ${ownSubject(subdomain)}, ${subdomain}, 'free', 'monthly', 0, 'AGUARDANDO', 'none', 0, ${now}, ${now},
      ${now}, ${now}, least_loaded.name FROM (${place}) AS least_loaded
    WHERE TRUE ON CONFLICT DO NOTHING`;
}
