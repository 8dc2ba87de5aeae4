/** `GET /api/conta/relatorios`, and the requests that turn the monthly mail on and off. */
import * as z from 'zod/mini';
import { message } from '../messages/reports.ts';

export const reportsEndpoint = '/api/conta/relatorios';
export const reportMailEndpoint = '/api/conta/relatorios/email';
export const reportMailEndEndpoint = '/api/relatorios/sair';

/** Address of one month's report; by default the newest complete month, else the current one. */
export const reportsPath = (month?: string): string =>
  month === undefined ? reportsEndpoint : `${reportsEndpoint}?mes=${month}`;

export const ReportMonth = z.string().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, message('report.month')));

const wholeNumber = z.int().check(z.nonnegative());
const day = z.iso.date();
/** From 0 to 1; `null` without a check that counts. */
const share = z.nullable(z.number().check(z.minimum(0), z.maximum(1)));

const sums = {
  availability: share,
  /** Checks that count, which excludes maintenance. */
  checks: wholeNumber,
  failures: wholeNumber,
  incidents: wholeNumber,
  /** Checks during maintenance. */
  maintenance: wholeNumber,
};

const ReportDay = z.object({ day, ...sums });
export type ReportDay = z.output<typeof ReportDay>;

/** `id` is the monitor's number in the instance. */
const WorstMonitor = z.object({ id: wholeNumber, name: z.string(), ...sums });

const MonitorReport = z.object({
  id: wholeNumber,
  name: z.string(),
  /** The instance's name for the type. */
  type: z.string(),
  ...sums,
  ping: z.nullable(wholeNumber),
  longestOutage: z.nullable(z.object({ beganAt: z.iso.datetime(), seconds: wholeNumber })),
  /** Only days on which it was checked. */
  days: z.array(z.object({ day, ...sums, ping: z.nullable(wholeNumber) })),
});
export type MonitorReport = z.output<typeof MonitorReport>;

const MonthReport = z.object({
  month: ReportMonth,
  /** First and last day of the report. */
  from: day,
  through: day,
  ...sums,
  /** The month before, as a whole; absent when it has too few days of data. */
  before: z.optional(z.object({ month: ReportMonth, availability: share, incidents: wholeNumber })),
  /** Every day from `from` to `through`; a day without data has 0 `checks` and 0 `maintenance`. */
  days: z.array(ReportDay),
  daysWithoutData: wholeNumber,
  /** At most five, the lowest availability first; excludes monitors that never failed. */
  worst: z.array(WorstMonitor),
  /** Only in the detailed report. */
  monitors: z.optional(z.array(MonitorReport)),
});
export type MonthReport = z.output<typeof MonthReport>;

export const ReportsAnswer = z.object({
  tenant: z.string(),
  level: z.enum(['none', 'basic', 'detailed']),
  /** Whether the report is mailed every month; absent for members, to whom no mail goes. */
  byMail: z.optional(z.boolean()),
  /** Months with a report, the newest first. */
  months: z.array(ReportMonth),
  /** Absent when there is no month yet or the plan includes no report. */
  report: z.optional(MonthReport),
});
export type ReportsAnswer = z.output<typeof ReportsAnswer>;

export const ReportMailRequest = z.strictObject({ byMail: z.boolean() });
export type ReportMailRequest = z.output<typeof ReportMailRequest>;

/** Token from the unsubscribe link of a mail. */
export const ReportMailEndRequest = z.strictObject({
  orderId: z.string().check(z.minLength(1), z.maxLength(64)),
  code: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type ReportMailEndRequest = z.output<typeof ReportMailEndRequest>;
