/**
 * Calls that tell the cluster how an environment has to be, noted in D1 before they are made.
 *
 * A call may be cut off after it was heard, while another caller carries out newer facts: then the cluster does what is no
 * longer so, and the tenant's row says otherwise. The note stays until its caller has seen the newest facts carried out;
 * one that stays too long makes the scheduled job tell the cluster again.
 */
import { all, run } from '#functions/platform/db.ts';

/** Longer than cluster and processor may take for one environment, in milliseconds. */
export const CALL_MS = 600_000;

/** The notes of a row without those whose names are bound as a JSON list. */
const openCalls = (named: string): string =>
  `json_each(cluster_calls) WHERE key NOT IN (SELECT value FROM json_each(${named}))`;

/** New values for a row some of whose calls are over: what stays open, and when it has to be looked at next. */
export const callsOver = (named: string, dueAt: string): string =>
  `cluster_calls = (SELECT json_group_object(key, value) FROM ${openCalls(named)}),
   standing_due_at = (SELECT MIN(due) FROM
     (SELECT ${dueAt} AS due UNION ALL SELECT value + ${CALL_MS} FROM ${openCalls(named)}))`;

/** Makes the store over a D1 database. */
export function createClusterCalls(db: D1Database) {
  return {
    /** Notes a call that is about to be made. @returns Its name, to be given to `project` when it is over. */
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
    /** Names of the calls whose caller was cut off. */
    async listLostCalls(orderId: string, now: number): Promise<string[]> {
      const sql =
        'SELECT key AS name FROM tenants, json_each(cluster_calls) WHERE order_id = ? AND value <= ?';
      return (await all<{ name: string }>(db, sql, orderId, now - CALL_MS)).map(({ name }) => name);
    },
  };
}
