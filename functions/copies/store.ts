/** Restores of environments in D1: which copy an environment has to come back from, or came back from last. */

import { firstChangesOne, type Sql, sql, statement } from '#functions/platform/db.ts';
import {
  CHANGED,
  type ChangeReport,
  changeAndReport,
  type OutgoingMail,
  reportStatements,
} from '#functions/platform/outbox.ts';
import type { RestoreOrder } from '#functions/vendors/cluster.ts';

/** The kind of work that follows a restore to its end; its key is the order. */
export const RESTORE_WORK = 'restore';

const asked = (
  db: D1Database,
  orderId: string,
  { id, snapshot }: RestoreOrder,
  where: { readonly condition: Sql; readonly over: Sql },
): D1PreparedStatement =>
  statement(db)`INSERT INTO restores (order_id, id, snapshot)
    SELECT order_id, ${id}, ${snapshot} FROM environments WHERE order_id = ${orderId} AND ${where.condition}
    ON CONFLICT (order_id) DO UPDATE SET id = excluded.id, snapshot = excluded.snapshot, done_at = NULL
    WHERE ${where.over}`;

/** What is written with a restore that was asked for. */
const askedReport = (orderId: string, { snapshot }: RestoreOrder): ChangeReport => ({
  events: [{ kind: 'restore-asked', orderId, detail: snapshot }],
  work: [{ kind: RESTORE_WORK, key: orderId, orderId }],
});

/** Statement that asks for a restore unless another is not finished; it changes one row, or none. */
export const restoreIfFree = (
  db: D1Database,
  orderId: string,
  restore: RestoreOrder,
  condition: Sql = sql`TRUE`,
): D1PreparedStatement => asked(db, orderId, restore, { condition, over: sql`done_at IS NOT NULL` });

/** Statements of the report, for a batch after `restoreIfFree` and what follows it. */
export const restoreReport = (db: D1Database, orderId: string, restore: RestoreOrder, now: number) =>
  reportStatements(db, askedReport(orderId, restore), now, CHANGED);

/** Asks for a restore; false, changing nothing, while another is not finished. */
export const askRestore = (db: D1Database, orderId: string, restore: RestoreOrder, now: number) =>
  firstChangesOne(db, [restoreIfFree(db, orderId, restore), ...restoreReport(db, orderId, restore, now)]);

/** Statements that ask for a restore whatever was asked before, for a batch with what went wrong. */
export const restoreStatements = (
  db: D1Database,
  orderId: string,
  restore: RestoreOrder,
  now: number,
): D1PreparedStatement[] => [
  asked(db, orderId, restore, { condition: sql`TRUE`, over: sql`TRUE` }),
  ...restoreReport(db, orderId, restore, now),
];

/** Notes that the environment is back, and tells the customer, once. */
export const finishRestore = (db: D1Database, orderId: string, id: string, mail: OutgoingMail, now: number) =>
  changeAndReport(db, { events: [{ kind: 'restore-done', orderId }], mails: [mail] }, now)`
        UPDATE restores SET done_at = ${now} WHERE order_id = ${orderId} AND id = ${id} AND done_at IS NULL`;
