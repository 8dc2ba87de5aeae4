/** What operators look up and cancel, in D1. */
import type { HistoryEntry, OrderLine, ReadyResponse } from '#domain/contracts/operations.ts';
import { normalEmail } from '#domain/email/email.ts';
import type { Order } from '#functions/checkout/order.ts';
import { type OrderRow, toOrder } from '#functions/checkout/order-row.ts';
import { retireName } from '#functions/checkout/resting-names.ts';
import { UNFINISHED } from '#functions/checkout/store.ts';
import { all, first, run, statement } from '#functions/platform/db.ts';
import { historyOf } from './order-history.ts';

interface LineRow extends OrderRow {
  failure_code: string | null;
  cancelled_at: number | null;
}

interface OrderFilter {
  readonly status?: OrderLine['status'] | undefined;
  /** Milliseconds, UTC. */
  readonly createdBefore?: number | undefined;
  readonly limit: number;
}

function toLine(row: LineRow): OrderLine {
  return {
    id: row.id,
    subdominio: row.subdominio,
    plano: row.plano,
    ciclo: row.ciclo,
    status: row.status,
    payment: row.payment,
    failureCode: row.failure_code,
    isReleased: row.released_at !== null,
    isCancelled: row.cancelled_at !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const ORDERS_OF_ONE_MAX = 20;
/** An order that is meant by what an operator typed, `?1`; `?2` is the same as an e-mail. */
export const IS_MEANT = `id = ?1 OR subdominio = ?1 OR subject = ?1 OR email = ?1 OR email = ?2
  OR subscription_id = ?1 OR payment_id = ?1
  OR id IN (SELECT order_id FROM tenants WHERE subscription_id = ?1)
  OR id IN (SELECT order_id FROM plan_changes WHERE subscription_id = ?1)`;
/** A name that another person reserved and lost belongs to its live owner, whose order may be the older one. */
const ORDERS_OF = `SELECT * FROM orders WHERE ${IS_MEANT}
  ORDER BY released_at IS NOT NULL, created_at DESC LIMIT ?3`;

/** Makes the store over a D1 database. Reads only what an index finds. */
export function createOperationsStore(db: D1Database) {
  return {
    /** Newest first. */
    async listOrders({ status, createdBefore, limit }: OrderFilter): Promise<OrderLine[]> {
      // Few orders are unfinished at any time, and an index knows them; of the finished ones the newest are wanted.
      const unfinished = status === 'CONCLUIDO' ? '' : `AND status <> 'CONCLUIDO'`;
      const where = status === undefined ? '' : `AND released_at IS NULL AND status = ? ${unfinished}`;
      const found = await all<LineRow>(
        db,
        `SELECT * FROM orders WHERE created_at < ? ${where} ORDER BY created_at DESC LIMIT ?`,
        createdBefore ?? Number.MAX_SAFE_INTEGER,
        ...(status === undefined ? [] : [status]),
        limit,
      );
      return found.map(toLine);
    },
    /** Orders that an id, subdomain, e-mail, subject or id of the processor leads to; live ones first, then the newest. */
    findOrders: async (who: string): Promise<OrderLine[]> =>
      (await all<LineRow>(db, ORDERS_OF, who, normalEmail(who), ORDERS_OF_ONE_MAX)).map(toLine),

    /** Everything that is known to have happened to an order, oldest first. */
    history: (orderId: string): Promise<HistoryEntry[]> => historyOf(db, orderId),

    /** Lets a mail leave once more; the id it then has, or `null` when there is no such mail. */
    async resendMail(id: string, now: number): Promise<string | null> {
      const again = `${id}~${now}`;
      const [waiting, copied] = await db.batch([
        statement(db, 'UPDATE outbox SET due_at = ? WHERE id = ? AND sent_at IS NULL', now, id),
        // A provider sends the same id once; a message that must leave again needs another.
        statement(
          db,
          `INSERT INTO outbox (id, template, payload, due_at, created_at)
           SELECT ?, template, payload, ?, ? FROM outbox WHERE id = ? AND sent_at IS NOT NULL`,
          again,
          now,
          now,
          id,
        ),
      ]);
      if (waiting?.meta.changes === 1) return id;
      return copied?.meta.changes === 1 ? again : null;
    },

    /**
     * Cancels an unfinished order; false when it is finished, released or cancelled already, or no longer in the
     * state it was `seen` in.
     */
    async cancelOrder(id: string, now: number, seen?: Order['status']): Promise<boolean> {
      // The attempt moves on, so that a run under way is no longer in charge.
      const sql = `UPDATE orders SET cancelled_at = ?, status = 'ERRO', attempt = attempt + 1, retrying_since = NULL,
          updated_at = ?, touched_at = ?
        WHERE id = ? AND status <> 'CONCLUIDO' AND released_at IS NULL AND cancelled_at IS NULL
          AND status = COALESCE(?, status)`;
      return (await run(db, sql, now, now, now, id, seen ?? null)) === 1;
    },
    /** Orders cancelled before `before` that still hold something, the longest untouched first. */
    async listCancelled(before: number, limit: number): Promise<Order[]> {
      const sql = `SELECT * FROM orders WHERE cancelled_at IS NOT NULL AND cancelled_at < ? AND released_at IS NULL
        ORDER BY touched_at LIMIT ?`;
      return (await all<OrderRow>(db, sql, before, limit)).map(toOrder);
    },
    /** Frees the name of a cancelled order; false when that was done. */
    async releaseCancelled(id: string, now: number): Promise<boolean> {
      const [released] = await db.batch([
        statement(
          db,
          `UPDATE orders SET released_at = ?, updated_at = ?
           WHERE id = ? AND cancelled_at IS NOT NULL AND released_at IS NULL`,
          now,
          now,
          id,
        ),
        retireName(db, id, now),
      ]);
      return released?.meta.changes === 1;
    },

    /** Work that was due before `before` and is not done. */
    async countOverdue(before: number): Promise<ReadyResponse['overdue']> {
      const count = async (sql: string): Promise<number> =>
        (await first<{ n: number }>(db, `SELECT COUNT(*) AS n FROM ${sql}`, before))?.n ?? 0;
      const [mails, paymentEvents, orders] = await Promise.all([
        count('outbox WHERE sent_at IS NULL AND due_at < ?'),
        count('webhook_events WHERE processed_at IS NULL AND due_at < ?'),
        count(`orders WHERE ${UNFINISHED} AND status = 'EM_ANDAMENTO' AND touched_at < ?`),
      ]);
      return { mails, paymentEvents, orders };
    },
  };
}
export type OperationsStore = ReturnType<typeof createOperationsStore>;
