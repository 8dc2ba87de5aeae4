/**
 * Lists of admitted accounts in D1: who may enter an environment, and which list its companion and its application have.
 *
 * The list itself is not stored: it is the owner and the members at the moment it is read, in one statement with its
 * revision. Every change of them raises the revision in its own transaction (`admittedChanged`).
 */
import { all, first, run, statement } from '#functions/platform/db.ts';
import type { AdmittedAccounts } from '#functions/vendors/instance.ts';

/** An environment that has not got the newest list, and which way still lacks it. */
export interface OwedList {
  readonly orderId: string;
  readonly subdomain: string;
  readonly cluster: string;
  readonly isSent: number;
  readonly isApplied: number;
}

const RECORD = `order_id AS orderId, subdominio AS subdomain, cluster,
  admitted_sent >= admitted_revision AS isSent, admitted_applied >= admitted_revision AS isApplied`;

/** Longer than the calls about one list may take together, in milliseconds. */
const LEASE_MS = 120_000;

/**
 * The statement that makes a new revision of an environment's list, for the batch with the change of who may enter.
 * Seconds keep it growing also where the database was put back to an earlier moment.
 * @param condition SQL that must be true, such as `changes() = 1`.
 */
export const admittedChanged = (db: D1Database, orderId: string, now: number, condition = 'TRUE') =>
  statement(
    db,
    `UPDATE tenants SET admitted_revision = MAX(admitted_revision + 1, ?), admitted_due_at = ?
     WHERE order_id = ? AND ${condition}`,
    Math.floor(now / 1000),
    now,
    orderId,
  );

/** Makes the store over a D1 database. */
export function createAdmittedStore(db: D1Database) {
  /** One of the two ways has a revision; nothing is owed once both have the newest. */
  const noteIn = (column: 'admitted_sent' | 'admitted_applied') => {
    const other = column === 'admitted_sent' ? 'admitted_applied' : 'admitted_sent';
    return (orderId: string, revision: number) =>
      run(
        db,
        `UPDATE tenants SET ${column} = MAX(${column}, ?1),
           admitted_due_at = CASE WHEN ?1 >= admitted_revision AND ${other} >= admitted_revision THEN NULL
             ELSE admitted_due_at END
         WHERE order_id = ?2`,
        revision,
        orderId,
      );
  };
  return {
    /** The newest list of an order's environment; before there is one, the account that ordered it. */
    async read(orderId: string): Promise<AdmittedAccounts> {
      const row = await first<{ revision: number; accounts: string }>(
        db,
        `SELECT admitted_revision AS revision,
           (SELECT json_group_array(subject) FROM (
              SELECT subject, 0 AS joined_at FROM tenants WHERE order_id = ?1
              UNION ALL SELECT subject, joined_at FROM memberships
                WHERE order_id = ?1 AND ended_at IS NULL AND paused_at IS NULL
              ORDER BY joined_at) AS subquery) AS accounts
         FROM tenants WHERE order_id = ?1
         UNION ALL SELECT 1, json_array(subject) FROM orders WHERE id = ?1
         LIMIT 1`,
        orderId,
      );
      if (row === null) throw new Error(`no order ${orderId}`);
      return { revision: row.revision, accounts: JSON.parse(row.accounts) as string[] };
    },
    /** Takes lists that are owed to running environments, each under a lease; `limit` of each cluster, the longest due first. */
    claimDue: (now: number, limit: number) =>
      all<OwedList>(
        db,
        `UPDATE tenants SET admitted_due_at = ?1 WHERE subdominio IN (
           SELECT subdominio FROM (
             SELECT subdominio, ROW_NUMBER() OVER (PARTITION BY cluster ORDER BY admitted_due_at) AS turn
             FROM tenants WHERE admitted_due_at <= ?2 AND state = 'active') AS subquery
           WHERE turn <= ?3)
         RETURNING ${RECORD}`,
        now + LEASE_MS,
        now,
        limit,
      ),
    /** Takes the list of one environment, if it is owed and not taken. */
    claimOf: (orderId: string, now: number) =>
      first<OwedList>(
        db,
        `UPDATE tenants SET admitted_due_at = ?1 WHERE order_id = ?2 AND admitted_due_at <= ?3 AND state = 'active'
         RETURNING ${RECORD}`,
        now + LEASE_MS,
        orderId,
        now,
      ),
    /** The companion took a revision. */
    noteSent: noteIn('admitted_sent'),
    /** The application was written with a revision. */
    noteApplied: noteIn('admitted_applied'),
    /** Still owed: tried again at `dueAt`. */
    postpone: (orderId: string, dueAt: number) =>
      run(
        db,
        'UPDATE tenants SET admitted_due_at = ? WHERE order_id = ? AND admitted_due_at IS NOT NULL',
        dueAt,
        orderId,
      ),
  };
}
export type AdmittedStore = ReturnType<typeof createAdmittedStore>;
