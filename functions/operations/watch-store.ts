/** What the readiness check reads in D1 beyond the queue's own counts. */
import { all, firstValue } from '#functions/platform/db.ts';
import { CRON_WORK } from '#functions/platform/work/cron-work.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import type { SilentEnvironment } from './problems.ts';

/** Enough to know that it is not about single customers. */
const SILENT_MAX = 200;

export function createWatchStore(db: D1Database) {
  return {
    /** When the next scheduled run was due, in milliseconds; `null` before the first one. */
    readCronDue: () => firstValue<number>(db, 'SELECT due_at AS value FROM work WHERE kind = ?', CRON_WORK),

    /**
     * Active environments whose scheduled reads have failed since before `before`, the longest first. They are read once
     * per period, and after a failure at least hourly, so this asks no environment anything.
     */
    listSilent: (before: number): Promise<readonly SilentEnvironment[]> =>
      all<SilentEnvironment>(
        db,
        `SELECT t.subdominio AS subdomain, w.tried_since AS since
         FROM work w INDEXED BY work_tried JOIN tenants t ON t.order_id = w.order_id
         WHERE w.tried_since < ? AND w.kind = ? AND w.last_error = 'tenant-unavailable' AND t.state = 'active'
         ORDER BY w.tried_since LIMIT ${SILENT_MAX}`,
        before,
        ENVIRONMENT_WORK.limits,
      ),
  };
}
