/** The daily comparison with the processor in D1. */
import { first, run } from '#functions/platform/db.ts';

/** One day's comparison, and where to continue it. */
export interface Reconciliation {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** First day of the compared charges. */
  readonly since: string;
  readonly stage: 'payments' | 'tenants' | 'done';
  readonly position: string;
  readonly compared: number;
  readonly found: number;
}

/** Makes the store over a D1 database. */
export function createReconciliationStore(db: D1Database) {
  return {
    /** Creates the row of a day if there is none. */
    beginReconciliation: (day: string, since: string, now: number) =>
      run(
        db,
        'INSERT INTO reconciliations (day, since, due_at) VALUES (?, ?, ?) ON CONFLICT (day) DO NOTHING',
        day,
        since,
        now,
      ),
    /** Claims the oldest unfinished comparison that is due. */
    claimReconciliation: (now: number, leaseUntil: number) =>
      first<Reconciliation>(
        db,
        `UPDATE reconciliations SET due_at = ?
         WHERE day = (SELECT day FROM reconciliations WHERE finished_at IS NULL AND due_at <= ? ORDER BY day LIMIT 1)
         RETURNING day, since, stage, position, compared, found`,
        leaseUntil,
        now,
      ),
    saveReconciliation: (row: Reconciliation, dueAt: number, now: number) =>
      run(
        db,
        `UPDATE reconciliations SET stage = ?, position = ?, compared = ?, found = ?, due_at = ?, finished_at = ?
         WHERE day = ?`,
        row.stage,
        row.position,
        row.compared,
        row.found,
        dueAt,
        row.stage === 'done' ? now : null,
        row.day,
      ),
  };
}
