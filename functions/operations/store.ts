/** What operators look up and take back, in D1. Owns: SQL across the tables and the mapping of rows. */
import type { OrderLine } from '#domain/contracts/operations.ts';
import { normalEmail } from '#domain/email/email.ts';
import { type OrderRow, toOrder } from '#functions/checkout/order-row.ts';
import { retireName } from '#functions/checkout/resting-names.ts';
import { UNFINISHED } from '#functions/checkout/store.ts';
import { AMONG, list } from '#functions/platform/json-list.ts';
import { erase, recordsOf } from '#functions/privacy/customer-rows.ts';
import type { Customer, OperationsStore, Row } from './customer.ts';
import { historyOf } from './order-history.ts';

interface LineRow extends OrderRow {
  failure_code: string | null;
  cancelled_at: number | null;
}

interface AccountRow {
  subject: string;
  /** 1 while one of its orders is. */
  is_live: number;
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
const IS_MEANT = `id = ?1 OR subdominio = ?1 OR subject = ?1 OR email = ?1 OR email = ?2
  OR subscription_id = ?1 OR payment_id = ?1
  OR id IN (SELECT order_id FROM tenants WHERE subscription_id = ?1)
  OR id IN (SELECT order_id FROM plan_changes WHERE subscription_id = ?1)`;
/** A name that somebody else reserved and lost belongs to its live owner, whose order may be the older one. */
const ORDERS_OF = `SELECT * FROM orders WHERE ${IS_MEANT}
  ORDER BY released_at IS NOT NULL, created_at DESC LIMIT ?3`;
const ACCOUNTS_OF = `SELECT subject, MAX(released_at IS NULL) AS is_live FROM orders WHERE ${IS_MEANT} GROUP BY subject`;

const unique = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value): value is string => typeof value === 'string')),
];

/** Makes the store over a D1 database. */
export function createOperationsStore(db: D1Database): OperationsStore {
  const statement = (sql: string, ...values: unknown[]): D1PreparedStatement =>
    db.prepare(sql).bind(...values);
  const rows = async <T = Row>(sql: string, ...values: unknown[]): Promise<T[]> =>
    (await statement(sql, ...values).all<T>()).results;
  const change = async (sql: string, ...values: unknown[]): Promise<number> =>
    (await statement(sql, ...values).run()).meta.changes;

  return {
    async listOrders({ status, createdBefore, limit }) {
      // Few orders are unfinished at any time, and an index knows them; of the finished ones the newest are wanted.
      const unfinished = status === 'CONCLUIDO' ? '' : `AND status <> 'CONCLUIDO'`;
      const where = status === undefined ? '' : `AND released_at IS NULL AND status = ? ${unfinished}`;
      const found = await rows<LineRow>(
        `SELECT * FROM orders WHERE created_at < ? ${where} ORDER BY created_at DESC LIMIT ?`,
        ...[createdBefore ?? Number.MAX_SAFE_INTEGER, ...(status === undefined ? [] : [status]), limit],
      );
      return found.map(toLine);
    },
    findOrders: async (who) =>
      (await rows<LineRow>(ORDERS_OF, who, normalEmail(who), ORDERS_OF_ONE_MAX)).map(toLine),

    async findCustomer(who) {
      const typed = who.includes('@') ? [normalEmail(who)] : [];
      const accounts = await rows<AccountRow>(ACCOUNTS_OF, who, normalEmail(who));
      const live = accounts.filter(({ is_live }) => is_live === 1);
      const [first, other] = live.length > 0 ? live : accounts;
      // One person may have had several accounts under an e-mail, one after the other; a name goes from hand to hand.
      if (other !== undefined && (live.length > 0 || typed.length === 0)) return 'several-people';
      if (first === undefined) {
        const written = await rows(
          `SELECT 1 FROM support_messages WHERE email IN ${AMONG} LIMIT 1`,
          list(typed),
        );
        return written.length === 0 ? null : customerOf([], typed, []);
      }
      const all = await rows<LineRow>(
        'SELECT * FROM orders WHERE subject = ?1 OR email = ?2 ORDER BY created_at DESC',
        ...[first.subject, typed[0] ?? null],
      );
      const ids = list(all.map(({ id }) => id));
      const bought = await rows<Pick<LineRow, 'subscription_id' | 'customer_id' | 'payment_id'>>(
        `SELECT subscription_id, customer_id, payment_id FROM plan_changes WHERE order_id IN ${AMONG}
         UNION SELECT subscription_id, customer_id, NULL FROM tenants WHERE order_id IN ${AMONG}
         UNION SELECT subscription_id, NULL, payment_id FROM dunning WHERE subscription_id IN (
           SELECT subscription_id FROM orders WHERE id IN ${AMONG}
           UNION SELECT subscription_id FROM plan_changes WHERE order_id IN ${AMONG})`,
        ...[ids, ids, ids, ids],
      );
      return customerOf(all, typed, bought);
    },

    history: (orderId) => historyOf(db, orderId),

    recordsOf: (customer) => recordsOf(db, customer),
    erase: (customer) => erase(db, customer),

    async resendMail(id, now) {
      const again = `${id}~${now}`;
      const [waiting, copied] = await db.batch([
        statement('UPDATE outbox SET due_at = ? WHERE id = ? AND sent_at IS NULL', now, id),
        // A provider sends the same id once; a message that must leave again needs another.
        statement(
          `INSERT INTO outbox (id, template, payload, due_at, created_at)
           SELECT ?, template, payload, ?, ? FROM outbox WHERE id = ? AND sent_at IS NOT NULL`,
          ...[again, now, now, id],
        ),
      ]);
      if (waiting?.meta.changes === 1) return id;
      return copied?.meta.changes === 1 ? again : null;
    },

    async cancelOrder(id, now, seen) {
      // The attempt moves on, so that a run under way is no longer in charge.
      const sql = `UPDATE orders SET cancelled_at = ?, status = 'ERRO', attempt = attempt + 1, retrying_since = NULL,
          updated_at = ?, touched_at = ?
        WHERE id = ? AND status <> 'CONCLUIDO' AND released_at IS NULL AND cancelled_at IS NULL
          AND status = COALESCE(?, status)`;
      return (await change(sql, now, now, now, id, seen ?? null)) === 1;
    },
    async listCancelled(before, limit) {
      const found = await rows<OrderRow>(
        `SELECT * FROM orders WHERE cancelled_at IS NOT NULL AND cancelled_at < ? AND released_at IS NULL
         ORDER BY touched_at LIMIT ?`,
        ...[before, limit],
      );
      return found.map(toOrder);
    },
    async releaseCancelled(id, now) {
      const [released] = await db.batch([
        statement(
          `UPDATE orders SET released_at = ?, updated_at = ?
           WHERE id = ? AND cancelled_at IS NOT NULL AND released_at IS NULL`,
          ...[now, now, id],
        ),
        retireName(db, id, now),
      ]);
      return released?.meta.changes === 1;
    },

    async countOverdue(before) {
      const count = async (sql: string): Promise<number> =>
        (await statement(sql, before).first<{ n: number }>())?.n ?? 0;
      const [mails, paymentEvents, orders] = await Promise.all([
        count('SELECT COUNT(*) AS n FROM outbox WHERE sent_at IS NULL AND due_at < ?'),
        count('SELECT COUNT(*) AS n FROM webhook_events WHERE processed_at IS NULL AND due_at < ?'),
        count(
          `SELECT COUNT(*) AS n FROM orders WHERE ${UNFINISHED} AND status = 'EM_ANDAMENTO' AND touched_at < ?`,
        ),
      ]);
      return { mails, paymentEvents, orders };
    },
  };
}

function customerOf(
  orders: readonly LineRow[],
  typed: readonly string[],
  bought: readonly Pick<LineRow, 'subscription_id' | 'customer_id' | 'payment_id'>[],
): Customer {
  const both = [...orders, ...bought];
  return {
    subjects: unique(orders.map(({ subject }) => subject)),
    emails: unique([...typed, ...orders.map(({ email }) => email)]),
    orders: orders.map(toLine),
    subscriptionIds: unique(both.map((row) => row.subscription_id)),
    customerIds: unique(both.map((row) => row.customer_id)),
    paymentIds: unique(both.map((row) => row.payment_id)),
  };
}
