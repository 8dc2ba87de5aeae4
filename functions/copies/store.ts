/** Restores of environments in D1: which copy an environment has to come back from, or came back from last. */

import { first, statement } from '#functions/platform/db.ts';
import { CHANGED, changeAndReport, type OutgoingMail, reportStatements } from '#functions/platform/outbox.ts';
import type { RestoreOrder } from '#functions/vendors/cluster.ts';

/** The kind of work that follows a restore to its end; its key is the order. */
export const RESTORE_WORK = 'restore';

export interface Restore extends RestoreOrder {
  /** When the environment was back; `null` while it is not. */
  readonly doneAt: number | null;
}

/** The last restore of an environment; `null` when there was none. */
export const findRestore = (db: D1Database, orderId: string) =>
  first<Restore>(db)`SELECT restore_id AS id, restore_snapshot AS snapshot, restored_at AS done_at
        FROM tenants
        WHERE order_id = ${orderId} AND restore_id IS NOT NULL`;

/** Asks for a restore; false, changing nothing, while another is not finished. */
export const askRestore = (db: D1Database, orderId: string, { id, snapshot }: RestoreOrder, now: number) =>
  changeAndReport(
    db,
    {
      events: [{ kind: 'restore-asked', orderId, detail: snapshot }],
      work: [{ kind: RESTORE_WORK, key: orderId, orderId }],
    },
    now,
  )`
        UPDATE tenants SET restore_id = ${id}, restore_snapshot = ${snapshot},
            restored_at = NULL
          WHERE order_id = ${orderId} AND (restore_id IS NULL OR restored_at IS NOT NULL)`;

/** Statements that ask for a restore whatever was asked before, for a batch with what went wrong. */
export const restoreStatements = (
  db: D1Database,
  orderId: string,
  { id, snapshot }: RestoreOrder,
  now: number,
): D1PreparedStatement[] => [
  statement(db)`UPDATE tenants SET restore_id = ${id}, restore_snapshot = ${snapshot}, restored_at = NULL
        WHERE order_id = ${orderId}`,
  ...reportStatements(
    db,
    {
      events: [{ kind: 'restore-asked', orderId, detail: snapshot }],
      work: [{ kind: RESTORE_WORK, key: orderId, orderId }],
    },
    now,
    CHANGED,
  ),
];

/** Notes that the environment is back, and tells the customer, once. */
export const finishRestore = (db: D1Database, orderId: string, id: string, mail: OutgoingMail, now: number) =>
  changeAndReport(db, { events: [{ kind: 'restore-done', orderId }], mails: [mail] }, now)`
        UPDATE tenants SET restored_at = ${now}
          WHERE order_id = ${orderId} AND restore_id = ${id} AND restored_at IS NULL`;
