/**
 * Orders in D1.
 *
 * Owns: SQL and the mapping of rows. Every state change names the state it expects in its WHERE clause, so of two
 * racing callers one changes a row and the other is told that nothing changed.
 */

import type { ErrorCode } from '#domain/errors.ts';
import { AMONG_FIRST, list } from '#functions/platform/json-list.ts';
import { CHARGING_LEASE_MS, PREPARING_LEASE_MS } from '#functions/platform/lease.ts';
import { isDueByAge } from '#functions/platform/pace.ts';
import type { Order, OrderStore, PaymentReferences } from './order.ts';
import { type OrderRow, type ProgressRow, polledColumns, toOrder, toProgress } from './order-row.ts';
import { isResting } from './resting-names.ts';

/** A free order asks nobody: after a crash the customer should not wait for the processor's time. */
const FREE_LEASE_MS = 10_000;
/** How long an unpaid name stays with the account that asked for it. */
export const RESERVATION_MS = 15 * 60_000;
/** The same while a charge waits on the processor's page. */
export const HOSTED_RESERVATION_MS = 24 * 3_600_000;

/** Which unique index refused a row; rethrows anything else. */
function conflictOf(error: unknown): 'subdomain-taken' | 'subject-has-order' {
  const text = error instanceof Error ? error.message : '';
  if (text.includes('orders.subdominio')) return 'subdomain-taken';
  if (text.includes('orders.subject')) return 'subject-has-order';
  throw error;
}

const flag = (value: boolean | undefined): number | null => (value === undefined ? null : Number(value));

/** The words of the index of unfinished orders: SQLite takes it for a statement that repeats them, and for no other. */
export const UNFINISHED = `released_at IS NULL AND status <> 'CONCLUIDO'`;

/** Makes the store over a D1 database. */
export function createOrderStore(db: D1Database): OrderStore {
  const one = async (sql: string, ...values: unknown[]): Promise<Order | null> => {
    const row = await db
      .prepare(sql)
      .bind(...values)
      .first<OrderRow>();
    return row === null ? null : toOrder(row);
  };
  const many = async (sql: string, ...values: unknown[]): Promise<readonly Order[]> => {
    const { results } = await db
      .prepare(sql)
      .bind(...values)
      .all<OrderRow>();
    return results.map(toOrder);
  };
  /** Runs one statement and says how many rows it changed. */
  const change = async (sql: string, ...values: unknown[]): Promise<number> => {
    const { meta } = await db
      .prepare(sql)
      .bind(...values)
      .run();
    return meta.changes;
  };
  const referenceValues = (references: PaymentReferences | null): (string | null)[] => [
    references?.customerId ?? null,
    references?.subscriptionId ?? null,
    references?.paymentId ?? null,
    references?.payUrl ?? null,
  ];
  const setReferences =
    'customer_id = COALESCE(?, customer_id), subscription_id = COALESCE(?, subscription_id), payment_id = COALESCE(?, payment_id), pay_url = COALESCE(?, pay_url)';

  return {
    async reserve(order, now) {
      try {
        const inserted = await change(
          `INSERT INTO orders (id, subject, email, name, subdominio, plano, ciclo, amount_centavos, terms_version,
             terms_accepted_at, terms_address, status, payment, lease_until, reserved_until, touched_at, created_at, updated_at, email_proven)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'AGUARDANDO', 'none', ?12, ?13, ?10, ?10, ?10, ?14
           WHERE NOT ${isResting('?5', '?10')}`,
          ...[order.id, order.subject, order.email, order.name, order.subdomain, order.plan, order.cycle],
          ...[order.amountCentavos, order.termsVersion, now, order.termsAddress],
          ...[now + (order.plan === 'free' ? FREE_LEASE_MS : PREPARING_LEASE_MS), now + RESERVATION_MS],
          Number(order.emailVerified),
        );
        return inserted === 1 ? 'reserved' : 'subdomain-taken';
      } catch (error) {
        return conflictOf(error);
      }
    },
    findById: (id) => one('SELECT * FROM orders WHERE id = ?', id),
    findLiveBySubject: (subject) =>
      one('SELECT * FROM orders WHERE subject = ? AND released_at IS NULL', subject),
    async findProgress(subject) {
      const row = await db
        .prepare(
          `SELECT ${polledColumns.map((column) => `o.${column}`).join(', ')},
             t.state AS contract_state, t.plano AS contract_plano, t.ciclo AS contract_ciclo
           FROM orders o LEFT JOIN tenants t ON t.subdominio = o.subdominio AND o.status = 'CONCLUIDO'
           WHERE o.subject = ? AND o.released_at IS NULL`,
        )
        .bind(subject)
        .first<ProgressRow>();
      return row === null ? null : toProgress(row);
    },
    findLiveBySubdomain: (name) =>
      one('SELECT * FROM orders WHERE subdominio = ? AND released_at IS NULL', name),
    async findTakenAmong(names, now) {
      const { results } = await db
        .prepare(
          `SELECT subdominio FROM orders WHERE released_at IS NULL AND subdominio IN ${AMONG_FIRST}
           UNION SELECT subdominio FROM retired_names WHERE subdominio IN ${AMONG_FIRST} AND free_at > ?2`,
        )
        .bind(list(names), now)
        .all<Pick<OrderRow, 'subdominio'>>();
      return new Set(results.map(({ subdominio }) => subdominio));
    },
    findBySubscription: (id) => one('SELECT * FROM orders WHERE subscription_id = ?', id),
    async acquireLease(id, now) {
      // A charge that stands may be removed under the lease, so that takes the long one.
      const sql = `UPDATE orders SET lease_until = ?1 + CASE
          WHEN payment = 'unclear' OR (payment = 'none' AND unclear_until = 0) THEN ?2 ELSE ?3 END
        WHERE id = ?4 AND lease_until < ?1 AND released_at IS NULL`;
      return (await change(sql, now, PREPARING_LEASE_MS, CHARGING_LEASE_MS, id)) === 1;
    },
    async releaseLease(id, lease) {
      await change('UPDATE orders SET lease_until = 0 WHERE id = ? AND lease_until = ?', id, lease);
    },
    async choose(id, lease, terms, now) {
      try {
        const changed = await change(
          `UPDATE orders SET subdominio = ?1, plano = ?2, ciclo = ?3, amount_centavos = ?4, terms_version = ?5,
             terms_address = ?6, terms_accepted_at = ?7, reserved_until = ?8, updated_at = ?7
           WHERE id = ?9 AND lease_until = ?10 AND payment = 'none' AND released_at IS NULL
             AND NOT ${isResting('?1', '?7')}`,
          ...[terms.subdomain, terms.plan, terms.cycle, terms.amountCentavos, terms.termsVersion],
          ...[terms.termsAddress, now, now + RESERVATION_MS, id, lease],
        );
        if (changed === 1) return 'chosen';
        const resting = db.prepare(`SELECT 1 WHERE ${isResting('?1', '?2')}`).bind(terms.subdomain, now);
        return (await resting.first()) === null ? 'not-open' : 'subdomain-taken';
      } catch (error) {
        if (conflictOf(error) === 'subdomain-taken') return 'subdomain-taken';
        throw error;
      }
    },
    async releaseExpired(id, now) {
      const sql = `UPDATE orders SET released_at = ?, updated_at = ?
        WHERE id = ? AND released_at IS NULL AND payment = 'none' AND reserved_until < ? AND lease_until < ?`;
      return (await change(sql, now, now, id, now, now)) === 1;
    },
    async releaseUnpaid(id, lease, now) {
      const sql = `UPDATE orders SET payment = 'none', pay_url = NULL, released_at = ?, updated_at = ?
        WHERE id = ? AND lease_until = ? AND released_at IS NULL AND status = 'AGUARDANDO'
          AND payment = 'pending' AND reserved_until < ?`;
      return (await change(sql, now, now, id, lease, now)) === 1;
    },
    async markUnclear(id, lease, { unclearUntil, cardEntry }, now) {
      const renewed = now + CHARGING_LEASE_MS;
      const sql = `UPDATE orders SET payment = 'unclear', unclear_until = ?, card_entry = ?, lease_until = ?, updated_at = ?
        WHERE id = ? AND lease_until = ? AND payment IN ('none', 'unclear')
          AND status = 'AGUARDANDO' AND released_at IS NULL`;
      const changed = await change(sql, unclearUntil, cardEntry, renewed, now, id, lease);
      return changed === 1 ? renewed : null;
    },
    async markUnpaid(id, seen, isCertain, now) {
      const sql = `UPDATE orders SET payment = 'none', unclear_until = CASE WHEN ? THEN 0 ELSE ? END, reserved_until = ?,
          subscription_id = NULL, payment_id = NULL, pay_url = NULL, updated_at = ?
        WHERE id = ? AND lease_until = ? AND unclear_until = ? AND payment IN ('none', 'unclear', 'pending')
          AND status = 'AGUARDANDO'`;
      const asked = Math.max(seen.unclearUntil, 1);
      await change(
        sql,
        ...[isCertain, asked, now + RESERVATION_MS, now],
        ...[id, seen.leaseUntil, seen.unclearUntil],
      );
    },
    async markPending(id, references, now) {
      const sql = `UPDATE orders SET payment = 'pending', ${setReferences}, updated_at = ?,
          reserved_until = CASE WHEN card_entry = 'hosted' AND payment <> 'pending' THEN ? ELSE reserved_until END
        WHERE id = ? AND payment <> 'confirmed'`;
      await change(sql, ...referenceValues(references), now, now + HOSTED_RESERVATION_MS, id);
    },
    async beginProvisioning(id, payment, references, now) {
      const sql = `UPDATE orders SET status = 'EM_ANDAMENTO', payment = ?, ${setReferences}, paid_at = ?, updated_at = ?, touched_at = ?
        WHERE id = ? AND status = 'AGUARDANDO' AND released_at IS NULL
          AND (? <> 'free' OR (plano = 'free' AND payment = 'none'))`;
      return (await change(sql, payment, ...referenceValues(references), now, now, now, id, payment)) === 1;
    },
    async restart(id, now) {
      const sql = `UPDATE orders SET status = 'EM_ANDAMENTO', attempt = attempt + 1, failure_code = NULL,
          retrying_since = NULL, updated_at = ?, touched_at = ?
        WHERE id = ? AND status = 'ERRO' AND cancelled_at IS NULL RETURNING *`;
      return (await one(sql, now, now, id))?.attempt ?? null;
    },
    async nextAttempt(id, attempt, now) {
      const sql = `UPDATE orders SET attempt = attempt + 1, touched_at = ?
        WHERE id = ? AND status = 'EM_ANDAMENTO' AND attempt = ? RETURNING *`;
      return (await one(sql, now, id, attempt))?.attempt ?? null;
    },
    async recordFacts(id, facts, now) {
      // `updated_at` is what the customer sees: it moves only when a fact does.
      const sql = `UPDATE orders SET
          group_id = COALESCE(?1, group_id), applied_at = CASE WHEN ?2 = 1 THEN COALESCE(applied_at, ?7) ELSE applied_at END,
          updated_at = CASE WHEN synced <> COALESCE(?3, synced) OR healthy <> COALESCE(?4, healthy)
            OR ping_ok <> COALESCE(?5, ping_ok) OR retrying_since IS NOT NULL THEN ?7 ELSE updated_at END,
          synced = COALESCE(?3, synced), healthy = COALESCE(?4, healthy), ping_ok = COALESCE(?5, ping_ok),
          member_at = CASE WHEN ?6 = 1 THEN COALESCE(member_at, ?7) ELSE member_at END,
          retrying_since = NULL, touched_at = ?7
        WHERE id = ?8`;
      await change(
        sql,
        ...[facts.groupId ?? null, flag(facts.applied), flag(facts.synced), flag(facts.healthy)],
        ...[flag(facts.pingOk), flag(facts.member), now, id],
      );
    },
    async noteRetry(id, code, now) {
      const sql = `UPDATE orders SET retrying_since = COALESCE(retrying_since, ?), failure_code = ?, touched_at = ?,
          updated_at = CASE WHEN retrying_since IS NULL THEN ? ELSE updated_at END
        WHERE id = ? AND status = 'EM_ANDAMENTO'`;
      await change(sql, now, code, now, now, id);
    },
    async fail(id, attempt, code: ErrorCode, now) {
      const sql = `UPDATE orders SET status = 'ERRO',
          failure_code = COALESCE(NULLIF(?, 'internal'), failure_code, 'internal'), retrying_since = NULL, updated_at = ?
        WHERE id = ? AND attempt = ? AND status = 'EM_ANDAMENTO'`;
      await change(sql, code, now, id, attempt);
    },
    async complete(order, welcome, now) {
      await db.batch([
        db
          .prepare(
            `UPDATE orders SET status = 'CONCLUIDO', failure_code = NULL, retrying_since = NULL, updated_at = ?
             WHERE id = ? AND status = 'EM_ANDAMENTO'`,
          )
          .bind(now, order.id),
        db
          .prepare(
            `INSERT INTO tenants (subdominio, order_id, subject, plano, ciclo, amount_centavos, customer_id,
               subscription_id, contracted_at, state_since, created_at)
             SELECT subdominio, id, subject, plano, ciclo, amount_centavos, customer_id, subscription_id,
               CASE WHEN payment = 'confirmed' THEN paid_at END, ?, ?
             FROM orders WHERE id = ? AND status = 'CONCLUIDO'
             ON CONFLICT (order_id) DO NOTHING`,
          )
          .bind(now, now, order.id),
        db
          .prepare(
            `INSERT INTO outbox (id, template, payload, due_at, created_at)
             SELECT ?, 'welcome', ?, ?, ? FROM orders WHERE id = ? AND status = 'CONCLUIDO'
             ON CONFLICT (id) DO NOTHING`,
          )
          .bind(welcome.id, welcome.payload, now, now, order.id),
      ]);
    },
    listSilent: (before, limit) =>
      many(
        `SELECT * FROM orders WHERE ${UNFINISHED} AND status = 'EM_ANDAMENTO' AND touched_at < ?
         ORDER BY touched_at LIMIT ?`,
        before,
        limit,
      ),
    listUnpaid: (now, pauseMs, limit) =>
      many(
        `SELECT * FROM orders WHERE ${UNFINISHED} AND status = 'AGUARDANDO'
           AND touched_at < ?1 - ?2
           AND (payment <> 'pending' OR ${isDueByAge('terms_accepted_at', 'reserved_until')})
         ORDER BY touched_at LIMIT ?3`,
        ...[now, pauseMs, limit],
      ),
    async followAccount({ subject, email, emailVerified, name }) {
      const isTaken = '?2 IS NOT NULL AND email_proven <= ?3';
      const sql = `UPDATE orders SET name = COALESCE(?4, name), email = IIF(${isTaken}, ?2, email),
          email_proven = IIF(${isTaken}, ?3, email_proven)
        WHERE subject = ?1 AND released_at IS NULL
          AND (name IS NOT COALESCE(?4, name) OR (${isTaken} AND (email IS NOT ?2 OR email_proven <> ?3)))`;
      return (await change(sql, subject, email, Number(emailVerified), name)) === 1;
    },
    async touch(id, now) {
      await change('UPDATE orders SET touched_at = ? WHERE id = ?', now, id);
    },
  };
}
export type { OrderStore } from './order.ts';
