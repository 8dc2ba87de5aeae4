/** Recorded days, months and the mail switch, in D1. */
import { firstDayOf, lastDayOf, type RecordedDay, type ReportedMonitor } from '#domain/reports/days.ts';
import { all, exists, first, sql, statement } from '#functions/platform/db.ts';
import { changeAndReport, type OutgoingMail } from '#functions/platform/outbox.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { type PackedDay, unpackDay, unpackNames } from './packed-day.ts';

/** The kind of work that mails a month's report. */
export const REPORT_MAIL = 'report-mail';

/** Its key: an order and a month, `YYYY-MM`. */
const keyOfMonth = (orderId: string, month: string): string => `${orderId} ${month}`;
export const monthOfKey = (key: string): string => key.slice(-'YYYY-MM'.length);

/** A month that contains a day with checks. */
export interface KeptMonth {
  readonly month: string;
  /** Names of the monitors in these days, from `packNames`; names stored before are kept. */
  readonly names: string;
  /** When its mail is due, if this day is its first. */
  readonly mailDueAt: number;
}

/**
 * Days of a tenant from `firstDay` on that need not be read: with checks, or found without any after `emptySince`.
 */
export async function knownDays(
  db: D1Database,
  subdomain: string,
  firstDay: string,
  emptySince: number,
): Promise<ReadonlySet<string>> {
  const rows = await all<{ day: string }>(db)`SELECT day FROM report_days
        WHERE subdomain = ${subdomain} AND day >= ${firstDay} AND (checks <> '[]'
          OR read_at > ${emptySince})`;
  return new Set(rows.map(({ day }) => day));
}

/**
 * Stores the days read, and their months. A stored day with checks is not overwritten: the instance no longer
 * reports monitors deleted since.
 */
export async function keepDay(
  db: D1Database,
  { subdomain, orderId }: Pick<Tenant, 'subdomain' | 'orderId'>,
  days: readonly PackedDay[],
  months: readonly KeptMonth[],
  readAt: number,
): Promise<void> {
  await db.batch([
    ...days.map(
      ({ day, checks, outages }) =>
        statement(db)`INSERT INTO report_days (subdomain, day, checks, outages, read_at)
              VALUES (${subdomain}, ${day}, ${checks}, ${outages}, ${readAt})
              ON CONFLICT (subdomain, day) DO UPDATE SET checks = excluded.checks,
                outages = excluded.outages, read_at = excluded.read_at WHERE checks = '[]'`,
    ),
    ...months.map(
      ({ month, names }) =>
        statement(db)`INSERT INTO report_months (subdomain, month, monitors)
              VALUES (${subdomain}, ${month}, ${names})
              ON CONFLICT (subdomain, month) DO UPDATE SET monitors = json_patch(monitors,
                excluded.monitors)`,
    ),
    ...months.map(({ month, mailDueAt }) =>
      workStatement(
        db,
        { kind: REPORT_MAIL, key: keyOfMonth(orderId, month), orderId, dueAt: mailDueAt },
        readAt,
        sql`EXISTS (SELECT 1 FROM report_months WHERE subdomain = ${subdomain} AND month = ${month}
              AND mailed_at IS NULL)`,
      ),
    ),
  ]);
}

/** Months with a stored day, the newest first. */
export async function listMonths(db: D1Database, subdomain: string): Promise<string[]> {
  const rows = await all<{ month: string }>(db)`SELECT month FROM report_months
        WHERE subdomain = ${subdomain} ORDER BY month DESC`;
  return rows.map(({ month }) => month);
}

/** The days of a month with the names of their monitors. */
export async function readMonth(
  db: D1Database,
  subdomain: string,
  month: string,
): Promise<{ monitors: ReportedMonitor[]; days: RecordedDay[] }> {
  const [known, days] = await Promise.all([
    first<{ monitors: string }>(db)`SELECT monitors FROM report_months
          WHERE subdomain = ${subdomain} AND month = ${month}`,
    all<PackedDay>(db)`SELECT day, checks, outages FROM report_days
          WHERE subdomain = ${subdomain} AND day BETWEEN ${firstDayOf(month)} AND ${lastDayOf(month)}
          ORDER BY day`,
  ]);
  return {
    monitors: unpackNames(known?.monitors ?? '{}'),
    days: days.map(unpackDay),
  };
}

/** True while the mail of a month is not settled. */
export const isReportMailOn = (db: D1Database, subdomain: string, month: string) =>
  exists(db)`SELECT 1 FROM report_months WHERE subdomain = ${subdomain} AND month = ${month}
          AND mailed_at IS NULL`;

/** Records that a month's mail is settled and queues the mail, if any; only the first caller succeeds. */
export const noteReportMail = (
  db: D1Database,
  subdomain: string,
  month: string,
  mail: OutgoingMail | null,
  now: number,
): Promise<boolean> =>
  changeAndReport(db, { mails: [mail] }, now)`
        UPDATE report_months SET mailed_at = ${now}
          WHERE subdomain = ${subdomain} AND month = ${month} AND mailed_at IS NULL`;

export const isReportMailed = (db: D1Database, subdomain: string) =>
  exists(db)`SELECT 1 FROM environments WHERE subdomain = ${subdomain}
    AND order_id NOT IN (SELECT order_id FROM report_mail_off)`;

/** Switches the monthly mail; does nothing for an order without a tenant. */
export const writeReportMail = (db: D1Database, orderId: string, isOn: boolean, now: number) => {
  const change = changeAndReport(
    db,
    { events: [{ kind: isOn ? 'report-mail-on' : 'report-mail-off', orderId }] },
    now,
  );
  return isOn
    ? change`DELETE FROM report_mail_off WHERE order_id = ${orderId}`
    : change`INSERT INTO report_mail_off (order_id)
        SELECT order_id FROM environments WHERE order_id = ${orderId} ON CONFLICT DO NOTHING`;
};
