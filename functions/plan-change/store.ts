/** Changes of plan in D1. Owns: SQL and the mapping of rows; each write names the lease it is made under. */
import type { PaidPlanId } from '#domain/contracts/checkout.ts';
import type { BillingCycle } from '#domain/plans/ids.ts';
import { CHARGING_LEASE_MS, PREPARING_LEASE_MS } from '#functions/platform/lease.ts';
import { isDueByAge } from '#functions/platform/pace.ts';
import type {
  PlanChange,
  PlanChangeState,
  PlanChangeStore,
  PlanChangeWay,
  PurchaseReferences,
} from './plan-change.ts';

interface PlanChangeRow {
  id: string;
  order_id: string;
  subdominio: string;
  plano: PaidPlanId;
  ciclo: BillingCycle;
  amount_centavos: number;
  way: PlanChangeWay;
  first_due_on: string | null;
  state: PlanChangeState;
  unclear_until: number;
  customer_id: string | null;
  subscription_id: string | null;
  payment_id: string | null;
  page_id: string | null;
  pay_url: string | null;
  expires_at: number;
  lease_until: number;
  settled_at: number | null;
}

function toPlanChange(row: PlanChangeRow): PlanChange {
  return {
    id: row.id,
    orderId: row.order_id,
    subdomain: row.subdominio,
    plan: row.plano,
    cycle: row.ciclo,
    amountCentavos: row.amount_centavos,
    way: row.way,
    firstDueOn: row.first_due_on,
    state: row.state,
    unclearUntil: row.unclear_until,
    customerId: row.customer_id,
    subscriptionId: row.subscription_id,
    paymentId: row.payment_id,
    pageId: row.page_id,
    payUrl: row.pay_url,
    expiresAt: row.expires_at,
    leaseUntil: row.lease_until,
    settledAt: row.settled_at,
  };
}

const setReferences = `customer_id = COALESCE(?, customer_id), subscription_id = COALESCE(?, subscription_id),
  payment_id = COALESCE(?, payment_id), page_id = COALESCE(?, page_id), pay_url = CASE WHEN ? THEN ? ELSE pay_url END`;

const referenceValues = (references: PurchaseReferences): unknown[] => [
  references.customerId ?? null,
  references.subscriptionId ?? null,
  references.paymentId ?? null,
  references.pageId ?? null,
  references.payUrl === undefined ? 0 : 1,
  references.payUrl ?? null,
];

/** Makes the store over a D1 database. */
export function createPlanChangeStore(db: D1Database): PlanChangeStore {
  const one = async (sql: string, ...values: unknown[]): Promise<PlanChange | null> => {
    const row = await db
      .prepare(sql)
      .bind(...values)
      .first<PlanChangeRow>();
    return row === null ? null : toPlanChange(row);
  };
  /** `null` instead of a second open change: its unique row stands in the way. */
  const unlessOpen = async (work: Promise<PlanChange | null>): Promise<PlanChange | null> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Error && error.message.includes('plan_changes.order_id')) return null;
      throw error;
    }
  };
  const findById = (id: string): Promise<PlanChange | null> =>
    one('SELECT * FROM plan_changes WHERE id = ?', id);

  return {
    open: (change, now) =>
      unlessOpen(
        one(
          `INSERT INTO plan_changes (id, order_id, subdominio, plano, ciclo, amount_centavos, way, first_due_on, subscription_id,
             terms_version, terms_address, terms_accepted_at, state, expires_at, lease_until, touched_at, created_at,
             updated_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'asked', ?, ?, ?, ?, ?) RETURNING *`,
          ...[change.id, change.orderId, change.subdomain, change.plan, change.cycle, change.amountCentavos],
          ...[
            change.way,
            change.firstDueOn,
            change.subscriptionId,
            change.terms?.version ?? null,
            change.terms?.address ?? null,
          ],
          ...[change.terms === null ? null : now, change.expiresAt, now + PREPARING_LEASE_MS, now, now, now],
        ),
      ),
    findById,
    findOpen: (orderId) =>
      one('SELECT * FROM plan_changes WHERE order_id = ? AND settled_at IS NULL', orderId),
    findLastApplied: (orderId) =>
      one(
        `SELECT * FROM plan_changes WHERE order_id = ? AND state = 'applied' ORDER BY settled_at DESC LIMIT 1`,
        orderId,
      ),
    findByPurchase: ({ subscriptionId, pageId }) =>
      one(
        `SELECT * FROM plan_changes WHERE way = 'purchase' AND (subscription_id = ? OR page_id = ?)
         ORDER BY created_at DESC LIMIT 1`,
        subscriptionId,
        pageId,
      ),
    acquire: (id, as, now) =>
      one(
        // What waits may be removed at the processor, what is applied changes a price there.
        `UPDATE plan_changes SET lease_until = ?1 + CASE WHEN state IN ('asked', 'unclear') THEN ?2 ELSE ?3 END
         WHERE id = ?4 AND lease_until < ?1
           AND ${as === 'open' ? 'settled_at IS NULL' : "state = 'closed'"} RETURNING *`,
        ...[now, PREPARING_LEASE_MS, CHARGING_LEASE_MS, id],
      ),
    async release(held) {
      await db
        .prepare('UPDATE plan_changes SET lease_until = 0 WHERE id = ? AND lease_until = ?')
        .bind(held.id, held.leaseUntil)
        .run();
    },
    markUnclear: (held, unclearUntil, now) =>
      one(
        `UPDATE plan_changes SET state = 'unclear', unclear_until = ?, lease_until = ?, updated_at = ?
         WHERE id = ? AND lease_until = ? AND state IN ('asked', 'unclear') RETURNING *`,
        ...[unclearUntil, now + CHARGING_LEASE_MS, now, held.id, held.leaseUntil],
      ),
    markWaiting: (held, references, now) =>
      one(
        `UPDATE plan_changes SET state = 'waiting', ${setReferences}, updated_at = ?
         WHERE id = ? AND lease_until = ? AND state IN ('asked', 'unclear', 'waiting') RETURNING *`,
        ...[...referenceValues(references), now, held.id, held.leaseUntil],
      ),
    markApplying: (held, references, now) =>
      one(
        `UPDATE plan_changes SET state = 'applying', ${setReferences}, lease_until = ?, updated_at = ?
         WHERE id = ? AND lease_until = ? AND settled_at IS NULL RETURNING *`,
        ...[...referenceValues(references), now + CHARGING_LEASE_MS, now, held.id, held.leaseUntil],
      ),
    close: (held, now) =>
      one(
        `UPDATE plan_changes SET state = 'closed', settled_at = ?, updated_at = ?
         WHERE id = ? AND lease_until = ? AND settled_at IS NULL RETURNING *`,
        ...[now, now, held.id, held.leaseUntil],
      ),
    reopen: (held, references, now) =>
      unlessOpen(
        one(
          `UPDATE plan_changes SET state = 'applying', settled_at = NULL, ${setReferences},
             updated_at = ?
           WHERE id = ? AND lease_until = ? AND state = 'closed' RETURNING *`,
          ...[...referenceValues(references), now, held.id, held.leaseUntil],
        ),
      ),
    async apply(held, seen, contract, mail, now) {
      const mine = `SELECT 1 FROM plan_changes WHERE id = ? AND lease_until = ?`;
      const [contracted] = await db.batch([
        db
          .prepare(
            `UPDATE tenants SET plano = ?, ciclo = ?, amount_centavos = ?, customer_id = ?, subscription_id = ?,
               contracted_at = ?, ends_on = NULL,
               state_since = CASE WHEN state = 'active' THEN state_since ELSE ? END, state = 'active'
             WHERE order_id = ? AND plano = ? AND subscription_id IS ? AND state = ?
               AND EXISTS (${mine} AND state = 'applying')`,
          )
          .bind(
            ...[contract.plan, contract.cycle, contract.amountCentavos, contract.customerId],
            ...[contract.subscriptionId, contract.contractedAt, now],
            ...[held.orderId, seen.plan, seen.subscriptionId, seen.state, held.id, held.leaseUntil],
          ),
        // Follows the line above in the same transaction: in force means that the row now has this contract.
        db
          .prepare(
            `UPDATE plan_changes SET state = 'applied', settled_at = ?, updated_at = ?
             WHERE id = ? AND lease_until = ? AND state = 'applying' AND EXISTS (
               SELECT 1 FROM tenants WHERE order_id = ? AND state = 'active' AND plano = ? AND ciclo = ?
                 AND amount_centavos = ? AND subscription_id IS ?)`,
          )
          .bind(
            ...[now, now, held.id, held.leaseUntil],
            ...[
              held.orderId,
              contract.plan,
              contract.cycle,
              contract.amountCentavos,
              contract.subscriptionId,
            ],
          ),
        db
          .prepare(
            `INSERT INTO outbox (id, template, payload, due_at, created_at)
             SELECT ?, 'upgrade-applied', ?, ?, ? WHERE EXISTS (${mine} AND state = 'applied')
             ON CONFLICT (id) DO NOTHING`,
          )
          .bind(mail.id, mail.payload, now, now, held.id, held.leaseUntil),
      ]);
      return contracted?.meta.changes === 1 ? findById(held.id) : null;
    },
    async listOpen(now, { pauseMs, graceMs }, limit) {
      const { results } = await db
        .prepare(
          `SELECT * FROM plan_changes WHERE settled_at IS NULL AND touched_at < ?1 - ?2
             AND (state <> 'waiting' OR ${isDueByAge('created_at', '(expires_at + ?3)')})
           ORDER BY touched_at LIMIT ?4`,
        )
        .bind(now, pauseMs, graceMs, limit)
        .all<PlanChangeRow>();
      return results.map(toPlanChange);
    },
    async touch(id, now) {
      await db.prepare('UPDATE plan_changes SET touched_at = ? WHERE id = ?').bind(now, id).run();
    },
  };
}
export type { PlanChangeStore } from './plan-change.ts';
