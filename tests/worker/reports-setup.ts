/// <reference types="@cloudflare/vitest-plugin/types" />
/** Environments with recorded days, for the report tests. */
import { type DayChecks, daysFrom, type RecordedDay } from '#domain/reports/days.ts';
import type { Deps } from '#functions/compose.ts';
import { reportDaysWork, reportMailWork } from '#functions/reports/collect-reports.ts';
import type { Instances } from '#functions/vendors/instances.ts';
import type { Tenancy } from './quota-setup.ts';
import { depsAt, runDue, sql } from './support.ts';

/** A time in a finished month, whatever today is. */
export const at = (time: string): number => Date.parse(`${time}:00-03:00`);

/** Makes only this environment due. */
export const onlyDue = (...tenants: readonly Tenancy[]) =>
  sql(
    'DELETE FROM work WHERE kind = ? AND key NOT IN (SELECT value FROM json_each(?))',
    reportDaysWork.kind,
    JSON.stringify(tenants.map(({ orderId }) => orderId)),
  );

export const checks = (monitor: number, more: Partial<DayChecks> = {}): DayChecks => ({
  monitor,
  up: 1440,
  down: 0,
  maintenance: 0,
  ping: 80,
  incidents: 0,
  ...more,
});

/** What the instance recorded on a day. */
export type Recording = (day: string) => Omit<RecordedDay, 'day'>;

/** An instance with two monitors that succeed all day, except for `recording`. */
export function instanceWith(recording: Recording = () => ({ checks: [checks(1), checks(2)], outages: [] })) {
  const asked: string[] = [];
  const reporter: Pick<Instances, 'readDays'> = {
    async readDays(_subdomain, from, through) {
      asked.push(`${from} ${through}`);
      return {
        monitors: [
          { id: 1, name: 'Loja', type: 'http' },
          { id: 2, name: 'API', type: 'http' },
        ],
        days: daysFrom(from, through).map((day) => ({ day, ...recording(day) })),
      };
    },
  };
  return { asked, reporter };
}

const depsOf = (now: number, reporter?: Pick<Instances, 'readDays'>): Deps => ({
  ...depsAt(0),
  quotaCheckSeconds: 86_400,
  clock: { now: () => now },
  ...(reporter === undefined ? {} : { instances: { ...depsAt(0).instances, ...reporter } }),
});

/** Runs the reading job as often as the scheduler does within a few minutes. */
export async function readAll(now: number, reporter: Pick<Instances, 'readDays'>): Promise<void> {
  for (let run = 0; run < 7; run += 1) await runDue(reportDaysWork, depsOf(now, reporter));
}

export const mailAll = (now: number): Promise<void> => runDue(reportMailWork, depsOf(now));
