/**
 * Plan changes in D1. A unique index allows one open change per tenant; a lease decides who works on it.
 *
 * Every method that takes a leased change writes only while its `leaseUntil` is still the row's. It returns the new
 * row, or `null` when another caller took the lease: the caller must stop then.
 */
import { BILLING_RULES_VERSION } from '#domain/order/order.ts';
import { all, first, run, statement } from '#functions/platform/db.ts';
import type { NewEvent } from '#functions/platform/events.ts';
import { CHARGING_MS_MAX, PREPARING_LEASE_MS } from '#functions/platform/lease.ts';
import { changeReportAndRead } from '#functions/platform/outbox.ts';
import { isDueByAge } from '#functions/platform/pace.ts';
import type { NewPlanChange, PlanChange, PurchaseReferences } from './plan-change.ts';

/** The row's columns under the field names of `PlanChange`. */
const RECORD = `id, order_id AS orderId, subdominio AS subdomain, plano AS plan, ciclo AS cycle,
  amount_centavos AS amountCentavos, kind, today_centavos AS todayCentavos, paid_at AS paidAt, payer,
  first_due_on AS firstDueOn, covers_through AS coversThrough,
  base_centavos AS baseCentavos, state, unclear_until AS unclearUntil,
  customer_id AS customerId, subscription_id AS subscriptionId, payment_id AS paymentId, page_id AS pageId,
  pay_url AS payUrl, expires_at AS expiresAt, lease_until AS leaseUntil, settled_at AS settledAt`;

const setReferences = `paid_at = COALESCE(?, paid_at), payer = COALESCE(?, payer), customer_id = COALESCE(?, customer_id), subscription_id = COALESCE(?, subscription_id),
  payment_id = COALESCE(?, payment_id), page_id = COALESCE(?, page_id), pay_url = CASE WHEN ? THEN ? ELSE pay_url END`;

const referenceValues = (references: PurchaseReferences): unknown[] => [
  references.paidAt ?? null,
  references.payer ?? null,
  references.customerId ?? null,
  references.subscriptionId ?? null,
  references.paymentId ?? null,
  references.pageId ?? null,
  references.payUrl === undefined ? 0 : 1,
  references.payUrl ?? null,
];

/** `null` when the unique index refuses a second open change. */
async function unlessOpen(writing: Promise<PlanChange | null>): Promise<PlanChange | null> {
  try {
    return await writing;
  } catch (error) {
    if (error instanceof Error && error.message.includes('plan_changes.order_id')) return null;
    throw error;
  }
}

export function createPlanChangeStore(db: D1Database) {
  const one = (sql: string, ...values: unknown[]) => first<PlanChange>(db, sql, ...values);
  /** The change and its history line in one transaction. */
  const reported = (event: NewEvent, now: number, sql: string, ...values: unknown[]) =>
    changeReportAndRead<PlanChange>(db, statement(db, sql, ...values), { events: [event] }, now);
  const findById = (id: string) => one(`SELECT ${RECORD} FROM plan_changes WHERE id = ?`, id);

  return {
    /** Opens a change under a lease; `null` when the tenant has an open one. */
    open: (change: NewPlanChange, event: NewEvent, now: number) =>
      unlessOpen(
        reported(
          event,
          now,
          `INSERT INTO plan_changes (id, order_id, subdominio, plano, ciclo, amount_centavos, kind, today_centavos, payer,
             first_due_on, subscription_id, terms_version, terms_address, terms_accepted_at, state, expires_at,
             lease_until, touched_at, created_at, updated_at, rules_version, covers_through, base_centavos)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'asked', ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${RECORD}`,
          change.id,
          change.orderId,
          change.subdomain,
          change.plan,
          change.cycle,
          change.amountCentavos,
          change.kind,
          change.todayCentavos,
          change.payer,
          change.firstDueOn,
          change.subscriptionId,
          change.terms?.version ?? null,
          change.terms?.address ?? null,
          change.terms === null ? null : now,
          change.expiresAt,
          now + PREPARING_LEASE_MS,
          now,
          now,
          now,
          change.terms === null ? null : BILLING_RULES_VERSION,
          change.coversThrough,
          change.baseCentavos,
        ),
      ),
    findById,
    findOpen: (orderId: string) =>
      one(`SELECT ${RECORD} FROM plan_changes WHERE order_id = ? AND settled_at IS NULL`, orderId),
    /** The last change that came into force. */
    findLastApplied: (orderId: string) =>
      one(
        `SELECT ${RECORD} FROM plan_changes WHERE order_id = ? AND state = 'applied' ORDER BY settled_at DESC LIMIT 1`,
        orderId,
      ),
    /** The change that a payment belongs to. */
    findByPurchase: ({ subscriptionId, pageId }: Pick<PlanChange, 'subscriptionId' | 'pageId'>) =>
      one(
        `SELECT ${RECORD} FROM plan_changes WHERE kind IN ('purchase', 'resume') AND (subscription_id = ? OR page_id = ?)
         ORDER BY created_at DESC LIMIT 1`,
        subscriptionId,
        pageId,
      ),
    /** Leases a change that is open, or closed without effect; `null` when it is leased or not in the state `as`. */
    acquire: (id: string, as: 'open' | 'closed', now: number) =>
      one(
        // A waiting change may be removed at the processor, and one being applied changes a price there: both need the
        // long lease.
        `UPDATE plan_changes SET lease_until = ?1 + CASE WHEN state IN ('asked', 'unclear') THEN ?2 ELSE ?3 END
         WHERE id = ?4 AND lease_until < ?1
           AND ${as === 'open' ? 'settled_at IS NULL' : "state = 'closed'"} RETURNING ${RECORD}`,
        now,
        PREPARING_LEASE_MS,
        CHARGING_MS_MAX,
        id,
      ),
    /** Releases the lease. */
    release: (leased: PlanChange) =>
      run(
        db,
        'UPDATE plan_changes SET lease_until = 0 WHERE id = ? AND lease_until = ?',
        leased.id,
        leased.leaseUntil,
      ),
    /** Records that a subscription may be created until `unclearUntil`, and renews the lease for that long. */
    markUnclear: (leased: PlanChange, unclearUntil: number, now: number) =>
      one(
        `UPDATE plan_changes SET state = 'unclear', unclear_until = ?, lease_until = ?, updated_at = ?
         WHERE id = ? AND lease_until = ? AND state IN ('asked', 'unclear') RETURNING ${RECORD}`,
        unclearUntil,
        now + CHARGING_MS_MAX,
        now,
        leased.id,
        leased.leaseUntil,
      ),
    markWaiting: (leased: PlanChange, references: PurchaseReferences, now: number) =>
      one(
        `UPDATE plan_changes SET state = 'waiting', ${setReferences}, updated_at = ?
         WHERE id = ? AND lease_until = ? AND state IN ('asked', 'unclear', 'waiting') RETURNING ${RECORD}`,
        ...referenceValues(references),
        now,
        leased.id,
        leased.leaseUntil,
      ),
    /** Commits the change to come into force; renews the lease for the price update that follows. */
    markApplying: (leased: PlanChange, references: PurchaseReferences, now: number) =>
      one(
        `UPDATE plan_changes SET state = 'applying', ${setReferences}, lease_until = ?, updated_at = ?
         WHERE id = ? AND lease_until = ? AND settled_at IS NULL RETURNING ${RECORD}`,
        ...referenceValues(references),
        now + CHARGING_MS_MAX,
        now,
        leased.id,
        leased.leaseUntil,
      ),
    /** Closes it without effect. */
    close: (leased: PlanChange, event: NewEvent, now: number) =>
      reported(
        event,
        now,
        `UPDATE plan_changes SET state = 'closed', settled_at = ?, updated_at = ?
         WHERE id = ? AND lease_until = ? AND settled_at IS NULL RETURNING ${RECORD}`,
        now,
        now,
        leased.id,
        leased.leaseUntil,
      ),
    /** Reopens a closed change that was paid after all, as `applying`; `null` also when another change is open. */
    reopen: (leased: PlanChange, references: PurchaseReferences, event: NewEvent, now: number) =>
      unlessOpen(
        reported(
          event,
          now,
          `UPDATE plan_changes SET state = 'applying', settled_at = NULL, ${setReferences},
             updated_at = ?
           WHERE id = ? AND lease_until = ? AND state = 'closed' RETURNING ${RECORD}`,
          ...referenceValues(references),
          now,
          leased.id,
          leased.leaseUntil,
        ),
      ),
    /**
     * Statement for the batch that puts it in force. The batch fails when the lease was lost: the column takes no NULL.
     */
    applyStatement: (leased: PlanChange, now: number): D1PreparedStatement =>
      statement(
        db,
        `UPDATE plan_changes SET state = CASE WHEN lease_until = ? AND state = 'applying' THEN 'applied' END,
           settled_at = ?, updated_at = ? WHERE id = ?`,
        leased.leaseUntil,
        now,
        now,
        leased.id,
      ),
    /**
     * Open changes due for a check, the longest unchecked first: after `pauseMs`; unpaid ones less often over time, and
     * at once `graceMs` after they expired.
     */
    listOpen(
      now: number,
      { pauseMs, graceMs }: { readonly pauseMs: number; readonly graceMs: number },
      limit: number,
    ): Promise<readonly PlanChange[]> {
      return all(
        db,
        `SELECT ${RECORD} FROM plan_changes WHERE settled_at IS NULL AND touched_at < ?1 - ?2
           AND (state <> 'waiting' OR ${isDueByAge('created_at', '(expires_at + ?3)')})
         ORDER BY touched_at LIMIT ?4`,
        now,
        pauseMs,
        graceMs,
        limit,
      );
    },
    /** Marks a change as checked: it moves to the end of the sweep's queue. */
    touch: (id: string, now: number) =>
      run(db, 'UPDATE plan_changes SET touched_at = ? WHERE id = ?', now, id),
  };
}
