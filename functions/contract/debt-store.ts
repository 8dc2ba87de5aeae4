/**
 * The one charge that asks for a person's debts, in the rows of its marks.
 *
 * Marks that are asked for together are leased together, all or none; a lease is also a token that each write names.
 */
import type { MarkKind } from '#domain/contract/holds.ts';
import { AMONG, AMONG_FIRST, all, first, list, run } from '#functions/platform/db.ts';
import { CHARGING_MS_MAX } from '#functions/platform/lease.ts';
import { MARK_RECORD, type StoredMark } from './marks-store.ts';

const DEBT: MarkKind = 'debt';
/** All of the list, leased with `?2` and open. */
const ALL_HELD = `(SELECT COUNT(*) FROM marks WHERE id IN ${AMONG_FIRST} AND lease_until = ?2 AND settled_at IS NULL)
  = json_array_length(?1)`;

/** Makes the store over a D1 database. */
export function createDebtStore(db: D1Database) {
  return {
    /** Leases these open debts for as long as the processor may work; the lease, or `null` when one is held or settled. */
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
    /** Before the processor is asked: a charge may exist until `unclearUntil`. Renews the lease; `null` when it was lost. */
    async markUnclear(
      ids: readonly string[],
      lease: number,
      charge: { reference: string; unclearUntil: number },
      now: number,
    ): Promise<number | null> {
      const renewed = now + CHARGING_MS_MAX;
      const held = await run(
        db,
        `UPDATE marks SET charge_reference = ?3, charge_id = NULL, pay_url = NULL, unclear_until = ?4, lease_until = ?5
         WHERE id IN ${AMONG_FIRST} AND ${ALL_HELD}`,
        ...[list(ids), lease, charge.reference, charge.unclearUntil, renewed],
      );
      return held === ids.length ? renewed : null;
    },
    /** The charge is known. */
    noteCharge: (reference: string, charge: { chargeId: string; payUrl: string | null }): Promise<number> =>
      run(
        db,
        `UPDATE marks SET charge_id = ?, pay_url = ?, unclear_until = 0
         WHERE charge_reference = ? AND settled_at IS NULL`,
        ...[charge.chargeId, charge.payUrl, reference],
      ),
    /** Nothing asks for these debts any more. @param chargeId Only where this is the charge that did. */
    forgetCharge: (reference: string, chargeId: string | null = null): Promise<number> =>
      run(
        db,
        `UPDATE marks SET charge_reference = NULL, charge_id = NULL, pay_url = NULL, unclear_until = 0
         WHERE charge_reference = ?1 AND settled_at IS NULL AND (?2 IS NULL OR charge_id IS ?2)`,
        ...[reference, chargeId],
      ),
    /** Settles what a charge asked for. @returns How many debts. */
    settlePaid: (reference: string, chargeId: string, now: number): Promise<number> =>
      run(
        db,
        `UPDATE marks SET settled_at = ?, settled_by = 'paid', charge_id = ?, unclear_until = 0
         WHERE kind = ? AND charge_reference = ? AND settled_at IS NULL`,
        ...[now, chargeId, DEBT, reference],
      ),
    /** True when this charge has settled debts. */
    async isPaidBy(reference: string, chargeId: string): Promise<boolean> {
      const sql = `SELECT 1 FROM marks WHERE charge_reference = ? AND charge_id = ? AND settled_by = 'paid' LIMIT 1`;
      return (await first(db, sql, reference, chargeId)) !== null;
    },
    /** The money of a charge went back: what it had settled is owed again. @returns How many debts. */
    reopen: (reference: string, chargeId: string): Promise<number> =>
      run(
        db,
        `UPDATE marks SET settled_at = NULL, settled_by = NULL, charge_reference = NULL, charge_id = NULL, pay_url = NULL
         WHERE charge_reference = ? AND charge_id = ? AND settled_by = 'paid'`,
        ...[reference, chargeId],
      ),
  };
}
export type DebtStore = ReturnType<typeof createDebtStore>;
