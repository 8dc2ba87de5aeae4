/**
 * Orders that are closed without an environment, in D1.
 *
 * Closing an order and finishing its provisioning both name the expected state: if they race, one of them changes the
 * row, before anything is done at the processor or in the cluster.
 */

import type { PersonMark } from '#functions/debts/marks-store.ts';
import { markStatements } from '#functions/debts/marks-store.ts';
import type { CloseReason, Order } from '#functions/orders/order.ts';
import { allOrders, UNFINISHED } from '#functions/orders/order-row.ts';
import { quarantineName } from '#functions/orders/quarantined-names.ts';
import { firstChangesOne, run, statement } from '#functions/platform/db.ts';
import { type ChangeReport, changeAndReport, reportStatements } from '#functions/platform/outbox.ts';

/** Condition of the index on paid orders without an environment; must match the index word for word. */
export const UNDELIVERED = `${UNFINISHED} AND payment = 'confirmed' AND cancelled_at IS NULL`;

/** Reference in notices about an order; operators can look the order up by either id. */
const REFERENCE = 'COALESCE(subscription_id, id)';
const isNoticed = (kind: string): string =>
  `EXISTS (SELECT 1 FROM billing_notices WHERE kind = '${kind}' AND reference = ${REFERENCE})`;

// A new attempt number makes a run in progress lose control of the order.
const CLOSE = `UPDATE orders SET cancelled_at = ?1, close_reason = ?2, status = 'ERRO', attempt = attempt + 1,
    retrying_since = NULL, updated_at = ?1, touched_at = ?1
  WHERE id = ?3 AND status <> 'CONCLUIDO' AND released_at IS NULL AND cancelled_at IS NULL`;

/** The kind of work that cleans up a closed order; its key is the order. */
export const CLOSING_WORK = 'order-closing';
/** Longer than one step of an interrupted run may take, so that nothing is created after the check. */
const SETTLE_MS = 180_000;

const closingWork = (id: string, now: number) =>
  ({ kind: CLOSING_WORK, key: id, orderId: id, dueAt: now + SETTLE_MS }) as const;

/** Makes the store over a D1 database. */
export function createClosingStore(db: D1Database) {
  return {
    /**
     * Cancels an unfinished order; false when it is finished, released or cancelled, or no longer in the state `seen`.
     */
    cancelOrder: (
      id: string,
      now: number,
      seen: Order['status'] | null = null,
      reason: CloseReason | null = null,
      report: ChangeReport = {},
    ): Promise<boolean> => {
      const closing = statement(db, `${CLOSE} AND status = COALESCE(?4, status)`, ...[now, reason, id, seen]);
      return changeAndReport(db, closing, { ...report, work: [closingWork(id, now)] }, now);
    },
    /**
     * Closes an order whose state, attempt and payment are unchanged since it was read.
     * @param marked A mark that comes with it, such as a withdrawal.
     */
    closeAsSeen: (
      { id, status, attempt, payment }: Order,
      reason: CloseReason,
      now: number,
      marked: PersonMark | null = null,
    ): Promise<boolean> =>
      firstChangesOne(db, [
        statement(
          db,
          `${CLOSE} AND status = ?4 AND attempt = ?5 AND payment = ?6`,
          now,
          reason,
          id,
          status,
          attempt,
          payment,
        ),
        ...reportStatements(
          db,
          {
            events: [{ kind: 'order-closed', orderId: id, detail: `${reason} ${status}` }],
            work: [closingWork(id, now)],
          },
          now,
          'changes() = 1',
        ),
        ...(marked === null ? [] : markStatements(db, marked.mark, marked.parties, 'changes() = 1')),
      ]),

    /** Paid orders without an environment, paid before `paidBefore`, the longest paid first. */
    listUndelivered: (paidBefore: number, limit: number) =>
      allOrders(
        db,
        `SELECT * FROM orders WHERE ${UNDELIVERED} AND paid_at < ? ORDER BY paid_at LIMIT ?`,
        paidBefore,
        limit,
      ),
    /** Undelivered orders not yet reported to operators: failed ones, and running ones paid before `slowBefore`. */
    listUnreported: (now: number, slowBefore: number, limit: number) =>
      allOrders(
        db,
        `SELECT * FROM orders WHERE ${UNDELIVERED} AND paid_at <= ? AND (
           (status = 'ERRO' AND NOT ${isNoticed('undelivered')})
           OR (status = 'EM_ANDAMENTO' AND paid_at < ? AND NOT ${isNoticed('undelivered-slow')}))
         ORDER BY paid_at LIMIT ?`,
        now,
        slowBefore,
        limit,
      ),

    /** Records the total refund. */
    noteRefund: (id: string, centavos: number) =>
      run(db, 'UPDATE orders SET given_back_centavos = ? WHERE id = ?', centavos, id),
    /** Releases the name of a closed order and writes its report; false when that was already done. */
    releaseCancelled: (id: string, report: ChangeReport, now: number): Promise<boolean> =>
      firstChangesOne(db, [
        statement(
          db,
          `UPDATE orders SET released_at = ?, updated_at = ?
           WHERE id = ? AND cancelled_at IS NOT NULL AND released_at IS NULL`,
          now,
          now,
          id,
        ),
        ...reportStatements(db, report, now, 'changes() = 1'),
        quarantineName(db, id, now),
      ]),
  };
}
