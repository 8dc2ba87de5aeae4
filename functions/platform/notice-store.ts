/** Notices that were sent, in D1: each once per kind and reference. */
import { exists } from './db.ts';
import { type ChangeReport, changeAndReport } from './outbox.ts';

/** Makes the store over a D1 database. */
export function createNoticeStore(db: D1Database) {
  return {
    /** Records a notice with its mail and event; false, with neither, when it was recorded before. */
    notice: (kind: string, reference: string, report: ChangeReport, now: number): Promise<boolean> =>
      changeAndReport(db, report, now)`
        INSERT INTO billing_notices (kind, reference, noticed_at)
          VALUES (${kind}, ${reference}, ${now}) ON CONFLICT DO NOTHING`,
    isNoticed: (kind: string, reference: string): Promise<boolean> =>
      exists(db)`SELECT 1 FROM billing_notices WHERE kind = ${kind} AND reference = ${reference}`,
  };
}
