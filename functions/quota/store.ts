/** Monitor counts in D1. */
import { first } from '#functions/platform/db.ts';
import { type ChangeReport, changeAndReport } from '#functions/platform/outbox.ts';
import type { MonitorCount } from '#functions/vendors/instances.ts';

/** A tenant's last count, and what its customer was mailed about it. */
export interface QuotaReading extends MonitorCount {
  readonly subdomain: string;
  /** Milliseconds, UTC. */
  readonly readAt: number;
  readonly wasNotified: boolean;
}

interface QuotaRow {
  subdomain: string;
  monitors: number;
  exact: number;
  directIp: number | null;
  onion: number | null;
  readAt: number;
  toldProhibited: number;
}

function toReading(row: QuotaRow): QuotaReading {
  const { directIp, onion } = row;
  return {
    subdomain: row.subdomain,
    monitors: row.monitors,
    isExact: row.exact === 1,
    prohibited: directIp === null || onion === null ? null : { directIp, onion },
    readAt: row.readAt,
    wasNotified: row.toldProhibited === 1,
  };
}

export async function findQuota(db: D1Database, subdomain: string): Promise<QuotaReading | null> {
  const row = await first<QuotaRow>(db)`SELECT * FROM quota_readings WHERE subdomain = ${subdomain}`;
  return row === null ? null : toReading(row);
}

/** Replaces the last count; what was mailed stays recorded. */
export async function keepQuota(
  db: D1Database,
  subdomain: string,
  { monitors, isExact, prohibited }: MonitorCount,
  readAt: number,
): Promise<QuotaReading> {
  const row = await first<QuotaRow>(db)`INSERT INTO quota_readings (subdomain, monitors, exact,
          direct_ip, onion, read_at)
        VALUES (${subdomain}, ${monitors}, ${isExact ? 1 : 0}, ${prohibited?.directIp ?? null},
          ${prohibited?.onion ?? null}, ${readAt})
        ON CONFLICT (subdomain) DO UPDATE SET monitors = excluded.monitors, exact = excluded.exact,
          direct_ip = excluded.direct_ip, onion = excluded.onion, read_at = excluded.read_at
        RETURNING *`;
  if (row === null) throw new Error('An upsert gave no row back.');
  return toReading(row);
}

/**
 * Records whether the customer was notified of monitors that break the terms, with its report, in one
 * transaction. Compare-and-set on `seen`; false, and no report, when another caller was first.
 */
export const noteQuota = (
  db: D1Database,
  seen: QuotaReading,
  isProhibited: boolean,
  report: ChangeReport,
  now: number,
): Promise<boolean> =>
  changeAndReport(db, report, now)`
        UPDATE quota_readings SET told_prohibited = ${Number(isProhibited)}
          WHERE subdomain = ${seen.subdomain} AND told_prohibited = ${Number(seen.wasNotified)}`;
