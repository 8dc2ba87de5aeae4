/**
 * The one open charge for a person's debts, stored in the rows of the marks.
 *
 * The marks of one charge are leased together, all or none; each write must name the lease.
 */
import type { MarkKind } from '#domain/contract/holds.ts';
import { AMONG, AMONG_FIRST, all, exists, list, run } from '#functions/platform/db.ts';
import { CHARGING_MS_MAX } from '#functions/platform/lease.ts';
import { MARK_RECORD, type StoredMark } from './marks-store.ts';

const DEBT: MarkKind = 'debt';
/** True when all listed marks are open and leased with `?2`. */
const ALL_LEASED = `(SELECT COUNT(*) FROM marks WHERE id IN ${AMONG_FIRST} AND lease_until = ?2 AND settled_at IS NULL)
  = json_array_length(?1)`;

/** Makes the store over a D1 database. */
export function createDebtStore(db: D1Database) {
  return {
    /**
     * Leases these open debts for as long as the processor may take. Returns the lease, or `null` when one of them is
     * leased or settled.
     */
    async acquire(ids: readonly string[], now: number): Promise<number | null> {
      const lease = now + CHARGING_MS_MAX;
      const taken = await run(
        db,
        `UPDATE marks SET lease_until = ?2 WHERE id IN ${AMONG_FIRST} AND
           (SELECT COUNT(*) FROM marks WHERE id IN ${AMONG_FIRST} AND lease_until < ?3 AND settled_at IS NULL)
             = json_array_length(?1)`,
        ...[list(ids), lease, now],
      );
      return taken === ids.length ? lease : null;
    },
    release: (ids: readonly string[], lease: number): Promise<number> =>
      run(
        db,
        `UPDATE marks SET lease_until = 0 WHERE lease_until = ? AND id IN ${AMONG}`,
        ...[lease, list(ids)],
      ),
    readMarks: (ids: readonly string[]): Promise<StoredMark[]> =>
      all(db, `SELECT ${MARK_RECORD} FROM marks WHERE id IN ${AMONG} ORDER BY at, id`, list(ids)),
    /**
     * Before the create call: records that a charge may exist until `unclearUntil`, and renews the lease; `null` when
     * it was lost.
     */
    async markUnclear(
      ids: readonly string[],
      lease: number,
      charge: { reference: string; unclearUntil: number },
      now: number,
    ): Promise<number | null> {
      const renewed = now + CHARGING_MS_MAX;
      const count = await run(
        db,
        `UPDATE marks SET charge_reference = ?3, charge_id = NULL, pay_url = NULL, unclear_until = ?4, lease_until = ?5
         WHERE id IN ${AMONG_FIRST} AND ${ALL_LEASED}`,
        ...[list(ids), lease, charge.reference, charge.unclearUntil, renewed],
      );
      return count === ids.length ? renewed : null;
    },
    /** Records the created charge. */
    noteCharge: (reference: string, charge: { chargeId: string; payUrl: string | null }): Promise<number> =>
      run(
        db,
        `UPDATE marks SET charge_id = ?, pay_url = ?, unclear_until = 0
         WHERE charge_reference = ? AND settled_at IS NULL`,
        ...[charge.chargeId, charge.payUrl, reference],
      ),
    /**
     * Removes the charge from these debts.
     * @param chargeId If given, only when this is their charge.
     */
    forgetCharge: (reference: string, chargeId: string | null = null): Promise<number> =>
      run(
        db,
        `UPDATE marks SET charge_reference = NULL, charge_id = NULL, pay_url = NULL, unclear_until = 0
         WHERE charge_reference = ?1 AND settled_at IS NULL AND (?2 IS NULL OR charge_id IS ?2)`,
        ...[reference, chargeId],
      ),
    /**
     * Settles the debts of a paid charge.
     * @returns How many debts.
     */
    settlePaid: (reference: string, chargeId: string, now: number): Promise<number> =>
      run(
        db,
        `UPDATE marks SET settled_at = ?, settled_by = 'paid', charge_id = ?, unclear_until = 0
         WHERE kind = ? AND charge_reference = ? AND settled_at IS NULL`,
        ...[now, chargeId, DEBT, reference],
      ),
    /** True when this charge settled debts. */
    isPaidBy: (reference: string, chargeId: string): Promise<boolean> =>
      exists(
        db,
        `SELECT 1 FROM marks WHERE charge_reference = ? AND charge_id = ? AND settled_by = 'paid' LIMIT 1`,
        reference,
        chargeId,
      ),
    /**
     * Reopens the debts that a refunded charge had settled.
     * @returns How many debts.
     */
    reopen: (reference: string, chargeId: string): Promise<number> =>
      run(
        db,
        `UPDATE marks SET settled_at = NULL, settled_by = NULL, charge_reference = NULL, charge_id = NULL, pay_url = NULL
         WHERE charge_reference = ? AND charge_id = ? AND settled_by = 'paid'`,
        ...[reference, chargeId],
      ),
  };
}
