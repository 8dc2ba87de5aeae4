import type { HistoryEntry, OrderLine, ResentMail } from '#domain/api-schemas/operations.ts';
import { normalEmail } from '#domain/email/email.ts';
import type { OrderState } from '#domain/operations/words.ts';
import { UNDELIVERED } from '#functions/checkout/closing-store.ts';
import { IS_MEANT, type OrderRow, UNFINISHED } from '#functions/orders/order-row.ts';
import { all, first, statement } from '#functions/platform/db.ts';
import { MAIL_WORK } from '#functions/platform/outbox.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import { historyOf } from './order-history.ts';

interface LineRow extends OrderRow {
  failure_code: string | null;
}

interface OrderFilter {
  readonly state?: OrderState | undefined;
  /** Milliseconds, UTC. */
  readonly createdBefore?: number | undefined;
  readonly limit: number;
}

/** Condition for an order in progress with this status; uses the index on unfinished orders. */
const unfinished = (status: OrderLine['status']): string =>
  `${UNFINISHED} AND cancelled_at IS NULL AND status = '${status}'`;
/** `orderState` of src/domain/operations/words.ts, as an SQL condition. */
const IN_STATE: Readonly<Record<OrderState, string>> = {
  AGUARDANDO: unfinished('AGUARDANDO'),
  EM_ANDAMENTO: unfinished('EM_ANDAMENTO'),
  ERRO: unfinished('ERRO'),
  CONCLUIDO: `released_at IS NULL AND cancelled_at IS NULL AND status = 'CONCLUIDO'`,
  CANCELANDO: 'cancelled_at IS NOT NULL AND released_at IS NULL',
  CANCELADO: 'cancelled_at IS NOT NULL AND released_at IS NOT NULL',
  VENCIDO: `released_at IS NOT NULL AND cancelled_at IS NULL AND status <> 'CONCLUIDO'`,
  REMOVIDO: `released_at IS NOT NULL AND cancelled_at IS NULL AND status = 'CONCLUIDO'`,
};

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
/** A name that a person reserved and lost belongs to its live owner, whose order may be older. */
const ORDERS_OF = `SELECT * FROM orders WHERE ${IS_MEANT}
  ORDER BY released_at IS NOT NULL, created_at DESC LIMIT ?3`;

const ORDERS_OF_MEMBER = `SELECT * FROM orders WHERE id IN (
    SELECT order_id FROM memberships WHERE subject = ?1 OR email = ?2
    UNION SELECT order_id FROM invitations WHERE email = ?2)
  ORDER BY created_at DESC LIMIT ?3`;

/** Makes the store over a D1 database. Every query uses an index. */
export function createOperationsStore(db: D1Database) {
  return {
    /** Newest first. */
    async listOrders({ state, createdBefore, limit }: OrderFilter): Promise<OrderLine[]> {
      const isWanted = state === undefined ? undefined : IN_STATE[state];
      const where = isWanted === undefined ? '' : `AND ${isWanted}`;
      const found = await all<LineRow>(
        db,
        `SELECT * FROM orders WHERE created_at < ? ${where} ORDER BY created_at DESC LIMIT ?`,
        createdBefore ?? Number.MAX_SAFE_INTEGER,
        limit,
      );
      return found.map(toLine);
    },
    /** Orders that match an id, subdomain, e-mail, subject or processor id; live ones first, then the newest. */
    findOrders: async (who: string): Promise<OrderLine[]> =>
      (await all<LineRow>(db, ORDERS_OF, who, normalEmail(who), ORDERS_OF_ONE_MAX)).map(toLine),

    /** Orders of the environments that an account or address is a member of or invited to. */
    findOrdersOfMember: async (who: string): Promise<OrderLine[]> =>
      (await all<LineRow>(db, ORDERS_OF_MEMBER, who, normalEmail(who), ORDERS_OF_ONE_MAX)).map(toLine),

    /** The history of an order, oldest first. */
    history: (orderId: string): Promise<HistoryEntry[]> => historyOf(db, orderId),

    /**
     * Queues a mail again, or makes it due now if it or a copy of it still waits; `null` when there is no such mail.
     */
    async resendMail(id: string, now: number): Promise<ResentMail | null> {
      const again = `${id}~${now}`;
      const waiting = `SELECT id FROM outbox WHERE sent_at IS NULL
        AND (id = ?1 OR (id > ?1 || '~' AND id < ?1 || '~:'))`;
      const [known, copied] = await db.batch<{ id: string }>([
        statement(db, waiting, id),
        // A provider sends each message id once, so a repeated mail needs a new id. At most one copy waits at a time.
        statement(
          db,
          `INSERT INTO outbox (id, template, payload, created_at)
           SELECT ?1, template, payload, ?2 FROM outbox WHERE id = ?3 AND sent_at IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM outbox WHERE sent_at IS NULL AND id > ?3 || '~' AND id < ?3 || '~:')`,
          again,
          now,
          id,
        ),
        workStatement(db, { kind: MAIL_WORK, key: again }, now, 'changes() = 1'),
      ]);
      const [waits] = known?.results ?? [];
      if (waits !== undefined) {
        await workStatement(db, { kind: MAIL_WORK, key: waits.id }, now).run();
        return { mensagem: waits.id, isNew: false };
      }
      return copied?.meta.changes === 1 ? { mensagem: again, isNew: true } : null;
    },

    /** Counts orders that were paid, failed before `before`, and have no environment. */
    countUndelivered: (before: number) =>
      first<{ count: number; since: number | null }>(
        db,
        `SELECT COUNT(*) AS count, MIN(updated_at) AS since FROM orders
         WHERE ${UNDELIVERED} AND status = 'ERRO' AND updated_at < ?`,
        before,
      ),
  };
}
