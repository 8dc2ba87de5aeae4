/** Rows of `orders`, and their mapping to what the verbs use. */
import { all, joined, raw, type Sql, sql } from '#functions/platform/db.ts';
import type { Order, PaymentReferences } from './order.ts';

/** SQL: the columns that a poll reads, under the field names of `Order`. */
export const POLLED = sql`subdomain, plan, cycle, status, payment, pay_url,
  synced, healthy, ping_ok, retrying_since, lease_until,
  created_at, updated_at, closed_at, amount_centavos,
  given_back_centavos`;

/** SQL: the columns of an order, under its field names. */
export const ORDER = sql`${POLLED}, id, subject, email, IIF(email_proven = 1, name, NULL) AS name,
  unclear_until, customer_id, subscription_id, payment_id, paid_at, first_due_on, payer, card_entry, attempt, group_id,
  reserved_until, terms_version, rules_version, chosen_at, touched_at, released_at, erased_at, close_reason`;

const beside = (table: string, ...columns: readonly string[]): Sql =>
  joined(
    columns.map((column) => raw(`(SELECT ${column} FROM ${table} s WHERE s.id = orders.id) AS ${column}`)),
    ', ',
  );

/** SQL: the same, of a row of `orders` that a statement returns after its change. */
export const CHANGED_ORDER = sql`subdomain, plan, cycle, status, payment, pay_url, lease_until, created_at, closed_at,
  amount_centavos, given_back_centavos, id, subject, unclear_until, customer_id, subscription_id, payment_id, paid_at,
  first_due_on, payer, card_entry, attempt, reserved_until, chosen_at, released_at, close_reason, updated_at,
  ${beside('order_rows', 'email', 'terms_version', 'rules_version', 'group_id', 'synced', 'healthy', 'ping_ok')},
  ${beside('order_rows', 'retrying_since', 'touched_at', 'erased_at')},
  (SELECT IIF(email_proven = 1, name, NULL) FROM buyers WHERE order_id = orders.id) AS name`;

/** A row as D1 returns it: what is true or false is 1 or 0. */
export type Stored<T> = { readonly [Field in keyof T]: T[Field] extends boolean ? 0 | 1 : T[Field] };
export type OrderRow = Stored<Order>;

type Flags = Pick<OrderRow, 'synced' | 'healthy' | 'pingOk'>;
/** What is true or false of a row. */
export const flagsOf = ({ synced, healthy, pingOk }: Flags) => ({
  synced: synced === 1,
  healthy: healthy === 1,
  pingOk: pingOk === 1,
});

export const toOrder = (row: OrderRow): Order => ({ ...row, ...flagsOf(row) });

/**
 * Condition of the index on unfinished orders. A statement must repeat it word for word for SQLite to use that index.
 */
export const UNFINISHED = sql`released_at IS NULL AND status <> 'CONCLUIDO'`;

/** The orders of a query: what comes after `FROM order_rows`. */
export const allOrders = async (db: D1Database, rest: Sql): Promise<Order[]> =>
  (await all<OrderRow>(db)`SELECT ${ORDER} FROM order_rows ${rest}`).map(toOrder);

/** SQL: writes the given references; the others stay unchanged. */
export const setReferences = (references: PaymentReferences | null): Sql =>
  sql`customer_id = COALESCE(${references?.customerId ?? null}, customer_id),
      subscription_id = COALESCE(${references?.subscriptionId ?? null}, subscription_id),
      payment_id = COALESCE(${references?.paymentId ?? null}, payment_id),
      pay_url = COALESCE(${references?.payUrl ?? null}, pay_url),
      first_due_on = COALESCE(${references?.dueOn ?? null}, first_due_on)`;
