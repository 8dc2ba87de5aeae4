/**
 * The one open charge for a person's debts, stored in the rows of the marks.
 *
 * The marks of one charge are leased together, all or none; each write must name the lease.
 */
import type { MarkKind } from '#domain/contract/holds.ts';
import { NOTE_WORK } from '#functions/orders/note-work.ts';
import { all, among, exists, firstValue, run, sql, statement } from '#functions/platform/db.ts';
import { CHARGING_MS_MAX } from '#functions/platform/lease.ts';
import { workOfEach } from '#functions/platform/work/work-store.ts';
import { MARK_RECORD, type StoredMark } from './marks-store.ts';

const DEBT: MarkKind = 'debt';
/** SQL: the order of a debt, whose reference is a charge, or a contract and the day its unpaid period began. */
const ORDER = sql`COALESCE((SELECT order_id FROM recorded_charges WHERE payment_id = marks.reference),
    (SELECT order_id FROM recorded_contracts WHERE id = substr(marks.reference, 1, instr(marks.reference, ':') - 1)))`;

/** Statement that makes the nota fiscal of a debt's charge due: issued once it is paid, cancelled once it goes back. */
const noteDue = (db: D1Database, reference: string, chargeId: string, now: number): D1PreparedStatement =>
  workOfEach(
    db,
    NOTE_WORK,
    now,
    sql`SELECT charge_id AS key, ${ORDER} AS order_id FROM marks
      WHERE charge_reference = ${reference} AND charge_id = ${chargeId} AND settled_by = 'paid' LIMIT 1`,
  );

/** Debts under one lease. */
export interface LeasedDebts {
  readonly ids: readonly string[];
  readonly leaseUntil: number;
  /** Until this time a charge of one of them may exist that is not listed yet; 0 when none has one. */
  readonly unclearUntil: number;
}

/** Leases these open debts for as long as the processor may take; `null` when one of them is leased or settled. */
export async function acquireDebts(
  db: D1Database,
  ids: readonly string[],
  now: number,
): Promise<LeasedDebts | null> {
  const leaseUntil = now + CHARGING_MS_MAX;
  const taken = await all<Pick<LeasedDebts, 'unclearUntil'>>(db)`UPDATE marks SET lease_until =
          ${leaseUntil} WHERE id IN ${among(ids)}
          AND (SELECT COUNT(*) FROM marks WHERE id IN ${among(ids)} AND lease_until < ${now}
            AND settled_at IS NULL) = ${ids.length} RETURNING unclear_until`;
  if (taken.length !== ids.length) return null;
  return { ids, leaseUntil, unclearUntil: Math.max(0, ...taken.map(({ unclearUntil }) => unclearUntil)) };
}

export const releaseDebts = (db: D1Database, { ids, leaseUntil }: LeasedDebts): Promise<number> =>
  run(db)`UPDATE marks SET lease_until = 0 WHERE lease_until = ${leaseUntil} AND id IN ${among(ids)}`;

export const readMarks = (db: D1Database, ids: readonly string[]): Promise<StoredMark[]> =>
  all<StoredMark>(db)`SELECT ${MARK_RECORD} FROM marks WHERE id IN ${among(ids)} ORDER BY at, id`;

/**
 * Before the create call: records that a charge may exist until `unclearUntil`, and renews the lease; `null` when
 * it was lost, or one of the debts was settled.
 */
export async function markDebtsUnclear(
  db: D1Database,
  { ids, leaseUntil }: LeasedDebts,
  charge: { readonly reference: string; readonly unclearUntil: number },
  now: number,
): Promise<LeasedDebts | null> {
  const renewed = { ids, leaseUntil: now + CHARGING_MS_MAX, unclearUntil: charge.unclearUntil };
  const count = await run(db)`UPDATE marks SET charge_reference = ${charge.reference}, charge_id = NULL,
          pay_url = NULL, unclear_until = ${charge.unclearUntil}, lease_until = ${renewed.leaseUntil}
        WHERE id IN ${among(ids)}
          AND (SELECT COUNT(*) FROM marks WHERE id IN ${among(ids)} AND lease_until = ${leaseUntil}
            AND settled_at IS NULL) = ${ids.length}`;
  return count === ids.length ? renewed : null;
}

/** Records the created charge. It may still be missing in the processor's list, so `unclear_until` stays. */
export const noteDebtCharge = (
  db: D1Database,
  reference: string,
  charge: { chargeId: string; payUrl: string | null },
): Promise<number> =>
  run(db)`UPDATE marks SET charge_id = ${charge.chargeId}, pay_url = ${charge.payUrl}
        WHERE charge_reference = ${reference} AND settled_at IS NULL`;

/**
 * Removes the charge from these debts.
 * @param chargeId If given, only when this is their charge.
 */
export const forgetDebtCharge = (
  db: D1Database,
  reference: string,
  chargeId: string | null = null,
): Promise<number> =>
  run(db)`UPDATE marks SET charge_reference = NULL, charge_id = NULL, pay_url = NULL, unclear_until = 0
        WHERE charge_reference = ${reference} AND settled_at IS NULL AND (${chargeId} IS NULL
          OR charge_id IS ${chargeId})`;

/**
 * Settles the debts of a paid charge.
 * @returns How many debts.
 */
export async function settlePaidDebts(
  db: D1Database,
  reference: string,
  chargeId: string,
  now: number,
): Promise<number> {
  const [settled] = await db.batch([
    statement(db)`UPDATE marks SET settled_at = ${now}, settled_by = 'paid', charge_id = ${chargeId},
            unclear_until = 0
          WHERE kind = ${DEBT} AND charge_reference = ${reference} AND settled_at IS NULL`,
    noteDue(db, reference, chargeId, now),
  ]);
  return settled?.meta.changes ?? 0;
}

/** The order whose use a charge is for; `null` when no mark names the charge any more. */
export const findOrderOfDebt = (db: D1Database, reference: string): Promise<string | null> =>
  firstValue<string>(db)`SELECT ${ORDER} AS value FROM marks WHERE charge_reference = ${reference}
        LIMIT 1`;

/** True when this charge settled debts. */
export const isPaidBy = (db: D1Database, reference: string, chargeId: string): Promise<boolean> =>
  exists(db)`SELECT 1 FROM marks WHERE charge_reference = ${reference} AND charge_id = ${chargeId}
          AND settled_by = 'paid' LIMIT 1`;

/**
 * Reopens the debts that a refunded charge had settled.
 * @returns How many debts.
 */
export async function reopenDebts(
  db: D1Database,
  reference: string,
  chargeId: string,
  now: number,
): Promise<number> {
  const [, reopened] = await db.batch([
    noteDue(db, reference, chargeId, now),
    statement(db)`UPDATE marks SET settled_at = NULL, settled_by = NULL, charge_reference = NULL,
            charge_id = NULL, pay_url = NULL
          WHERE charge_reference = ${reference} AND charge_id = ${chargeId} AND settled_by = 'paid'`,
  ]);
  return reopened?.meta.changes ?? 0;
}
