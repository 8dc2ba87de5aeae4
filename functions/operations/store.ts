/** What operators look up and count, in D1; closing-store.ts has what they close. */
import type { HistoryEntry, OrderLine, ReadyResponse } from '#domain/contracts/operations.ts';
import { normalEmail } from '#domain/email/email.ts';
import { type OrderRow, UNFINISHED } from '#functions/checkout/order-row.ts';
import { all, first, statement } from '#functions/platform/db.ts';
import { createClosingStore, UNDELIVERED } from './closing-store.ts';
import { historyOf } from './order-history.ts';

interface LineRow extends OrderRow {
  failure_code: string | null;
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
    ...createClosingStore(db),

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

    /** Work that was due before `before` and is not done. */
    async countOverdue(before: number): Promise<ReadyResponse['overdue']> {
      const count = async (sql: string): Promise<number> =>
        (await first<{ n: number }>(db, `SELECT COUNT(*) AS n FROM ${sql}`, before))?.n ?? 0;
      const [mails, paymentEvents, orders, undelivered] = await Promise.all([
        count('outbox WHERE sent_at IS NULL AND due_at < ?'),
        count('webhook_events WHERE processed_at IS NULL AND due_at < ?'),
        count(`orders WHERE ${UNFINISHED} AND status = 'EM_ANDAMENTO' AND touched_at < ?`),
        count(`orders WHERE ${UNDELIVERED} AND status = 'ERRO' AND updated_at < ?`),
      ]);
      return { mails, paymentEvents, orders, undelivered };
    },
  };
}
export type OperationsStore = ReturnType<typeof createOperationsStore>;
