/**
 * The largest size that each environment's volume has had, in D1. The application of its cluster says the same; this row is
 * for a cluster that has none yet, after a move, or has lost it.
 */
import { firstValue, run } from './db.ts';

/** MiB; `null` before the first application was written. */
export const readVolume = (db: D1Database, orderId: string) =>
  firstValue<number>(db)`SELECT mib AS value FROM volumes WHERE order_id = ${orderId}`;

/** Notes a size that an application was written with; a smaller one changes nothing. */
export const noteVolume = (db: D1Database, orderId: string, mib: number) =>
  run(db)`INSERT INTO volumes (order_id, mib) SELECT order_id, ${mib} FROM sales WHERE order_id = ${orderId}
    ON CONFLICT (order_id) DO UPDATE SET mib = excluded.mib WHERE mib < excluded.mib`;
