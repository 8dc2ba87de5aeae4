/**
 * Lists of admitted accounts in D1: who may enter an environment, and which revision of the list its companion and its
 * application have.
 *
 * The list itself is not stored: one statement reads owner, members and revision together. Every change of them raises
 * the revision in its own transaction (`admittedChanged`).
 */
import { all, first, run, statement } from '#functions/platform/db.ts';
import type { Cluster } from '#functions/vendors/cluster.ts';
import type { AdmittedAccounts } from '#functions/vendors/instance.ts';

/** An environment that lacks the newest list, and where it is missing. */
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
 * SQL of a revision made at a time in milliseconds, written as a number or parameter. Revisions are seconds, so they
 * keep growing even after the database was restored to an earlier moment.
 */
export const revisionAt = (milliseconds: string): string => `CAST(${milliseconds} / 1000 AS INTEGER)`;

/** SQL of an environment's next revision. */
export const nextRevision = (milliseconds: string): string =>
  `MAX(admitted_revision + 1, ${revisionAt(milliseconds)})`;

/**
 * Statement that makes a new revision of an environment's list, for the batch that changes who may enter.
 * @param condition SQL that must be true, such as `changes() = 1`.
 */
export const admittedChanged = (db: D1Database, orderId: string, now: number, condition = 'TRUE') =>
  statement(
    db,
    `UPDATE tenants SET admitted_revision = ${nextRevision('?1')}, admitted_due_at = ?1
     WHERE order_id = ?2 AND ${condition}`,
    now,
    orderId,
  );

/** Makes the store over a D1 database. */
export function createAdmittedStore(db: D1Database) {
  /**
   * Makes the update that records a revision for companion or application. The list is delivered once both have the
   * newest.
   */
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
    /** The newest list of an order's environment; before the environment exists, only the account that ordered it. */
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
         UNION ALL SELECT ${revisionAt('created_at')}, json_array(subject) FROM orders WHERE id = ?1
         LIMIT 1`,
        orderId,
      );
      if (row === null) throw new Error(`no order ${orderId}`);
      return { revision: row.revision, accounts: JSON.parse(row.accounts) as string[] };
    },
    /**
     * Claims undelivered lists of running environments, each under a lease; `limit` per cluster, the longest due first.
     */
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
    /** Claims the list of one environment, if it is undelivered and not leased. */
    claimOf: (orderId: string, now: number) =>
      first<OwedList>(
        db,
        `UPDATE tenants SET admitted_due_at = ?1 WHERE order_id = ?2 AND admitted_due_at <= ?3 AND state = 'active'
         RETURNING ${RECORD}`,
        now + LEASE_MS,
        orderId,
        now,
      ),
    /** Records the revision that the companion accepted. */
    noteSent: noteIn('admitted_sent'),
    /** Records the revision that the application was written with. */
    noteApplied: noteIn('admitted_applied'),
    /** Retries the delivery at `dueAt`. */
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

/** Wraps a cluster so that every application it writes contains the newest list. */
export function withAdmittedLists(cluster: Cluster, lists: Pick<AdmittedStore, 'read'>): Cluster {
  return {
    ...cluster,
    ensureApplication: async (application) =>
      cluster.ensureApplication({ ...application, admitted: await lists.read(application.orderId) }),
  };
}
