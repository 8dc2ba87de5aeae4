/**
 * Cluster calls in progress, recorded in D1 before they are made.
 *
 * A call may be cut off after the cluster received it, while another caller applies newer facts: the cluster is then
 * out of date and the tenant's row does not show it. The record stays until its caller has seen the newest facts
 * applied; when it stays too long, the scheduled job calls the cluster again.
 */
import { all, among, firstValue, type Sql, statement } from '#functions/platform/db.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';

/** Longer than the calls to cluster and processor for one environment may take, in milliseconds. */
export const CALL_MS = 600_000;

/** Statements that end the named calls. */
export const callsOver = (
  db: D1Database,
  orderId: string,
  named: readonly string[],
  condition: Sql,
): D1PreparedStatement[] =>
  named.length === 0
    ? []
    : [
        statement(db)`DELETE FROM cluster_calls WHERE order_id = ${orderId} AND name IN ${among(named)}
          AND ${condition}`,
      ];

/** The kind of work that applies an environment's standing; its key is the order. */
export const STANDING_WORK = 'standing';

/**
 * Records a call before it is made.
 * @returns Its name, to be passed to `projectStanding` when it is finished.
 */
export async function beginCall(db: D1Database, orderId: string, now: number): Promise<string> {
  const name = crypto.randomUUID();
  await db.batch([
    statement(db)`INSERT INTO cluster_calls (order_id, name, began_at)
      SELECT order_id, ${name}, ${now} FROM environments WHERE order_id = ${orderId}`,
    workStatement(db, { kind: STANDING_WORK, key: orderId, orderId, dueAt: now + CALL_MS }, now),
  ]);
  return name;
}

/** When the oldest unfinished call began; `null` when there is none. */
export const oldestCall = (db: D1Database, orderId: string) =>
  firstValue<number>(db)`SELECT MIN(began_at) AS value FROM cluster_calls
        WHERE order_id = ${orderId}`;

/** Names of the calls that never finished. */
export async function listLostCalls(db: D1Database, orderId: string, now: number): Promise<string[]> {
  const lost = await all<{ name: string }>(db)`SELECT name FROM cluster_calls
        WHERE order_id = ${orderId} AND began_at <= ${now - CALL_MS}`;
  return lost.map(({ name }) => name);
}
