/**
 * Which cluster an environment is in and how many environments each cluster holds, in D1.
 *
 * The order's row names it, for the environment too. Unpaid orders also count: they may still be paid.
 */

import type { RoomBound } from '#domain/clusters/room.ts';
import { all, firstValue, type Sql, sql, statement } from '#functions/platform/db.ts';
import { CHANGED } from '#functions/platform/outbox.ts';

/** A cluster that new environments may go to. */
export interface ClusterCapacity {
  readonly name: string;
  /** True for the cluster of rows without a cluster name. */
  readonly isDefault: boolean;
  /** How many environments it may hold; `null`: no limit. */
  readonly capacity: number | null;
  /** What bounds the capacity, where that is known. */
  readonly boundBy: RoomBound | null;
  /** Revision of the chart for new environments. */
  readonly chartRevision: string;
}

/** How many environments a cluster holds. */
export interface ClusterLoad {
  readonly name: string;
  readonly environments: number;
  /** `null`: a cluster that rows name and the setting does not. */
  readonly capacity: number | null;
  readonly boundBy: RoomBound | null;
}

const NAMES = sql`(json_each.value ->> 'name', IIF(json_each.value ->> 'isDefault', '',
    json_each.value ->> 'name'))`;
const PLACED = sql`(SELECT COUNT(*) FROM orders WHERE released_at IS NULL AND cluster IN ${NAMES})`;

/**
 * SQL query for the cluster with the lowest load in percent (the first one on a tie); no row when none has room.
 */
export const leastLoadedCluster = (capacities: readonly ClusterCapacity[]): Sql => sql`
  SELECT name FROM (
    SELECT json_each.value ->> 'name' AS name, json_each.key AS place,
      CASE WHEN json_each.value ->> 'capacity' IS NULL THEN 0
        ELSE 1.0 * ${PLACED} / (json_each.value ->> 'capacity') END AS share
    FROM json_each(${JSON.stringify(capacities)}))
  WHERE share < 1 ORDER BY share, place LIMIT 1`;

/** SQL: each further cluster name in use by live orders, found with one index lookup per name. */
const namesInUse = (known: readonly ClusterCapacity[]): Sql => sql`WITH RECURSIVE names (name) AS (
    SELECT MIN(cluster) FROM orders WHERE released_at IS NULL
    UNION ALL SELECT (SELECT MIN(cluster) FROM orders WHERE released_at IS NULL AND cluster > names.name) FROM names
    WHERE name IS NOT NULL)
  SELECT name FROM names WHERE name <> '' AND name NOT IN (SELECT value ->> 'name'
  FROM json_each(${JSON.stringify(known)}))`;

interface LoadNeeds {
  readonly db: D1Database;
  readonly capacities: readonly ClusterCapacity[];
}

/** False where no capacity is set: there is always room then. */
export const isLimited = (needs: LoadNeeds) => needs.capacities.some(({ capacity }) => capacity !== null);

/** The load of each cluster with a capacity, in the order of the setting, then of names that only rows have. */
export async function listLoads(needs: LoadNeeds): Promise<ClusterLoad[]> {
  const limited = JSON.stringify(needs.capacities.filter(({ capacity }) => capacity !== null));
  const loads = await all<ClusterLoad>(needs.db)`SELECT json_each.value ->> 'name' AS name,
          ${PLACED} AS environments, json_each.value ->> 'capacity' AS capacity,
          json_each.value ->> 'boundBy' AS boundBy
        FROM json_each(${limited}) ORDER BY json_each.key`;
  for (const { name } of await all<{ name: string }>(needs.db)`${namesInUse(needs.capacities)}`) {
    const environments = await firstValue<number>(needs.db)`SELECT COUNT(*) AS value FROM orders
      WHERE released_at IS NULL AND cluster = ${name}`;
    loads.push({ name, environments: environments ?? 0, capacity: null, boundBy: null });
  }
  return loads;
}

/** Statement that moves an order's environment to a cluster, after a statement that changed one row. */
export const placeStatement = (db: D1Database, orderId: string, cluster: string): D1PreparedStatement =>
  statement(db)`UPDATE orders SET cluster = ${cluster} WHERE id = ${orderId} AND ${CHANGED}`;

/** Statement that notes another revision of the chart, `null` for the same, after a statement that changed one row. */
export const revisionStatement = (
  db: D1Database,
  orderId: string,
  revision: string | null,
): D1PreparedStatement =>
  statement(db)`UPDATE orders SET chart_revision = COALESCE(${revision}, chart_revision)
    WHERE id = ${orderId} AND ${CHANGED}`;

/** The places of all clusters together, and those in use; a cluster over its capacity takes none of another's. */
export function placesOf(loads: readonly ClusterLoad[]): { readonly used: number; readonly places: number } {
  const limited = loads.map(({ environments, capacity }) => ({
    used: Math.min(environments, capacity ?? 0),
    places: capacity ?? 0,
  }));
  return {
    used: limited.reduce((sum, { used }) => sum + used, 0),
    places: limited.reduce((sum, { places }) => sum + places, 0),
  };
}

/** True when no cluster has room for a new environment. */
export const areClustersFull = (loads: readonly ClusterLoad[]): boolean => {
  const limited = loads.filter(({ capacity }) => capacity !== null);
  return limited.length > 0 && limited.every(({ environments, capacity }) => environments >= (capacity ?? 0));
};
