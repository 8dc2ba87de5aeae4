/** The daily comparison with the processor in D1. */
import { first, firstValue, run } from '#functions/platform/db.ts';

export const comparisonStages = ['payments', 'tenants', 'done'] as const;

/** One day's comparison, and where to continue it. */
export interface Reconciliation {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** First day of the compared charges. */
  readonly since: string;
  readonly stage: (typeof comparisonStages)[number];
  readonly position: string;
  readonly compared: number;
  readonly found: number;
}

/** Creates the row of a day if there is none. */
export const beginReconciliation = (db: D1Database, day: string, since: string) =>
  run(db)`INSERT INTO reconciliations (day, since) VALUES (${day}, ${since})
        ON CONFLICT (day) DO NOTHING`;

/** The oldest unfinished comparison. */
export const findReconciliation = (db: D1Database) =>
  first<Reconciliation>(db)`SELECT day, since, stage, position, compared, found FROM reconciliations
        WHERE finished_at IS NULL ORDER BY day LIMIT 1`;

export const saveReconciliation = (db: D1Database, row: Reconciliation, now: number) =>
  run(db)`UPDATE reconciliations SET stage = ${row.stage}, position = ${row.position},
          compared = ${row.compared}, found = ${row.found}, finished_at = ${row.stage === 'done' ? now : null}
        WHERE day = ${row.day}`;

/** The last day before `day` whose comparison finished. */
export const lastComparedDay = (db: D1Database, day: string) =>
  firstValue<string>(db)`SELECT MAX(day) AS value FROM reconciliations
        WHERE day < ${day} AND finished_at IS NOT NULL`;
