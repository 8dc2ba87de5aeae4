/**
 * Lists of admitted accounts in D1: who may enter an environment, and which revision of the list its companion and its
 * application have.
 *
 * The list itself is not stored: one statement reads owner, members and revision together. Every change of them raises
 * the revision in its own transaction (`admittedChanged`).
 */
import { first, raw, run, type Sql, sql, statement } from '#functions/platform/db.ts';
import { CHANGED } from '#functions/platform/outbox.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import type { AdmittedAccounts } from '#functions/vendors/instances.ts';

/** A running environment, and which of its parts have the newest list. */
export interface PendingList {
  readonly orderId: string;
  readonly subdomain: string;
  readonly isSent: number;
  readonly isApplied: number;
}

const RECORD = sql`order_id, subdomain, admitted_sent >= admitted_revision AS is_sent,
    admitted_applied >= admitted_revision AS is_applied`;

/**
 * SQL of a revision made at a time in milliseconds. Revisions are seconds, so they keep growing even after the database
 * was restored to an earlier moment.
 */
export const revisionAt = (milliseconds: Sql): Sql => sql`CAST(${milliseconds} / 1000 AS INTEGER)`;

/** SQL of an environment's next revision. */
export const nextRevision = (now: number): Sql => sql`MAX(admitted_revision + 1, ${revisionAt(sql`${now}`)})`;

/**
 * Statements that make a new revision of an environment's list, for the batch that changes who may enter, and its
 * delivery.
 * @param condition SQL that must be true, such as `CHANGED`.
 */
export const admittedChanged = (
  db: D1Database,
  orderId: string,
  now: number,
  condition: Sql = sql`TRUE`,
): D1PreparedStatement[] => [
  statement(db)`UPDATE tenants SET admitted_revision = ${nextRevision(now)}
    WHERE order_id = ${orderId} AND ${condition}`,
  workStatement(db, { kind: ENVIRONMENT_WORK.admitted, key: orderId, orderId }, now, CHANGED),
];

const noteIn = (
  db: D1Database,
  column: 'admitted_sent' | 'admitted_applied',
  orderId: string,
  revision: number,
) =>
  run(db)`UPDATE tenants SET ${raw(column)} = MAX(${raw(column)}, ${revision}) WHERE order_id = ${orderId}`;

/** The newest list of an order's environment; before the environment exists, only the account that ordered it. */
export async function readAdmitted(db: D1Database, orderId: string): Promise<AdmittedAccounts> {
  const row = await first<{ revision: number; accounts: string }>(db)`SELECT admitted_revision AS
        revision,
          (SELECT json_group_array(subject) FROM (
             SELECT subject, 0 AS joined_at FROM tenants WHERE order_id = ${orderId}
             UNION ALL SELECT subject, joined_at FROM memberships
               WHERE order_id = ${orderId} AND ended_at IS NULL AND paused_at IS NULL
             ORDER BY joined_at) AS subquery) AS accounts
        FROM tenants WHERE order_id = ${orderId}
        UNION ALL SELECT ${revisionAt(sql`created_at`)}, json_array(subject) FROM sales WHERE order_id = ${orderId}
        LIMIT 1`;
  if (row === null) throw new Error(`no order ${orderId}`);
  return { revision: row.revision, accounts: JSON.parse(row.accounts) as string[] };
}

/** A running environment with where its newest list is missing. */
export const findOwedList = (db: D1Database, orderId: string) =>
  first<PendingList>(db)`SELECT ${RECORD} FROM tenants WHERE order_id = ${orderId} AND state = 'active'`;

/** Records the revision that the companion accepted. */
export const noteListSent = (db: D1Database, orderId: string, revision: number) =>
  noteIn(db, 'admitted_sent', orderId, revision);

/** Records the revision that the application was written with. */
export const noteListApplied = (db: D1Database, orderId: string, revision: number) =>
  noteIn(db, 'admitted_applied', orderId, revision);
