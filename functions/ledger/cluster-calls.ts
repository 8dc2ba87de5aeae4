/**
 * Cluster calls in progress, recorded in D1 before they are made.
 *
 * A call may be cut off after the cluster received it, while another caller applies newer facts: the cluster is then
 * out of date and the tenant's row does not show it. The record stays until its caller has seen the newest facts
 * applied; when it stays too long, the scheduled job calls the cluster again.
 */
import { all, among, firstValue, type Sql, sql, statement } from '#functions/platform/db.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';

/** Longer than the calls to cluster and processor for one environment may take, in milliseconds. */
export const CALL_MS = 600_000;

/** SQL assignment for a row whose named calls are finished. */
export const callsOver = (
  named: readonly string[],
): Sql => sql`cluster_calls = (SELECT json_group_object(key, value)
  FROM json_each(cluster_calls) WHERE key NOT IN ${among(named)})`;

/** The kind of work that applies an environment's standing; its key is the order. */
export const STANDING_WORK = 'standing';

/**
 * Records a call before it is made.
 * @returns Its name, to be passed to `project` when it is finished.
 */
export async function beginCall(db: D1Database, orderId: string, now: number): Promise<string> {
  const name = crypto.randomUUID();
  await db.batch([
    statement(db)`UPDATE tenants SET cluster_calls = json_set(cluster_calls, ${`$."${name}"`}, ${now})
          WHERE order_id = ${orderId}`,
    workStatement(db, { kind: STANDING_WORK, key: orderId, orderId, dueAt: now + CALL_MS }, now),
  ]);
  return name;
}

/** When the oldest unfinished call began; `null` when there is none. */
export const oldestCall = (db: D1Database, orderId: string) =>
  firstValue<number>(db)`SELECT MIN(calls.value) AS value FROM tenants, json_each(cluster_calls) AS calls
        WHERE order_id = ${orderId}`;

/** Names of the calls that never finished. */
export async function listLostCalls(db: D1Database, orderId: string, now: number): Promise<string[]> {
  const lost = await all<{ name: string }>(db)`SELECT key AS name FROM tenants, json_each(cluster_calls)
        WHERE order_id = ${orderId} AND value <= ${now - CALL_MS}`;
  return lost.map(({ name }) => name);
}
