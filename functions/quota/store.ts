/** Counts of monitors in D1. */
import type { QuotaReading, QuotaStore } from './reading.ts';

interface QuotaRow {
  subdominio: string;
  monitors: number;
  exact: number;
  direct_ip: number | null;
  onion: number | null;
  read_at: number;
  told_limit: number | null;
  told_prohibited: number;
}

function toReading(row: QuotaRow): QuotaReading {
  const { direct_ip: directIp, onion } = row;
  return {
    subdomain: row.subdominio,
    monitors: row.monitors,
    isExact: row.exact === 1,
    prohibited: directIp === null || onion === null ? null : { directIp, onion },
    readAt: row.read_at,
    toldLimit: row.told_limit,
    wasToldProhibited: row.told_prohibited === 1,
  };
}

export function createQuotaStore(db: D1Database): QuotaStore {
  return {
    async find(subdomain) {
      const row = await db
        .prepare('SELECT * FROM quota_readings WHERE subdominio = ?')
        .bind(subdomain)
        .first<QuotaRow>();
      return row === null ? null : toReading(row);
    },
    async keep(subdomain, { monitors, isExact, prohibited }, readAt) {
      const row = await db
        .prepare(
          `INSERT INTO quota_readings (subdominio, monitors, exact, direct_ip, onion, read_at)
           VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (subdominio) DO UPDATE SET monitors = excluded.monitors, exact = excluded.exact,
             direct_ip = excluded.direct_ip, onion = excluded.onion, read_at = excluded.read_at
           RETURNING *`,
        )
        .bind(
          ...[subdomain, monitors, isExact ? 1 : 0],
          ...[prohibited?.directIp ?? null, prohibited?.onion ?? null, readAt],
        )
        .first<QuotaRow>();
      if (row === null) throw new Error('An upsert gave no row back.');
      return toReading(row);
    },
    async note(seen, notice, mail, now) {
      const [column, before, after] =
        'toldLimit' in notice
          ? (['told_limit', seen.toldLimit, notice.toldLimit] as const)
          : (['told_prohibited', Number(seen.wasToldProhibited), Number(notice.wasToldProhibited)] as const);
      const isAsSeen = `subdominio = ? AND ${column} IS ?`;
      const statements = [
        db
          .prepare(`UPDATE quota_readings SET ${column} = ? WHERE ${isAsSeen}`)
          .bind(after, seen.subdomain, before),
      ];
      if (mail !== null) {
        statements.unshift(
          db
            .prepare(
              `INSERT INTO outbox (id, template, payload, due_at, created_at)
               SELECT ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM quota_readings WHERE ${isAsSeen})`,
            )
            .bind(mail.id, mail.template, mail.payload, now, now, seen.subdomain, before),
        );
      }
      const results = await db.batch(statements);
      return results.at(-1)?.meta.changes === 1;
    },
    async claimDue(now, retryAt, limit) {
      const { results } = await db
        .prepare(
          `UPDATE tenants SET quota_due_at = ?
           WHERE subdominio IN (
             SELECT subdominio FROM tenants WHERE state = 'active' AND quota_due_at <= ?
             ORDER BY quota_due_at LIMIT ?)
           RETURNING subdominio AS subdomain, order_id AS orderId`,
        )
        .bind(retryAt, now, limit)
        .all<{ subdomain: string; orderId: string }>();
      return results;
    },
    async schedule(subdomain, dueAt) {
      await db
        .prepare('UPDATE tenants SET quota_due_at = ? WHERE subdominio = ?')
        .bind(dueAt, subdomain)
        .run();
    },
  };
}
