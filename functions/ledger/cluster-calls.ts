/**
 * Cluster calls in progress, recorded in D1 before they are made.
 *
 * A call may be cut off after the cluster received it, while another caller applies newer facts: the cluster is then
 * out of date and the tenant's row does not show it. The record stays until its caller has seen the newest facts
 * applied; when it stays too long, the scheduled job calls the cluster again.
 */
import { all, run } from '#functions/platform/db.ts';

/** Longer than the calls to cluster and processor for one environment may take, in milliseconds. */
export const CALL_MS = 600_000;

/** The recorded calls of a row, except those named in a bound JSON list. */
const openCalls = (named: string): string =>
  `json_each(cluster_calls) WHERE key NOT IN (SELECT value FROM json_each(${named}))`;

/** SQL assignments for a row whose named calls are finished: the calls still open, and the time of the next check. */
export const callsOver = (named: string, dueAt: string): string =>
  `cluster_calls = (SELECT json_group_object(key, value) FROM ${openCalls(named)}),
   standing_due_at = (SELECT MIN(due) FROM
     (SELECT ${dueAt} AS due UNION ALL SELECT value + ${CALL_MS} FROM ${openCalls(named)}))`;

/** Makes the store over a D1 database. */
export function createClusterCalls(db: D1Database) {
  return {
    /**
     * Records a call before it is made.
     * @returns Its name, to be passed to `project` when it is finished.
     */
    async beginCall(orderId: string, now: number): Promise<string> {
      const name = crypto.randomUUID();
      await run(
        db,
        `UPDATE tenants SET cluster_calls = json_set(cluster_calls, ?, ?),
           standing_due_at = MIN(COALESCE(standing_due_at, ?3), ?3) WHERE order_id = ?4`,
        `$."${name}"`,
        now,
        now + CALL_MS,
        orderId,
      );
      return name;
    },
    /** Names of the calls that never finished. */
    async listLostCalls(orderId: string, now: number): Promise<string[]> {
      const sql =
        'SELECT key AS name FROM tenants, json_each(cluster_calls) WHERE order_id = ? AND value <= ?';
      return (await all<{ name: string }>(db, sql, orderId, now - CALL_MS)).map(({ name }) => name);
    },
  };
}
