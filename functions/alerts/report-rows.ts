/** A report as the statements that accept it read it: JSON, with times that lie before now. */
import type { AlertReport, ReportedFall, ReportedLevel } from '#domain/api-schemas/alert-report.ts';
import { businessDay, startOfDay } from '#domain/billing/days.ts';
import { type Sql, sql } from '#functions/platform/db.ts';

/** What every statement of a report needs. */
export interface Accepting {
  readonly db: D1Database;
  readonly orderId: string;
  /** SQL condition: this report was accepted. */
  readonly isAccepted: Sql;
  /** Monitors of the environment that are kept. */
  readonly monitorsMax: number;
  readonly now: number;
  /** When the day began in São Paulo. */
  readonly today: number;
}

/** What a statement returns of a level or a fall that it wrote: its monitor is kept. */
export interface WrittenRow {
  readonly monitorId: number;
  readonly createdAt: number;
  /** 1 for a fall beyond the bound of its monitor's day. */
  readonly isFolded: 0 | 1;
}

/** @param report Id of the report, written by the statement that accepts it. */
export const acceptingOf = (
  db: D1Database,
  orderId: string,
  report: string,
  monitorsMax: number,
  now: number,
): Accepting => ({
  db,
  orderId,
  isAccepted: sql`EXISTS (SELECT 1 FROM alert_reporters WHERE order_id = ${orderId} AND report = ${report})`,
  monitorsMax,
  now,
  today: startOfDay(businessDay(now)),
});

const monitorOf = ({ monitor, createdAt }: Pick<ReportedLevel, 'monitor' | 'createdAt'>) => ({
  monitor: monitor.id,
  created: createdAt,
  name: monitor.name,
  address: monitor.address ?? null,
  type: monitor.type ?? null,
  url: monitor.url ?? null,
  tags: monitor.tags === undefined || monitor.tags.length === 0 ? null : JSON.stringify(monitor.tags),
});

const factsOf = ({ message, isFirst, downAt, signAt, unseen, gap, took }: ReportedLevel | ReportedFall) => ({
  took: took ?? null,
  message,
  down: downAt,
  first: Number(isFirst),
  sign: signAt,
  from: unseen?.from ?? null,
  through: unseen?.until ?? null,
  gap,
});

/** The levels; a clock that runs ahead must not date anything into the future. */
export const levelRows = (levels: readonly ReportedLevel[], now: number): string =>
  JSON.stringify(
    levels.map((level) => ({
      ...monitorOf(level),
      ...factsOf(level),
      state: level.state,
      since: Math.min(level.since, now),
      reason: level.state === 'outside' ? (level.reason ?? 'paused') : null,
      doubt: level.doubt,
      doubtSince: level.doubt === null ? null : Math.min(level.doubtSince ?? now, now),
      checked: level.checkedAt === null ? null : Math.min(level.checkedAt, now),
      interval: level.interval,
      look: level.look,
    })),
  );

export const fallRows = (falls: readonly ReportedFall[], now: number): string =>
  JSON.stringify(
    falls.map((fall) => ({
      ...monitorOf(fall),
      ...factsOf(fall),
      since: Math.min(fall.since, now),
      until: Math.min(Math.max(fall.until, fall.since), now),
      end: fall.endedBy,
      uptime: fall.uptime ?? null,
    })),
  );

export const eventRows = (events: AlertReport['events'], now: number): string =>
  JSON.stringify(
    events.map(({ key, at, kind, ...facts }) => ({
      key,
      kind,
      at: Math.min(at, now),
      monitor: facts.monitor?.id ?? null,
      facts: JSON.stringify(facts),
    })),
  );

/** Ids and creation times of all monitors of which a report says something. */
export const monitorRows = ({ levels, falls }: Pick<AlertReport, 'levels' | 'falls'>): string =>
  JSON.stringify([...levels, ...falls].map(({ monitor, createdAt }) => [monitor.id, createdAt]));
