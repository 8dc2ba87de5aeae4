/**
 * Marks in D1: written with the change that they come from, found by any of their parties.
 *
 * Owns: that a mark is written once and belongs to everybody it was linked to. Does not own: what a mark means
 * (src/domain/contract/holds.ts), the charge of a debt (debt-store.ts).
 */
import type { Mark, MarkKind, SettledBy } from '#domain/contract/holds.ts';
import { AMONG, AMONG_FIRST, all, list, run, statement } from '#functions/platform/db.ts';

/** A mark to be written. */
export interface NewMark extends Pick<Mark, 'kind' | 'reference' | 'at'> {
  /** Of a debt: at least `billingTerms.differenceCentavosMin`; less is waived and not written. */
  readonly amountCentavos?: number;
  readonly days?: number;
}

/** A mark with the charge that asks for it, where it is a debt. */
export interface StoredMark extends Mark {
  readonly chargeReference: string | null;
  readonly chargeId: string | null;
  readonly payUrl: string | null;
  /** Milliseconds, UTC: until then a charge may exist whose answer was lost. */
  readonly unclearUntil: number;
  readonly leaseUntil: number;
}

export const MARK_RECORD = `id, kind, reference, amount_centavos AS amountCentavos, days, at, settled_at AS settledAt,
  settled_by AS settledBy, charge_reference AS chargeReference, charge_id AS chargeId, pay_url AS payUrl,
  unclear_until AS unclearUntil, lease_until AS leaseUntil`;

/** The id that a mark is written under. */
export const markIdOf = (kind: MarkKind, reference: string): string => `${kind}:${reference}`;

/** For a batch of another store: writes a mark and whom it belongs to. Writing it again adds parties only. */
export function markStatements(
  db: D1Database,
  { kind, reference, at, amountCentavos, days }: NewMark,
  parties: readonly string[],
): D1PreparedStatement[] {
  const id = markIdOf(kind, reference);
  return [
    statement(
      db,
      `INSERT INTO marks (id, kind, reference, amount_centavos, days, at) VALUES (?, ?, ?, ?, ?, ?)
       -- A charge that was won may be disputed once more.
       ON CONFLICT (id) DO UPDATE SET settled_at = NULL, settled_by = NULL WHERE excluded.kind = 'dispute'`,
      ...[id, kind, reference, amountCentavos ?? null, days ?? null, at],
    ),
    statement(
      db,
      `INSERT INTO mark_parties (mark_id, party) SELECT ?, value FROM json_each(?) WHERE TRUE ON CONFLICT DO NOTHING`,
      ...[id, list(parties)],
    ),
  ];
}

/** For a batch of another store: settles marks that are open. A page that asked for them has settled nothing. */
export function settleStatements(
  db: D1Database,
  ids: readonly string[],
  by: SettledBy,
  now: number,
): D1PreparedStatement[] {
  return [
    statement(
      db,
      `UPDATE marks SET settled_at = ?, settled_by = ?, charge_id = NULL WHERE settled_at IS NULL AND id IN ${AMONG}`,
      ...[now, by, list(ids)],
    ),
  ];
}

/** Makes the store over a D1 database. */
export function createMarksStore(db: D1Database) {
  return {
    /** Writes a mark by itself. */
    async write(mark: NewMark, parties: readonly string[]): Promise<void> {
      await db.batch(markStatements(db, mark, parties));
    },
    /** Every mark of any of these parties, the oldest first; settled ones too. */
    findMarks: (parties: readonly string[]): Promise<StoredMark[]> =>
      all(
        db,
        `SELECT ${MARK_RECORD} FROM marks WHERE id IN (SELECT mark_id FROM mark_parties WHERE party IN ${AMONG})
         ORDER BY at, id`,
        list(parties),
      ),
    /** What one of these parties has done belongs to all of them from now on, or to those in `to`. */
    linkParties: (parties: readonly string[], to: readonly string[] = parties): Promise<number> =>
      run(
        db,
        `INSERT INTO mark_parties (mark_id, party)
         SELECT known.mark_id, json_each.value FROM mark_parties known CROSS JOIN json_each(?2)
         WHERE known.party IN ${AMONG_FIRST} ON CONFLICT DO NOTHING`,
        list(parties),
        list(to),
      ),
    /** Settles a mark; false when it was settled before, or is none. */
    async settle(id: string, by: SettledBy, now: number): Promise<boolean> {
      const [settled] = await db.batch(settleStatements(db, [id], by, now));
      return settled?.meta.changes === 1;
    },
  };
}
export type MarksStore = ReturnType<typeof createMarksStore>;
