/** Notices that were sent, in D1: each once per kind and reference. */
import { exists, type Sql, sql } from './db.ts';
import { type ChangeReport, changeAndReport } from './outbox.ts';

/** Records a notice with its mail and event; false, with neither, when it was recorded before. */
export const noteNotice = (
  db: D1Database,
  kind: string,
  reference: string,
  report: ChangeReport,
  now: number,
): Promise<boolean> =>
  changeAndReport(db, report, now)`
        INSERT INTO billing_notices (kind, reference, noticed_at)
          VALUES (${kind}, ${reference}, ${now}) ON CONFLICT DO NOTHING`;

/** SQL condition: the operators were told about this reference, a column or another SQL value. */
export const wasNoticed = (kind: Sql, reference: Sql): Sql =>
  sql`EXISTS (SELECT 1 FROM billing_notices n WHERE n.kind ${kind} AND n.reference = ${reference})`;

export const isNoticed = (db: D1Database, kind: string, reference: string): Promise<boolean> =>
  exists(db)`SELECT 1 FROM billing_notices WHERE kind = ${kind} AND reference = ${reference}`;
