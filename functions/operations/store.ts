import type { HistoryEntry, OrderLine } from '#domain/api-schemas/operation-answers.ts';
import { normalEmail } from '#domain/email/email.ts';
import type { OrderState } from '#domain/operations/words.ts';
import { UNDELIVERED } from '#functions/orders/closing-rows.ts';
import { UNFINISHED } from '#functions/orders/order-row.ts';
import { all, first, type Sql, sql } from '#functions/platform/db.ts';
import { isMeant } from '#functions/privacy/who.ts';
import { historyOf } from './order-history.ts';

/** A line as D1 returns it: what is true or false is 1 or 0. */
type LineRow = Omit<OrderLine, 'isReleased' | 'isCancelled'> & {
  readonly isReleased: 0 | 1;
  readonly isCancelled: 0 | 1;
};

interface OrderFilter {
  readonly state?: OrderState | undefined;
  /** Milliseconds, UTC. */
  readonly createdBefore?: number | undefined;
  readonly limit: number;
}

/** Condition for an order in progress with this status; uses the index on unfinished orders. */
const unfinished = (status: OrderLine['status']): Sql =>
  sql`${UNFINISHED} AND closed_at IS NULL AND status = ${status}`;
/** `orderState` of src/domain/operations/words.ts, as an SQL condition. */
const IN_STATE: Readonly<Record<OrderState, Sql>> = {
  AGUARDANDO: unfinished('AGUARDANDO'),
  EM_ANDAMENTO: unfinished('EM_ANDAMENTO'),
  ERRO: unfinished('ERRO'),
  CONCLUIDO: sql`released_at IS NULL AND closed_at IS NULL AND status = 'CONCLUIDO'`,
  CANCELANDO: sql`closed_at IS NOT NULL AND released_at IS NULL`,
  CANCELADO: sql`closed_at IS NOT NULL AND released_at IS NOT NULL`,
  VENCIDO: sql`released_at IS NOT NULL AND closed_at IS NULL AND status <> 'CONCLUIDO'`,
  REMOVIDO: sql`released_at IS NOT NULL AND closed_at IS NULL AND status = 'CONCLUIDO'`,
};

const LINE = sql`id, subdomain, plan, cycle, status, payment, failure_code,
  released_at IS NOT NULL AS is_released, closed_at IS NOT NULL AS is_cancelled, created_at,
  updated_at`;

const ORDERS_OF_ONE_MAX = 20;

/** What comes after `FROM order_rows`. */
const lines = async (db: D1Database, rest: Sql): Promise<OrderLine[]> => {
  const rows = await all<LineRow>(db)`SELECT ${LINE} FROM order_rows ${rest}`;
  return rows.map((row) => ({
    ...row,
    isReleased: row.isReleased === 1,
    isCancelled: row.isCancelled === 1,
  }));
};

/** Newest first. */
export const listOrderLines = (db: D1Database, { state, createdBefore, limit }: OrderFilter) =>
  lines(
    db,
    sql`WHERE created_at < ${createdBefore ?? Number.MAX_SAFE_INTEGER}
        AND ${state === undefined ? sql`TRUE` : IN_STATE[state]} ORDER BY created_at DESC LIMIT ${limit}`,
  );

/**
 * Orders that match an id, subdomain, e-mail, subject or processor id; live ones first, then the newest. A name that
 * a person reserved and lost belongs to its live owner, whose order may be older.
 */
export const findOrderLines = (db: D1Database, who: string) =>
  lines(
    db,
    sql`WHERE ${isMeant(who)}
        ORDER BY released_at IS NOT NULL, created_at DESC LIMIT ${ORDERS_OF_ONE_MAX}`,
  );

/** Orders of the environments that an account or address is a member of or invited to. */
export const findOrderLinesOfMember = (db: D1Database, who: string) =>
  lines(
    db,
    sql`WHERE id IN (
          SELECT order_id FROM memberships WHERE subject = ${who} OR email = ${normalEmail(who)}
          UNION SELECT order_id FROM invitations WHERE email = ${normalEmail(who)})
        ORDER BY created_at DESC LIMIT ${ORDERS_OF_ONE_MAX}`,
  );

/** The history of an order, oldest first. */
export const orderHistory = (db: D1Database, orderId: string): Promise<HistoryEntry[]> =>
  historyOf(db, orderId);

/** Counts orders that were paid, failed before `before`, and have no environment. */
export const countUndelivered = (db: D1Database, before: number) =>
  first<{ count: number; since: number | null }>(db)`SELECT COUNT(*) AS count, MIN(updated_at) AS since
        FROM orders
        WHERE ${UNDELIVERED} AND status = 'ERRO' AND updated_at < ${before}`;
