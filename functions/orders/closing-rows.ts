/**
 * Orders that are closed without an environment, in D1.
 *
 * Closing an order and finishing its provisioning both name the expected state: if they race, one of them changes the
 * row, before anything is done at the processor or in the cluster.
 */

import { firstChangesOne, run, type Sql, sql, statement } from '#functions/platform/db.ts';
import { wasNoticed } from '#functions/platform/notice-store.ts';
import { CHANGED, type ChangeReport, changeAndReport, reportStatements } from '#functions/platform/outbox.ts';
import type { CloseReason, Order } from './order.ts';
import { allOrders, UNFINISHED } from './order-row.ts';
import { quarantineName } from './quarantined-names.ts';

/** Condition of the index on paid orders without an environment; must match the index word for word. */
export const UNDELIVERED = sql`${UNFINISHED} AND payment = 'confirmed' AND closed_at IS NULL`;

/** Operators can look an order up by either id, so notices name the subscription if there is one. */
const isNoticed = (kind: string): Sql => wasNoticed(sql`= ${kind}`, sql`COALESCE(subscription_id, id)`);

// A new attempt number makes a run in progress lose control of the order.
const close = (id: string, reason: CloseReason | null, now: number): Sql =>
  sql`UPDATE orders SET closed_at = ${now}, close_reason = ${reason}, status = 'ERRO',
      attempt = attempt + 1, run_at = ${now}, updated_at = ${now}
    WHERE id = ${id} AND status <> 'CONCLUIDO' AND released_at IS NULL AND closed_at IS NULL`;

/** The kind of work that cleans up a closed order; its key is the order. */
export const CLOSING_WORK = 'order-closing';
/** Longer than one step of an interrupted run may take, so that nothing is created after the check. */
const SETTLE_MS = 180_000;

const closingWork = (id: string, now: number) =>
  ({ kind: CLOSING_WORK, key: id, orderId: id, dueAt: now + SETTLE_MS }) as const;

/**
 * Cancels an unfinished order; false when it is finished, released or cancelled, or no longer in the state `seen`.
 */
export const markCancelled = (
  db: D1Database,
  id: string,
  now: number,
  seen: Order['status'] | null = null,
  reason: CloseReason | null = null,
  report: ChangeReport = {},
): Promise<boolean> => {
  return changeAndReport(
    db,
    { ...report, work: [closingWork(id, now)] },
    now,
  )`${close(id, reason, now)} AND status = COALESCE(${seen}, status)`;
};

/**
 * Closes an order whose state, attempt and payment are unchanged since it was read.
 * @param also Statements that come with it, such as those of a mark; each names its own condition or `CHANGED`.
 */
export const closeAsSeen = (
  db: D1Database,
  { id, status, attempt, payment }: Order,
  reason: CloseReason,
  now: number,
  also: (condition: Sql) => readonly D1PreparedStatement[] = () => [],
): Promise<boolean> =>
  firstChangesOne(db, [
    statement(db)`${close(id, reason, now)}
            AND status = ${status} AND attempt = ${attempt} AND payment = ${payment}`,
    ...reportStatements(
      db,
      {
        events: [{ kind: 'order-closed', orderId: id, detail: `${reason} ${status}` }],
        work: [closingWork(id, now)],
      },
      now,
      CHANGED,
    ),
    ...also(CHANGED),
  ]);

/** Paid orders without an environment, paid before `paidBefore`, the longest paid first. */
export const listUndelivered = (db: D1Database, paidBefore: number, limit: number) =>
  allOrders(
    db,
    sql`WHERE ${UNDELIVERED} AND paid_at < ${paidBefore} ORDER BY paid_at
          LIMIT ${limit}`,
  );

/** Undelivered orders not yet reported to operators: failed ones, and running ones paid before `slowBefore`. */
export const listUnreported = (db: D1Database, now: number, slowBefore: number, limit: number) =>
  allOrders(
    db,
    sql`WHERE ${UNDELIVERED} AND paid_at <= ${now} AND (
            (status = 'ERRO' AND NOT ${isNoticed('undelivered')})
            OR (status = 'EM_ANDAMENTO' AND paid_at < ${slowBefore} AND NOT ${isNoticed('undelivered-slow')}))
          ORDER BY paid_at LIMIT ${limit}`,
  );

/** Records the total refund. */
export const noteRefund = (db: D1Database, id: string, centavos: number) =>
  run(db)`UPDATE orders SET given_back_centavos = ${centavos} WHERE id = ${id}`;

/** Releases the name of a closed order and writes its report; false when that was already done. */
export const releaseCancelled = (
  db: D1Database,
  id: string,
  report: ChangeReport,
  now: number,
): Promise<boolean> =>
  firstChangesOne(db, [
    statement(db)`UPDATE orders SET released_at = ${now}, updated_at = ${now}
          WHERE id = ${id} AND closed_at IS NOT NULL AND released_at IS NULL`,
    ...reportStatements(db, report, now, CHANGED),
    quarantineName(db, id, now),
  ]);

/** Statements that release the name of an order whose environment is gone, after a statement that changed one row. */
export const releaseStatements = (db: D1Database, orderId: string, now: number): D1PreparedStatement[] => [
  statement(db)`UPDATE orders SET released_at = ${now}, updated_at = ${now}
    WHERE id = ${orderId} AND released_at IS NULL AND ${CHANGED}`,
  quarantineName(db, orderId, now),
];

/** Statement that marks the buyer of a released order as erased, once. */
export const erasedStatement = (db: D1Database, orderId: string, now: number): D1PreparedStatement =>
  statement(db)`UPDATE buyers SET erased_at = ${now} WHERE order_id = ${orderId} AND erased_at IS NULL
    AND EXISTS (SELECT 1 FROM orders WHERE id = ${orderId} AND released_at IS NOT NULL)`;
