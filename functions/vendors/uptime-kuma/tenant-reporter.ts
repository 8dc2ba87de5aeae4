/**
 * Reads what a tenant's instance (Uptime Kuma) recorded, through its companion (docs/operating.md).
 *
 * Owns: the response schema, and that no other response is accepted: an instance without a companion answers any path
 * with 200 and a page.
 */
import * as z from 'zod';
import { daysFrom } from '#domain/reports/days.ts';
import type { TenantReporter } from '#functions/vendors/instance-reports.ts';
import { type CompanionOptions, companionOf, unavailable } from './companion.ts';

/** A week of 500 monitors that fail all day is smaller than this. */
const BODY_BYTES_MAX = 8 * 1024 * 1024;
const NAME_LENGTH_MAX = 150;

const number = z.int().nonnegative();
const second = number.max(90_000);
const Day = z.object({
  day: z.iso.date(),
  beats: z
    .array(
      z.object({
        monitor: number,
        up: number,
        down: number,
        maintenance: number,
        ping: number.nullable(),
        incidents: number,
      }),
    )
    .max(500),
  outages: z.array(z.object({ monitor: number, from: second, to: second })).max(10_000),
});
const Reports = z.object({
  monitors: z.array(z.object({ id: number, name: z.string(), type: z.string().max(40) })).max(500),
  days: z.array(Day).max(7),
});

/** Makes the reader. Long timeout, because only a job waits for it. */
export function createTenantReporter(options: CompanionOptions): TenantReporter {
  const { timeoutMs = 15_000 } = options;
  return {
    async readDays(subdomain, from, through) {
      const call = await companionOf(options, subdomain, { timeoutMs, bodyBytesMax: BODY_BYTES_MAX });
      const answer = await call({ method: 'GET', path: '/-/reports', query: { from, through } });
      const read = answer.outcome === 'ok' ? Reports.safeParse(answer.body) : null;
      if (!read?.success)
        throw unavailable(`reports ${answer.outcome === 'ok' ? 'unreadable' : (answer.status ?? 'silent')}`);
      const { monitors, days } = read.data;
      if (days.map(({ day }) => day).join() !== daysFrom(from, through).join())
        throw unavailable('reports of other days');
      return {
        monitors: monitors.map((each) => ({ ...each, name: each.name.slice(0, NAME_LENGTH_MAX) })),
        days: days.map(({ day, beats, outages }) => ({ day, checks: beats, outages })),
      };
    },
  };
}
