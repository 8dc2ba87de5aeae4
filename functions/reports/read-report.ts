/** A month's report for its owner and members, as far as the plan includes it. */

import type { MonthReport, ReportsAnswer } from '#domain/api-schemas/reports.ts';
import { businessDay } from '#domain/billing/days.ts';
import { firstDayOf, lastDayOf, lastFullDay, monthBefore, monthOf } from '#domain/reports/days.ts';
import { type ReportLevel, reportLevels } from '#domain/reports/level.ts';
import { monthReport } from '#domain/reports/month.ts';
import type { Deps } from '#functions/compose.ts';
import { requireParty } from '#functions/tenants/require-party.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { isReportMailed, listMonths, readMonth } from './store.ts';

type Reported = Pick<Tenant, 'subdomain' | 'plan' | 'createdAt'>;
type Reading = Pick<Deps, 'db' | 'clock'>;
const levelNames = { none: 'none', basic: 'basic', detailed: 'detailed' } as const satisfies Record<
  ReportLevel,
  ReportsAnswer['level']
>;

/** A month with fewer days of data says too little to be compared with. */
const COMPARED_DAYS_MIN = 7;

/** The month as the tenant's current plan shows it; `undefined` when the plan has no report. */
export async function reportOf(
  needs: Reading,
  tenant: Reported,
  month: string,
): Promise<MonthReport | undefined> {
  const level = reportLevels[tenant.plan];
  if (level === 'none') return undefined;
  const [report, before] = await Promise.all([
    monthOfTenant(needs, tenant, month, level),
    monthOfTenant(needs, tenant, monthBefore(month), 'basic'),
  ]);
  const { month: mes, availability, incidents, days, daysWithoutData } = before;
  const isComparable = days.length - daysWithoutData >= COMPARED_DAYS_MIN;
  return { ...report, ...(isComparable ? { before: { month: mes, availability, incidents } } : {}) };
}

async function monthOfTenant(
  { db, clock }: Reading,
  { subdomain, createdAt }: Reported,
  month: string,
  level: Exclude<ReportLevel, 'none'>,
): Promise<MonthReport> {
  const { monitors, days } = await readMonth(db, subdomain, month);
  const last = lastFullDay(clock.now());
  const through = lastDayOf(month) < last ? lastDayOf(month) : last;
  const began = days.find(({ checks }) => checks.length > 0)?.day ?? through;
  // There was nothing to check before the environment existed.
  const from = businessDay(createdAt) > firstDayOf(month) ? began : firstDayOf(month);
  return monthReport({ month, from, through }, monitors, days, level);
}

/**
 * The requested report; without a month, the newest finished one, or else the current one.
 * @throws DomainError As `requireParty`.
 */
export async function readReports(
  needs: Deps,
  { subject }: Pick<Identity, 'subject'>,
  month: string | undefined,
): Promise<ReportsAnswer> {
  const { db, clock } = needs;
  const { tenant, membership } = await requireParty(needs, subject);
  const level = reportLevels[tenant.plan];
  const months = level === 'none' ? [] : await listMonths(db, tenant.subdomain);
  const current = monthOf(businessDay(clock.now()));
  const shown = month ?? months.find((each) => each < current) ?? months[0];
  const report =
    shown === undefined || !months.includes(shown) ? undefined : await reportOf(needs, tenant, shown);
  return {
    tenant: tenant.subdomain,
    level: levelNames[level],
    ...(membership === null ? { byMail: await isReportMailed(db, tenant.subdomain) } : {}),
    months,
    ...(report === undefined ? {} : { report }),
  };
}
