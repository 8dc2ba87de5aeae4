/** The end of an environment in D1. */
import { releaseStatements } from '#functions/orders/closing-rows.ts';
import { exists, sql } from '#functions/platform/db.ts';
import { eventStatement } from '#functions/platform/events.ts';
import { type NewWork, workStatement } from '#functions/platform/work/work-store.ts';
import { removedStatement } from '#functions/tenants/store.ts';

/** True while the plan of an environment is being changed. */
export const isChangingPlan = (db: D1Database, orderId: string) =>
  exists(db)`SELECT 1 FROM changing_plans WHERE order_id = ${orderId}`;

/**
 * Deletes the row of an ended tenant whose data are gone, and releases its name; false when the tenant is not
 * ended.
 */
export async function removeTenantRow(
  db: D1Database,
  subdomain: string,
  orderId: string,
  now: number,
  work: NewWork,
): Promise<boolean> {
  const [removed] = await db.batch([
    removedStatement(db, subdomain, orderId),
    eventStatement(db, { kind: 'tenant-removed', orderId }, now, sql`changes() > 0`),
    ...releaseStatements(db, orderId, now),
    workStatement(db, work, now),
  ]);
  // The count may include dependent rows deleted with this one.
  return (removed?.meta.changes ?? 0) > 0;
}
