/** The work that every environment has, for as long as it exists. */
import { type EnvironmentPart, ownEnvironments, takesPart } from '#domain/tenants/own-environments.ts';
import { among, type Sql, sql, statement } from '#functions/platform/db.ts';
import { ON_CONFLICT } from './work-store.ts';

/**
 * Names of these kinds. Their key is the order of the environment. Each is due at once when an environment is ready and
 * whenever its plan or state changes, and ends when it has nothing to do for the state: an environment that is off is
 * not asked for anything, and one that runs is not removed.
 */
export const ENVIRONMENT_WORK = {
  limits: 'limits',
  sleep: 'sleep',
  reportDays: 'report-days',
  watch: 'watch',
  seats: 'seats',
  admitted: 'admitted',
  setUpAlerts: 'set-up-alerts',
  removal: 'tenant-removal',
} as const;

/** What each kind is for; a kind that is not here is none of an environment of our own. */
const partOf: Readonly<Record<string, EnvironmentPart>> = {
  [ENVIRONMENT_WORK.watch]: 'watch',
  [ENVIRONMENT_WORK.admitted]: 'admitted',
  [ENVIRONMENT_WORK.removal]: 'removal',
};
const isOwnWork = (kind: string): boolean => {
  const part = partOf[kind];
  return part !== undefined && ownEnvironments.some((own) => takesPart(own, part));
};

/**
 * Statement that makes all of it due, for the batch with the change of the environment.
 * @param condition SQL that must be true.
 * @param more Further kinds with the same key.
 */
export const environmentWork = (
  db: D1Database,
  orderId: string,
  now: number,
  condition: Sql = sql`TRUE`,
  more: readonly string[] = [],
): D1PreparedStatement => {
  const kinds = [...Object.values(ENVIRONMENT_WORK), ...more];
  return statement(db)`INSERT INTO work (kind, key, order_id, cluster, due_at, created_at)
    SELECT value, ${orderId}, ${orderId}, COALESCE((SELECT cluster FROM sales
    WHERE order_id = ${orderId}), ''), ${now}, ${now}
    FROM ${among(kinds)} WHERE ${condition} AND (value IN ${among(kinds.filter(isOwnWork))}
      OR NOT EXISTS (SELECT 1 FROM sales WHERE order_id = ${orderId} AND subdomain IN ${among(ownEnvironments)}))
    ${ON_CONFLICT}`;
};
