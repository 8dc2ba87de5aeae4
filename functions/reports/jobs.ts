/**
 * Reads the finished days from every paying tenant's instance, and writes the monthly mail.
 *
 * Owns: the schedule. A tenant is read in the first hours of each day, at most a week of days per run. One that does
 * not answer is asked again in an hour; days without checks are asked for each night while the instance still has them.
 * A month's mail is sent on one of its first three days, and may wait that long for the data of the month's last day.
 */
import { addDays, businessDay, DAY_MS, startOfDay } from '#domain/billing/days.ts';
import {
  firstDayOf,
  firstReadableDay,
  lastDayOf,
  lastFullDay,
  monthAfter,
  monthOf,
  nextDays,
} from '#domain/reports/days.ts';
import { reportLevels } from '#domain/reports/level.ts';
import type { Deps } from '#functions/compose.ts';
import { recipientOf } from '#functions/orders/recipient.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import type { RecordedDays } from '#functions/vendors/instance-reports.ts';
import { endCodeOf } from './end-mail.ts';
import type { MonthReportPayload } from './mail.ts';
import { packDay, packNames } from './packed-day.ts';
import { reportOf } from './read-report.ts';
import type { DueMail, KeptMonth } from './store.ts';

/** One batch a minute: a thousand tenants take less than an hour. */
const BATCH = 20;
const HOUR_MS = 3_600_000;
/** Days are read from 1 a.m. on, spread over four hours. */
const READING = { fromMs: HOUR_MS, overMs: 4 * HOUR_MS } as const;
/** Mails are sent from 8 a.m. of the first on, spread over three days. */
const MAILING = { fromMs: 8 * HOUR_MS, days: 3 } as const;

type Needs = NeedsOf<typeof recipientOf> &
  NeedsOf<typeof reportOf> &
  NeedsOf<typeof endCodeOf> &
  Pick<Deps, 'clock' | 'reporter' | 'reports' | 'tenants' | 'logger' | 'newId' | 'quotaCheckSeconds'>;

async function readDays(needs: Needs): Promise<void> {
  const now = needs.clock.now();
  const due = await needs.reports.claimDue(now, now + HOUR_MS, BATCH);
  await sideBySide(
    due,
    ({ subdomain }) => readNext(needs, subdomain),
    ({ orderId }, error) => needs.logger.warn('report-days-failed', { orderId, error }),
  );
}

async function readNext(
  { reports, reporter, clock, quotaCheckSeconds }: Needs,
  subdomain: string,
): Promise<void> {
  const now = clock.now();
  const everyMs = quotaCheckSeconds * 1000;
  const first = firstReadableDay(now);
  // The first runs of a night also ask again for days without checks.
  const known = await reports.knownDays(subdomain, first, now - everyMs / 2);
  const wanted = nextDays(known, first, lastFullDay(now));
  if (wanted === null) {
    const tomorrow = startOfDay(addDays(businessDay(now), 1));
    const tonight = tomorrow + READING.fromMs + placeOf(subdomain) * READING.overMs;
    await reports.schedule(subdomain, Math.min(tonight, now + everyMs));
    return;
  }
  const read = await reporter.readDays(subdomain, wanted.from, wanted.through);
  await reports.keep(subdomain, read.days.map(packDay), monthsOf(subdomain, read), now);
  await reports.schedule(subdomain, now);
}

/** The months that contain checks. */
function monthsOf(subdomain: string, { monitors, days }: RecordedDays): KeptMonth[] {
  const checked = days.filter(({ checks }) => checks.length > 0);
  return [...new Set(checked.map(({ day }) => monthOf(day)))].map((month) => {
    const own = checked.filter(({ day }) => monthOf(day) === month);
    const ids = new Set(own.flatMap(({ checks }) => checks.map(({ monitor }) => monitor)));
    const names = packNames(monitors.filter(({ id }) => ids.has(id)));
    return { month, names, mailDueAt: mailTime(subdomain, month) };
  });
}

/** A name's position within a time window, from 0 up to 1, the same each month (FNV-1a). */
function placeOf(name: string): number {
  let hash = 2_166_136_261;
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  return (hash >>> 0) / 2 ** 32;
}

const mailTime = (subdomain: string, month: string): number =>
  startOfDay(firstDayOf(monthAfter(month))) +
  MAILING.fromMs +
  placeOf(subdomain) * (MAILING.days * DAY_MS - 2 * MAILING.fromMs);

async function mailReports(needs: Needs): Promise<void> {
  const now = needs.clock.now();
  const due = await needs.reports.claimMails(now, now + HOUR_MS, BATCH);
  await sideBySide(
    due,
    (month) => mailMonth(needs, month),
    (_, error) => needs.logger.warn('report-mail-failed', { error }),
  );
}

async function mailMonth(needs: Needs, due: DueMail): Promise<void> {
  const { reports, tenants, clock, newId } = needs;
  const now = clock.now();
  const tenant = await tenants.findBySubdomain(due.subdomain);
  // No mail about a month long over: the environment was on the free plan then, or this job did not run.
  const isLate = now > startOfDay(addDays(firstDayOf(monthAfter(due.month)), 2 * MAILING.days));
  const isWanted = tenant !== null && tenant.state !== 'ended' && (await reports.isMailed(due.subdomain));
  if (!isWanted || isLate || reportLevels[tenant.plan] === 'none') {
    await reports.noteMail(due, null, now);
    return;
  }
  const last = lastDayOf(due.month);
  const isComplete = (await reports.knownDays(due.subdomain, last, 0)).has(last);
  const isWaiting = now < startOfDay(addDays(firstDayOf(monthAfter(due.month)), MAILING.days));
  // The last day may still arrive; the claim returns this month again.
  if (!isComplete && isWaiting && tenant.state === 'active') return;
  const report = await reportOf(needs, tenant, due.month);
  if (report === undefined || report.checagens === 0) {
    await reports.noteMail(due, null, now);
    return;
  }
  const payload: MonthReportPayload = {
    ...(await recipientOf(needs, tenant)),
    month: due.month,
    availability: report.disponibilidade,
    incidents: report.incidentes,
    daysWithoutData: report.diasSemDados,
    ...(report.anterior === undefined
      ? {}
      : {
          before: {
            month: report.anterior.mes,
            availability: report.anterior.disponibilidade,
            incidents: report.anterior.incidentes,
          },
        }),
    worst: report.piores.map(({ nome, disponibilidade }) => ({ name: nome, availability: disponibilidade })),
    isDetailed: report.monitores !== undefined,
    orderId: tenant.orderId,
    endCode: await endCodeOf(needs, tenant.orderId),
  };
  await reports.noteMail(due, mailOf(newId(), 'month-report', payload), now);
}

export const reportJobs = { 'report-days': readDays, 'report-mails': mailReports };
