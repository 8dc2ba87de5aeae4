/** Statements that ask for the next message of recipients: each kind of recipient has its work (names.ts). */
import { type Sql, sql } from '#functions/platform/db.ts';
import { workOfEach } from '#functions/platform/work/work-store.ts';
import { ALERT_WORK, POST_WORK } from './names.ts';

/**
 * Statement that makes the work of recipients due.
 * @param condition SQL on `alert_recipients`. @param returning SQL, as `RETURNING key`; by default nothing.
 */
export const wakeEach = (
  db: D1Database,
  now: number,
  condition: Sql,
  returning: Sql = sql``,
): D1PreparedStatement =>
  workOfEach(
    db,
    sql`entries.work`,
    now,
    sql`SELECT id AS key, order_id, IIF(kind = 'webhook', ${POST_WORK}, ${ALERT_WORK}) AS work FROM alert_recipients
      WHERE ${condition}`,
    returning,
  );
