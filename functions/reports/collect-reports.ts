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
import { addresseeOf } from '#functions/orders/addressee.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { type Again, defineWork } from '#functions/platform/work/define-work.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { RecordedDays } from '#functions/vendors/instances.ts';
import { endCodeOf } from './end-mail.ts';
import type { MonthReportPayload } from './mail.ts';
import { withOwnFalls } from './own-falls.ts';
import { packDay, packNames } from './packed-day.ts';
import { reportOf } from './read-report.ts';
import {
  isReportMailed,
  isReportMailOn,
  type KeptMonth,
  keepDay,
  knownDays,
  monthOfKey,
  noteReportMail,
  REPORT_MAIL,
} from './store.ts';

const HOUR_MS = 3_600_000;
/** Days are read from 1 a.m. on, spread over four hours. */
const READING = { fromMs: HOUR_MS, overMs: 4 * HOUR_MS } as const;
/** Mails are sent from 8 a.m. of the first on, spread over three days. */
const MAILING = { fromMs: 8 * HOUR_MS, days: 3 } as const;

/** Twenty a minute: a thousand environments take less than an hour. */
export const reportDaysWork = defineWork<Deps>({
  kind: ENVIRONMENT_WORK.reportDays,
  title: 'Dias do relatório',
  perRun: 20,
  async run(needs, { key: orderId }) {
    const tenant = await findTenant(needs.db, orderId);
    if (tenant?.state !== 'active' || tenant.plan === 'free') return;
    return { againAt: await readNext(needs, tenant) };
  },
});

/** @returns When to read on. */
async function readNext({ db, instances, clock, quotaCheckSeconds }: Deps, tenant: Tenant): Promise<number> {
  const { subdomain } = tenant;
  const now = clock.now();
  const everyMs = quotaCheckSeconds * 1000;
  const first = firstReadableDay(now);
  // The first runs of a night also ask again for days without checks.
  const known = await knownDays(db, subdomain, first, now - everyMs / 2);
  const wanted = nextDays(known, first, lastFullDay(now));
  if (wanted === null) {
    const tomorrow = startOfDay(addDays(businessDay(now), 1));
    const tonight = tomorrow + READING.fromMs + placeOf(subdomain) * READING.overMs;
    return Math.min(tonight, now + everyMs);
  }
  const read = await instances.readDays(subdomain, wanted.from, wanted.through);
  const days = await withOwnFalls(db, tenant.orderId, read.days);
  await keepDay(db, tenant, days.map(packDay), monthsOf(subdomain, { ...read, days }), now);
  return now;
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

export const reportMailWork = defineWork<Deps>({
  kind: REPORT_MAIL,
  title: 'E-mail do relatório',
  perRun: 20,
  async run(needs, { key, orderId }) {
    const tenant = orderId === null ? null : await findTenant(needs.db, orderId);
    return tenant === null ? undefined : mailMonth(needs, tenant, monthOfKey(key));
  },
});

async function mailMonth(needs: Deps, tenant: Tenant, month: string): Promise<Again | undefined> {
  const { db, clock, newId } = needs;
  const { subdomain } = tenant;
  const now = clock.now();
  if (!(await isReportMailOn(db, subdomain, month))) return undefined;
  const settle = async (mail: OutgoingMail | null) =>
    void (await noteReportMail(db, subdomain, month, mail, now));
  // No mail about a month long over: the environment was on the free plan then, or this job did not run.
  const isLate = now > startOfDay(addDays(firstDayOf(monthAfter(month)), 2 * MAILING.days));
  const isWanted = tenant.state !== 'ended' && (await isReportMailed(db, subdomain));
  if (!isWanted || isLate || reportLevels[tenant.plan] === 'none') {
    await settle(null);
    return undefined;
  }
  const last = lastDayOf(month);
  const isComplete = (await knownDays(db, subdomain, last, 0)).has(last);
  const isWaiting = now < startOfDay(addDays(firstDayOf(monthAfter(month)), MAILING.days));
  // The last day may still arrive.
  if (!isComplete && isWaiting && tenant.state === 'active') return { againAt: now + HOUR_MS };
  const report = await reportOf(needs, tenant, month);
  if (report === undefined || report.checks === 0) {
    await settle(null);
    return undefined;
  }
  const payload: MonthReportPayload = {
    ...(await addresseeOf(needs, tenant)),
    month,
    availability: report.availability,
    incidents: report.incidents,
    daysWithoutData: report.daysWithoutData,
    ...(report.before === undefined
      ? {}
      : {
          before: {
            month: report.before.month,
            availability: report.before.availability,
            incidents: report.before.incidents,
          },
        }),
    worst: report.worst.map(({ name, availability }) => ({ name, availability })),
    isDetailed: report.monitors !== undefined,
    orderId: tenant.orderId,
    endCode: await endCodeOf(needs, tenant.orderId),
  };
  await settle(mailOf(newId(), 'month-report', payload));
  return undefined;
}
