/** Recorded days, months and the mail switch, in D1. */
import { firstDayOf, lastDayOf, type RecordedDay, type ReportedMonitor } from '#domain/reports/days.ts';
import { all, exists, first, run, statement } from '#functions/platform/db.ts';
import { changeAndReport, type OutgoingMail } from '#functions/platform/outbox.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { type PackedDay, unpackDay, unpackNames } from './packed-day.ts';

/** A month whose mail is due. */
export interface DueMail {
  readonly subdomain: string;
  /** `YYYY-MM`. */
  readonly month: string;
}

/** A month that contains a day with checks. */
export interface KeptMonth {
  readonly month: string;
  /** Names of the monitors in these days, from `packNames`; names stored before are kept. */
  readonly names: string;
  /** When its mail is due, if this day is its first. */
  readonly mailDueAt: number;
}

export function createReportStore(db: D1Database) {
  return {
    /** Claims active paying tenants that are due, the longest waiting first; each is due again at `retryAt`. */
    claimDue: (now: number, retryAt: number, limit: number) =>
      all<Pick<Tenant, 'subdomain' | 'orderId'>>(
        db,
        `UPDATE tenants SET report_due_at = ?
         WHERE subdominio IN (
           SELECT subdominio FROM tenants WHERE state = 'active' AND plano <> 'free' AND report_due_at <= ?
           ORDER BY report_due_at LIMIT ?)
         RETURNING subdominio AS subdomain, order_id AS orderId`,
        retryAt,
        now,
        limit,
      ),
    /** Sets when a tenant's days are read next. */
    schedule: (subdomain: string, dueAt: number) =>
      run(db, 'UPDATE tenants SET report_due_at = ? WHERE subdominio = ?', dueAt, subdomain),

    /**
     * Days of a tenant from `firstDay` on that need not be read: with checks, or found without any after `emptySince`.
     */
    async knownDays(subdomain: string, firstDay: string, emptySince: number): Promise<ReadonlySet<string>> {
      const rows = await all<{ day: string }>(
        db,
        `SELECT day FROM report_days WHERE subdominio = ? AND day >= ? AND (checks <> '[]' OR read_at > ?)`,
        subdomain,
        firstDay,
        emptySince,
      );
      return new Set(rows.map(({ day }) => day));
    },

    /**
     * Stores the days read, and their months. A stored day with checks is not overwritten: the instance no longer
     * reports monitors deleted since.
     */
    async keep(
      subdomain: string,
      days: readonly PackedDay[],
      months: readonly KeptMonth[],
      readAt: number,
    ): Promise<void> {
      await db.batch([
        ...days.map(({ day, checks, outages }) =>
          statement(
            db,
            `INSERT INTO report_days (subdominio, day, checks, outages, read_at) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (subdominio, day) DO UPDATE SET checks = excluded.checks, outages = excluded.outages,
               read_at = excluded.read_at WHERE checks = '[]'`,
            subdomain,
            day,
            checks,
            outages,
            readAt,
          ),
        ),
        ...months.map(({ month, names, mailDueAt }) =>
          statement(
            db,
            `INSERT INTO report_months (subdominio, month, monitors, mail_due_at) VALUES (?, ?, ?, ?)
             ON CONFLICT (subdominio, month) DO UPDATE SET monitors = json_patch(monitors, excluded.monitors)`,
            subdomain,
            month,
            names,
            mailDueAt,
          ),
        ),
      ]);
    },

    /** Months with a stored day, the newest first. */
    async listMonths(subdomain: string): Promise<string[]> {
      const sql = 'SELECT month FROM report_months WHERE subdominio = ? ORDER BY month DESC';
      return (await all<{ month: string }>(db, sql, subdomain)).map(({ month }) => month);
    },

    /** The days of a month with the names of their monitors. */
    async readMonth(
      subdomain: string,
      month: string,
    ): Promise<{ monitors: ReportedMonitor[]; days: RecordedDay[] }> {
      const [known, days] = await Promise.all([
        first<{ monitors: string }>(
          db,
          'SELECT monitors FROM report_months WHERE subdominio = ? AND month = ?',
          subdomain,
          month,
        ),
        all<PackedDay>(
          db,
          `SELECT day, checks, outages FROM report_days WHERE subdominio = ? AND day BETWEEN ? AND ? ORDER BY day`,
          subdomain,
          firstDayOf(month),
          lastDayOf(month),
        ),
      ]);
      return {
        monitors: unpackNames(known?.monitors ?? '{}'),
        days: days.map(unpackDay),
      };
    },

    /** Claims months whose mail is due; each is due again at `retryAt` until `noteMail`. */
    claimMails: (now: number, retryAt: number, limit: number) =>
      all<DueMail>(
        db,
        `UPDATE report_months SET mail_due_at = ?
         WHERE (subdominio, month) IN (
           SELECT subdominio, month FROM report_months WHERE mail_due_at <= ? ORDER BY mail_due_at LIMIT ?)
         RETURNING subdominio AS subdomain, month`,
        retryAt,
        now,
        limit,
      ),
    /** Records that a month's mail is settled and queues the mail, if any; only the first caller succeeds. */
    noteMail: ({ subdomain, month }: DueMail, mail: OutgoingMail | null, now: number): Promise<boolean> =>
      changeAndReport(
        db,
        statement(
          db,
          'UPDATE report_months SET mail_due_at = NULL WHERE subdominio = ? AND month = ? AND mail_due_at IS NOT NULL',
          subdomain,
          month,
        ),
        { mails: [mail] },
        now,
      ),

    isMailed: (subdomain: string) =>
      exists(db, 'SELECT 1 FROM tenants WHERE subdominio = ? AND report_mail = 1', subdomain),
    /** Switches the monthly mail; does nothing for an order without a tenant. */
    switchMail: (orderId: string, isOn: boolean) =>
      run(db, 'UPDATE tenants SET report_mail = ? WHERE order_id = ?', isOn ? 1 : 0, orderId),
  };
}
