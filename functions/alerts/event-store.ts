/**
 * Reported events in D1: a row each, accepted once, with due work for everybody who is told.
 *
 * A monitor that changes too often fills no table and takes no other monitor's place: beyond its bound for a day only its
 * newest changes stay. Every bound is counted in the statement that writes, so requests at the same time add up.
 */
import { CHANGES_MAX } from '#domain/alerts/next-message.ts';
import { CHANGES_A_DAY, OF_NO_MONITOR_A_DAY, RARE_A_DAY } from '#domain/alerts/shares.ts';
import type { AlertEvents, ReportedEvent } from '#domain/api-schemas/alert-events.ts';
import { businessDay, startOfDay } from '#domain/billing/days.ts';
import { all, firstValue, raw, sql, statement } from '#functions/platform/db.ts';
import { workOfEach } from '#functions/platform/work/work-store.ts';
import { ALERT_WORK } from './names.ts';

/** Newest changes that stay of a monitor beyond its bound: enough to see that it is unstable. */
const FOLDED_KEPT = CHANGES_MAX + 1;

/** Kinds that say what a monitor is now; they share a bound, so that the newest of them is always kept. */
const stateKinds: readonly string[] = ['down', 'up', 'first', 'stopped'] satisfies ReportedEvent['kind'][];
const SORT = raw(`IIF(kind IN (${stateKinds.map((kind) => `'${kind}'`).join(', ')}), 'state', kind)`);

/** How many of its kind, or of all that say what a monitor is, are kept of one day. */
function mostOf(kind: ReportedEvent['kind'], { monitor }: Pick<ReportedEvent, 'monitor'>): number {
  if (monitor === null) return OF_NO_MONITOR_A_DAY;
  return stateKinds.includes(kind) ? CHANGES_A_DAY : RARE_A_DAY;
}

/** Events that are read to know what monitors are now: those of several days, unless very many change. */
const READ_MAX = 5_000;

/**
 * Stores events in their order, those that are not known yet, and makes work due for the recipients, in one
 * transaction.
 * @param monitorsMax Monitors of the environment of which a day is kept; what is reported of others is dropped.
 * @returns Ids of the recipients, and how many events were not written: known, folded before, or dropped.
 */
export async function acceptEvents(
  db: D1Database,
  orderId: string,
  { generation, events }: AlertEvents,
  monitorsMax: number,
  now: number,
): Promise<{ readonly recipients: readonly string[]; readonly unwritten: number }> {
  const today = startOfDay(businessDay(now));
  const rows = events.map(({ key, at, kind, ...facts }) => ({
    key,
    kind,
    sort: stateKinds.includes(kind) ? 'state' : kind,
    most: mostOf(kind, facts),
    // A clock that runs ahead must not date an event into the future.
    at: Math.min(at, now),
    monitor: facts.monitor?.id ?? null,
    facts: JSON.stringify(facts),
  }));
  const [written, , , recipients] = await db.batch<{ key: string }>([
    statement(db)`INSERT INTO alert_events (order_id, generation, key, kind, at, received_at, monitor_id,
            facts, is_folded)
          WITH reported AS (
            SELECT json_each.key AS place, value ->> 'key' AS key, value ->> 'kind' AS kind,
              value ->> 'sort' AS sort, value ->> 'most' AS most, value ->> 'at' AS at,
              value ->> 'monitor' AS monitor, value ->> 'facts' AS facts
            FROM json_each(${JSON.stringify(rows)})),
          fresh AS (
            SELECT * FROM reported
            WHERE NOT EXISTS (SELECT 1 FROM alert_events AS known WHERE known.order_id = ${orderId}
                AND known.generation = ${generation} AND known.key = reported.key)
              -- The key of what was folded is gone; its time says that it comes again.
              AND NOT EXISTS (SELECT 1 FROM alert_events WHERE order_id = ${orderId}
                AND monitor_id IS reported.monitor AND is_folded = 1 AND ${SORT} = reported.sort
                AND alert_events.at >= reported.at)),
          counted AS (
            SELECT *, ROW_NUMBER() OVER (PARTITION BY monitor, sort ORDER BY place)
                + (SELECT COUNT(*) FROM (SELECT received_at FROM alert_events WHERE order_id = ${orderId}
                    AND monitor_id IS fresh.monitor AND ${SORT} = fresh.sort ORDER BY seq DESC LIMIT ${OF_NO_MONITOR_A_DAY})
                  WHERE received_at >= ${today}) AS turn,
              monitor IS NULL OR EXISTS (SELECT 1 FROM alert_events WHERE order_id = ${orderId}
                AND monitor_id = fresh.monitor AND received_at >= ${today}) AS is_known
            FROM fresh),
          ranked AS (SELECT *, DENSE_RANK() OVER (PARTITION BY is_known ORDER BY monitor) AS rank FROM counted)
          SELECT ${orderId}, ${generation}, key, kind, at, ${now}, monitor, facts, turn > most FROM ranked
          WHERE is_known OR rank + (SELECT COUNT(DISTINCT monitor_id) FROM alert_events
            WHERE order_id = ${orderId} AND received_at >= ${today}) <= ${monitorsMax}
          ORDER BY place
          ON CONFLICT (order_id, generation, key) DO NOTHING`,
    statement(db)`DELETE FROM alert_events WHERE seq IN (SELECT seq FROM (
          SELECT seq, ROW_NUMBER() OVER (PARTITION BY monitor_id, ${SORT} ORDER BY seq DESC) AS age
          FROM alert_events WHERE order_id = ${orderId} AND is_folded = 1) WHERE age > ${FOLDED_KEPT})`,
    // Everybody is told of the first one of a day; what stopped has no name.
    statement(db)`INSERT INTO alert_events (order_id, generation, key, kind, at, received_at, facts)
          SELECT ${orderId}, '', ${`folded:${businessDay(now)}`}, 'folded', ${now}, ${now}, facts
          FROM (SELECT facts FROM alert_events WHERE order_id = ${orderId} AND is_folded = 1
            AND kind IN ('down', 'up') AND received_at >= ${today} ORDER BY seq DESC LIMIT 1)
          WHERE TRUE ON CONFLICT (order_id, generation, key) DO NOTHING`,
    // Also for events that were known: the answer to the first report may have been lost, and work with it.
    statement(db)`SELECT id AS key FROM alert_recipients WHERE order_id = ${orderId} AND state = 'on'`,
    workOfEach(
      db,
      ALERT_WORK,
      now,
      sql`SELECT id AS key, order_id FROM alert_recipients WHERE order_id = ${orderId} AND state = 'on'`,
    ),
  ]);
  return {
    recipients: recipients?.results.map(({ key }) => key) ?? [],
    unwritten: events.length - (written?.meta.changes ?? 0),
  };
}

/** How many of these events are about a monitor of which nothing is kept: nothing today, and nothing as new. */
export const countDroppedEvents = async (
  db: D1Database,
  orderId: string,
  events: readonly ReportedEvent[],
  now: number,
): Promise<number> => {
  const about = events.flatMap(({ monitor, at }) => (monitor === null ? [] : [{ id: monitor.id, at }]));
  return (
    (await firstValue<number>(db)`SELECT COUNT(*) AS value FROM json_each(${JSON.stringify(about)})
        WHERE NOT EXISTS (SELECT 1 FROM alert_events WHERE order_id = ${orderId} AND monitor_id = value ->> 'id'
          AND (received_at >= ${startOfDay(businessDay(now))} OR at >= value ->> 'at'))`) ?? 0
  );
};

/** What each monitor was at its newest change, among the environment's newest events. */
export const listMonitorStates = (db: D1Database, orderId: string) =>
  all<{ kind: 'down' | 'up' | 'first' | 'stopped'; at: number; name: string }>(
    db,
  )`SELECT kind, at, name FROM (
        SELECT kind, at, facts ->> '$.monitor.name' AS name,
          ROW_NUMBER() OVER (PARTITION BY monitor_id ORDER BY seq DESC) AS turn
        FROM (SELECT seq, kind, at, monitor_id, facts FROM alert_events WHERE order_id = ${orderId}
          ORDER BY seq DESC LIMIT ${READ_MAX}) AS subquery
        WHERE kind IN ('down', 'up', 'first', 'stopped')) AS subquery WHERE turn = 1`;
