/**
 * Orders that are closed before their environment is there, in D1.
 *
 * Closing names the state that it expects, and so does the end of provisioning: of the two racing for one order, one
 * changes the row, before anything is done at the processor or in the cluster.
 */
import type { CloseReason, Order } from '#functions/checkout/order.ts';
import { type OrderRow, toOrder, UNFINISHED } from '#functions/checkout/order-row.ts';
import { retireName } from '#functions/checkout/resting-names.ts';
import { all, run, statement } from '#functions/platform/db.ts';
import { mailStatement, type OutgoingMail } from '#functions/platform/outbox.ts';
import { isDueByAge } from '#functions/platform/pace.ts';

/** The words of the index of paid orders without an environment. */
export const UNDELIVERED = `${UNFINISHED} AND payment = 'confirmed' AND cancelled_at IS NULL`;

/** What a notice about an order is known by: an operator finds the order with either. */
const REFERENCE = 'COALESCE(subscription_id, id)';
const isNoticed = (kind: string): string =>
  `EXISTS (SELECT 1 FROM billing_notices WHERE kind = '${kind}' AND reference = ${REFERENCE})`;

// The attempt moves on, so that a run under way is no longer in charge.
const CLOSE = `UPDATE orders SET cancelled_at = ?1, close_reason = ?2, status = 'ERRO', attempt = attempt + 1,
    retrying_since = NULL, updated_at = ?1, touched_at = ?1
  WHERE id = ?3 AND status <> 'CONCLUIDO' AND released_at IS NULL AND cancelled_at IS NULL`;

/** Makes the store over a D1 database. */
export function createClosingStore(db: D1Database) {
  return {
    /**
     * Cancels an unfinished order; false when it is finished, released or cancelled already, or no longer in the
     * state it was `seen` in.
     */
    async cancelOrder(
      id: string,
      now: number,
      seen: Order['status'] | null = null,
      reason: CloseReason | null = null,
    ): Promise<boolean> {
      return (await run(db, `${CLOSE} AND status = COALESCE(?4, status)`, now, reason, id, seen)) === 1;
    },
    /** The same for an order that is still as it was read, in state, attempt and payment. */
    async closeAsSeen(
      { id, status, attempt, payment }: Order,
      reason: CloseReason,
      now: number,
    ): Promise<boolean> {
      const sql = `${CLOSE} AND status = ?4 AND attempt = ?5 AND payment = ?6`;
      return (await run(db, sql, now, reason, id, status, attempt, payment)) === 1;
    },

    /** Paid orders without an environment, paid before `paidBefore`, the longest paid first. */
    async listUndelivered(paidBefore: number, limit: number): Promise<Order[]> {
      const sql = `SELECT * FROM orders WHERE ${UNDELIVERED} AND paid_at < ? ORDER BY paid_at LIMIT ?`;
      return (await all<OrderRow>(db, sql, paidBefore, limit)).map(toOrder);
    },
    /** Those of which operators were not told: failed ones, and ones that run although paid before `slowBefore`. */
    async listUntold(now: number, slowBefore: number, limit: number): Promise<Order[]> {
      const sql = `SELECT * FROM orders WHERE ${UNDELIVERED} AND paid_at <= ? AND (
          (status = 'ERRO' AND NOT ${isNoticed('undelivered')})
          OR (status = 'EM_ANDAMENTO' AND paid_at < ? AND NOT ${isNoticed('undelivered-slow')}))
        ORDER BY paid_at LIMIT ?`;
      return (await all<OrderRow>(db, sql, now, slowBefore, limit)).map(toOrder);
    },

    /**
     * Orders closed at least `settleMs` ago that still hold something and are due to be looked at, the longest untouched
     * first: at once, and after longer the longer one cannot be taken down.
     */
    async listCancelled(now: number, settleMs: number, limit: number): Promise<Order[]> {
      const sql = `SELECT * FROM orders WHERE cancelled_at IS NOT NULL AND cancelled_at < ?1 - ?2 AND released_at IS NULL
          AND ${isDueByAge('cancelled_at', 'cancelled_at + ?2')}
        ORDER BY touched_at LIMIT ?3`;
      return (await all<OrderRow>(db, sql, now, settleMs, limit)).map(toOrder);
    },
    /** Notes what goes back in all. */
    async noteGivenBack(id: string, centavos: number): Promise<void> {
      await run(db, 'UPDATE orders SET given_back_centavos = ? WHERE id = ?', centavos, id);
    },
    /** Frees the name of a closed order and lets the mail about it leave; false when that was done. */
    async releaseCancelled(id: string, mail: OutgoingMail | null, now: number): Promise<boolean> {
      const [released] = await db.batch([
        statement(
          db,
          `UPDATE orders SET released_at = ?, updated_at = ?
           WHERE id = ? AND cancelled_at IS NOT NULL AND released_at IS NULL`,
          now,
          now,
          id,
        ),
        ...(mail === null ? [] : [mailStatement(db, mail, now, 'changes() = 1')]),
        retireName(db, id, now),
      ]);
      return released?.meta.changes === 1;
    },
  };
}
