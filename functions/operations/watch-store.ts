/** What the readiness check reads in D1 beyond the queue's own counts. */
import { ownEnvironments } from '#domain/tenants/own-environments.ts';
import { all, among, firstValue, run } from '#functions/platform/db.ts';
import { CRON_WORK } from '#functions/platform/work/cron-work.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import type { SilentEnvironment, TroubledEnvironment, UntestedVersion } from './problems.ts';

interface EnvironmentReading {
  readonly volumePercent: number;
  /** A version that its companion was not tested with; `null` for a tested one. */
  readonly untestedVersion: string | null;
  /** Whether its companion works beside its version. */
  readonly isServed: boolean;
  /** Milliseconds, UTC; `null` for never, or where copies are off. */
  readonly copiedAt: number | null;
  /** `null` when it is not known. */
  readonly isMailPortOpen: boolean | null;
}

/** Enough to know that it is not about single customers. */
const SILENT_MAX = 200;
const VERSIONS_MAX = 10;

/** When the next scheduled run was due, in milliseconds; `null` before the first one. */
export const readCronDue = (db: D1Database) =>
  firstValue<number>(db)`SELECT due_at AS value FROM work WHERE kind = ${CRON_WORK}`;

/**
 * Active environments whose scheduled reads have failed since before `before`, the longest first. They are read once
 * per period, and after a failure at least hourly, so this asks no environment anything.
 */
export const listSilent = (db: D1Database, before: number): Promise<readonly SilentEnvironment[]> =>
  all<SilentEnvironment>(db)`SELECT t.subdomain, w.tried_since AS since
        FROM work w INDEXED BY work_tried JOIN environments t ON t.order_id = w.order_id
        WHERE w.tried_since < ${before} AND w.kind = ${ENVIRONMENT_WORK.limits}
          AND w.last_error = 'tenant-unavailable' AND t.state = 'active'
        ORDER BY w.tried_since LIMIT ${SILENT_MAX}`;

/** Ours that have no row: their command was never run, or the database was restored to before it. */
export async function listMissingOwn(db: D1Database): Promise<{ readonly subdomain: string }[]> {
  const made = await all<{ subdomain: string }>(db)`SELECT subdomain FROM environments
    WHERE subdomain IN ${among(ownEnvironments)}`;
  return ownEnvironments
    .filter((own) => !made.some(({ subdomain }) => subdomain === own))
    .map((subdomain) => ({ subdomain }));
}

/** Ours that did not answer, or not without a sign-in, since before `before`. */
export const listSilentOwn = (db: D1Database, before: number) =>
  all<{ readonly subdomain: string }>(db)`SELECT t.subdomain
    FROM environments t JOIN work w ON w.kind = ${ENVIRONMENT_WORK.watch} AND w.key = t.order_id
    WHERE t.subdomain IN ${among(ownEnvironments)} AND w.tried_since < ${before} ORDER BY t.subdomain`;

/** Keeps what an environment told of itself. */
export const keepState = (db: D1Database, orderId: string, reading: EnvironmentReading) =>
  run(db)`INSERT INTO environment_states (order_id, volume_percent, untested_version, is_served, copied_at,
      is_mail_port_open)
    SELECT order_id, ${reading.volumePercent}, ${reading.untestedVersion}, ${Number(reading.isServed)},
      ${reading.copiedAt}, ${reading.isMailPortOpen === null ? null : Number(reading.isMailPortOpen)}
    FROM environments WHERE order_id = ${orderId}
    ON CONFLICT (order_id) DO UPDATE SET volume_percent = excluded.volume_percent,
      untested_version = excluded.untested_version, is_served = excluded.is_served,
      copied_at = excluded.copied_at, is_mail_port_open = excluded.is_mail_port_open`;

/** Active environments with a full volume or a version that their companion does not serve. */
export const listTroubled = async (db: D1Database): Promise<readonly TroubledEnvironment[]> => {
  const rows = await all<Omit<TroubledEnvironment, 'isServed'> & { readonly isServed: number }>(db)`
    SELECT t.subdomain, s.volume_percent, s.is_served
    FROM environment_states s INDEXED BY environment_states_troubled JOIN environments t ON t.order_id = s.order_id
    WHERE (s.volume_percent > 80 OR s.is_served = 0) AND t.state = 'active'
    ORDER BY t.subdomain LIMIT ${SILENT_MAX}`;
  return rows.map((row) => ({ ...row, isServed: row.isServed === 1 }));
};

/** Versions that active environments run and their companion was not tested with, though it serves them. */
export const listUntested = (db: D1Database): Promise<readonly UntestedVersion[]> =>
  all<UntestedVersion>(db)`SELECT s.untested_version AS version, COUNT(*) AS environments
    FROM environment_states s INDEXED BY environment_states_untested JOIN environments t ON t.order_id = s.order_id
    WHERE s.is_served = 1 AND s.untested_version IS NOT NULL AND t.state = 'active'
    GROUP BY s.untested_version ORDER BY s.untested_version LIMIT ${VERSIONS_MAX}`;

/**
 * Active environments that were last copied before `before`; those that never were are not known to have copies. One that
 * stood still until after that has its copy with the next night.
 */
export const listUncopied = (db: D1Database, before: number) =>
  all<{ readonly subdomain: string }>(db)`SELECT t.subdomain
    FROM environment_states s INDEXED BY environment_states_copied JOIN environments t ON t.order_id = s.order_id
    WHERE s.copied_at IS NOT NULL AND s.copied_at < ${before} AND t.state = 'active'
      AND COALESCE(t.state_since, t.created_at) < ${before} ORDER BY s.copied_at
    LIMIT ${SILENT_MAX}`;

/** Active environments whose pod reaches port 25 of the Internet. */
export const listMailPortOpen = (db: D1Database) =>
  all<{ readonly subdomain: string }>(db)`SELECT t.subdomain
    FROM environment_states s INDEXED BY environment_states_mail_port JOIN environments t ON t.order_id = s.order_id
    WHERE s.is_mail_port_open = 1 AND t.state = 'active' ORDER BY t.subdomain LIMIT ${SILENT_MAX}`;
