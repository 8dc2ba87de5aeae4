/**
 * The probe's minutes, their sums by day, how long alerts took, and the operator's incidents, in D1.
 *
 * A minute and its part of the day's sums are written together, once: the sums stay true when the minutes are deleted by
 * age (content/legal/retention.json).
 */
import type { Incident } from '#domain/api-schemas/availability.ts';
import type { AlertTime } from '#domain/availability/alert-time.ts';
import {
  countsOf,
  type DayCounts,
  type Looks,
  lookAt,
  type MeasuredId,
  type Minute,
  measuredIds,
} from '#domain/availability/measured.ts';
import { businessDay } from '#domain/billing/days.ts';
import { all, first, firstValue, statement } from '#functions/platform/db.ts';

/** Incidents on the page and in the feed. */
const INCIDENTS_MAX = 20;

type MinuteRow = { readonly at: number } & Readonly<Record<keyof Looks, 0 | 1 | null>>;

const lookOf = (value: 0 | 1 | null) => (value === null ? null : value === 1);
const minuteOf = ({ at, entry, environment, alerts }: MinuteRow): Minute => ({
  at,
  entry: lookOf(entry),
  environment: lookOf(environment),
  alerts: lookOf(alerts),
});

/** Keeps a minute; the first look of a minute counts. */
export async function keepMinute(db: D1Database, { at, ...looks }: Minute): Promise<void> {
  const sums = measuredIds.map((id) => ({ id, ...countsOf(lookAt(looks, id)) }));
  await db.batch([
    statement(db)`INSERT INTO availability_days (day, part, up, down)
          SELECT ${businessDay(at)}, value ->> 'id', value ->> 'up', value ->> 'down'
          FROM json_each(${JSON.stringify(sums)})
          WHERE NOT EXISTS (SELECT 1 FROM availability_minutes WHERE at = ${at})
          ON CONFLICT (day, part) DO UPDATE SET up = up + excluded.up, down = down + excluded.down`,
    statement(db)`INSERT INTO availability_minutes (at, entry, environment, alerts)
          VALUES (${at}, ${looks.entry}, ${looks.environment}, ${looks.alerts})
          ON CONFLICT DO NOTHING`,
  ]);
}

/** The newest minute. */
export async function findNewestMinute(db: D1Database): Promise<Minute | null> {
  const row = await first<MinuteRow>(db)`SELECT * FROM availability_minutes WHERE at > 0 ORDER BY at DESC
        LIMIT 1`;
  return row === null ? null : minuteOf(row);
}

/** Minutes that were looked at between two moments, the second one excluded. */
export const listMinutes = async (db: D1Database, from: number, before: number): Promise<readonly Minute[]> =>
  (
    await all<MinuteRow>(db)`SELECT * FROM availability_minutes WHERE at >= ${from} AND at < ${before}
          ORDER BY at`
  ).map(minuteOf);

/** Sums by day and part since the day `from`. */
export const listDays = (
  db: D1Database,
  from: string,
): Promise<readonly (DayCounts & { readonly part: MeasuredId })[]> =>
  all<DayCounts & { readonly part: MeasuredId }>(db)`SELECT day, part, up, down FROM availability_days
        WHERE day >= ${from} ORDER BY day`;

/** Whether an hour's alert was kept. */
export const hasAlertHour = async (db: D1Database, hour: number): Promise<boolean> =>
  (await firstValue<number>(db)`SELECT 1 AS value FROM availability_alerts WHERE hour = ${hour}`) !== null;

/** Keeps how long an hour's alert took, once. */
export const keepAlertHour = async (
  db: D1Database,
  { hour, took }: { readonly hour: number; readonly took: AlertTime },
): Promise<void> => {
  await statement(db)`INSERT INTO availability_alerts (hour, took) VALUES (${hour}, ${took})
        ON CONFLICT DO NOTHING`.run();
};

/** How long the alerts of these hours took. */
export const listAlertTimes = async (
  db: D1Database,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<readonly AlertTime[]> =>
  (
    await all<{ took: AlertTime }>(db)`SELECT took FROM availability_alerts
          WHERE hour >= ${from} AND hour < ${until}`
  ).map(({ took }) => took);

/** The newest incidents, with everything that was written of each. */
export async function listIncidents(db: D1Database): Promise<readonly Incident[]> {
  const rows = await all<Omit<Incident, 'texts'> & { texts: string }>(db)`SELECT slug AS id, title,
          started_at, ended_at,
          (SELECT json_group_array(json_object('at', at, 'text', text)) FROM
            (SELECT at, text FROM incident_texts WHERE slug = incidents.slug ORDER BY at DESC)) AS texts
        FROM incidents WHERE started_at > 0 ORDER BY started_at DESC LIMIT ${INCIDENTS_MAX}`;
  return rows.map((row) => ({ ...row, texts: JSON.parse(row.texts) as Incident['texts'] }));
}

/**
 * Opens an incident unless it exists, and adds what else is told of it. The same text again adds nothing, so a
 * repeated command is safe.
 * @returns False, with nothing written, when it does not exist and has no title.
 */
export async function noteIncident(
  db: D1Database,
  { id, title, text, isOver }: ToldIncident,
  now: number,
): Promise<boolean> {
  const results = await db.batch([
    statement(db)`INSERT INTO incidents (slug, title, started_at) SELECT ${id}, ${title}, ${now}
          WHERE ${title} IS NOT NULL ON CONFLICT DO NOTHING`,
    statement(db)`INSERT INTO incident_texts (slug, at, text) SELECT slug, ${now}, ${text} FROM incidents
          WHERE slug = ${id} AND ${text} IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM incident_texts WHERE slug = ${id} AND text = ${text})
          ON CONFLICT DO NOTHING`,
    statement(db)`UPDATE incidents SET ended_at = IIF(${isOver ? 1 : 0}, COALESCE(ended_at, ${now}),
            ended_at) WHERE slug = ${id}`,
  ]);
  return results.at(-1)?.meta.changes === 1;
}

/** What an operator tells of an incident. */
export interface ToldIncident {
  /** The operator's name for it, part of its address. */
  readonly id: string;
  /** Needed for a new one. */
  readonly title: string | null;
  readonly text: string | null;
  readonly isOver: boolean;
}
