/**
 * Marks in D1: written together with the change they come from, and found through any of their parties.
 *
 * Owns: that a mark is written once and belongs to everyone linked to it. Does not own: what a mark means
 * (src/domain/contract/holds.ts), the charge of a debt (debt-store.ts).
 */
import type { FoundMark, Mark, MarkKind, SettledBy } from '#domain/contract/holds.ts';
import { all, among, firstChangesOne, run, type Sql, sql, statement } from '#functions/platform/db.ts';

/** A mark to be written. */
export interface NewMark extends Pick<Mark, 'kind' | 'reference' | 'at'> {
  /** Only for a debt: at least `billingTerms.differenceCentavosMin`; smaller debts are waived and not written. */
  readonly amountCentavos?: number;
  readonly days?: number;
}

/** A mark and the parties it belongs to. */
export interface PersonMark {
  readonly mark: NewMark;
  readonly parties: readonly string[];
}

/** A stored mark; a debt also has its charge. */
export interface StoredMark extends Mark {
  readonly chargeReference: string | null;
  readonly chargeId: string | null;
  readonly payUrl: string | null;
  /** After a lost response, until this time an unknown charge may exist; milliseconds UTC. */
  readonly unclearUntil: number;
  readonly leaseUntil: number;
}

export const MARK_RECORD = sql`id, kind, reference, amount_centavos, days, at,
    settled_at, settled_by, charge_reference,
    charge_id, pay_url, unclear_until, lease_until`;

/** The id that a mark is written under. */
export const markIdOf = (kind: MarkKind, reference: string): string => `${kind}:${reference}`;

/** Statements for the batch of another change: write a mark and its parties. Writing it again only adds parties. */
export function markStatements(
  db: D1Database,
  { kind, reference, at, amountCentavos, days }: NewMark,
  parties: readonly string[],
  condition: Sql = sql`TRUE`,
): D1PreparedStatement[] {
  const id = markIdOf(kind, reference);
  return [
    statement(db)`INSERT INTO marks (id, kind, reference, amount_centavos, days, at)
      SELECT ${id}, ${kind}, ${reference}, ${amountCentavos ?? null}, ${days ?? null}, ${at}
      WHERE ${condition}
      -- A charge that was won may be disputed once more.
      ON CONFLICT (id) DO UPDATE SET settled_at = NULL, settled_by = NULL WHERE excluded.kind = 'dispute'`,
    statement(db)`INSERT INTO mark_parties (mark_id, party) SELECT ${id}, value FROM ${among(parties)}
      WHERE EXISTS (SELECT 1 FROM marks WHERE id = ${id}) ON CONFLICT DO NOTHING`,
  ];
}

/**
 * Statements for the batch of another change: settle open marks. Their payment page has settled nothing, so it is cleared.
 */
export function settleStatements(
  db: D1Database,
  ids: readonly string[],
  by: SettledBy,
  now: number,
): D1PreparedStatement[] {
  return [
    statement(db)`UPDATE marks SET settled_at = ${now}, settled_by = ${by}, charge_id = NULL
      WHERE settled_at IS NULL AND id IN ${among(ids)}`,
  ];
}

/** Writes one mark on its own. */
export async function writeMark(db: D1Database, mark: NewMark, parties: readonly string[]): Promise<void> {
  await db.batch(markStatements(db, mark, parties));
}

/** Every mark of any of these parties, settled ones included, the oldest first. */
export async function findMarks(
  db: D1Database,
  asked: readonly string[],
): Promise<(StoredMark & FoundMark)[]> {
  const rows = await all<StoredMark & { parties: string }>(db)`SELECT ${MARK_RECORD},
          (SELECT json_group_array(party) FROM mark_parties
          WHERE mark_id = id AND party IN ${among(asked)}) AS parties
        FROM marks WHERE id IN (SELECT mark_id FROM mark_parties WHERE party IN ${among(asked)})
        ORDER BY at, id`;
  return rows.map(({ parties, ...mark }) => ({ ...mark, parties: JSON.parse(parties) as string[] }));
}

/**
 * Links every mark of one of these parties to all of them, but for withdrawals, which are counted for each party by
 * itself.
 */
export const linkParties = (db: D1Database, parties: readonly string[]): Promise<number> =>
  run(db)`INSERT INTO mark_parties (mark_id, party)
        SELECT known.mark_id, json_each.value FROM mark_parties known
        JOIN marks ON marks.id = known.mark_id AND marks.kind <> 'withdrawal' CROSS
        JOIN json_each(${JSON.stringify(parties)})
        WHERE known.party IN ${among(parties)} ON CONFLICT DO NOTHING`;

/** Links these marks to these parties. */
export const linkMarks = (
  db: D1Database,
  ids: readonly string[],
  parties: readonly string[],
): Promise<number> =>
  run(db)`INSERT INTO mark_parties (mark_id, party)
        SELECT marks.id, json_each.value FROM marks CROSS JOIN json_each(${JSON.stringify(parties)})
        WHERE marks.id IN ${among(ids)} ON CONFLICT DO NOTHING`;

/** Settles a mark; false when it is already settled or does not exist. */
export const settleMark = (db: D1Database, id: string, by: SettledBy, now: number): Promise<boolean> =>
  firstChangesOne(db, settleStatements(db, [id], by, now));
