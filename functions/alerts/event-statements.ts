/** Statements that keep what happened beside falls and returns. Every bound is counted in the statement that writes. */
import { OF_NO_MONITOR_A_DAY, RARE_A_DAY } from '#domain/alerts/shares.ts';
import type { AlertReport } from '#domain/api-schemas/alert-report.ts';
import { businessDay, startOfDay } from '#domain/billing/days.ts';
import { firstValue, statement } from '#functions/platform/db.ts';
import { type Accepting, eventRows } from './report-rows.ts';

/** Writes events that are not known, within the day's bounds; it changes as many rows. */
export const writeEvents = (
  { db, orderId, monitorsMax, now, today, isAccepted }: Accepting,
  events: AlertReport['events'],
): D1PreparedStatement =>
  statement(db)`INSERT INTO alert_events (order_id, key, kind, at, received_at, monitor_id, facts)
    WITH reported AS (
      SELECT json_each.key AS place, value ->> 'key' AS key, value ->> 'kind' AS kind, value ->> 'at' AS at,
        value ->> 'monitor' AS monitor, value ->> 'facts' AS facts
      FROM json_each(${eventRows(events, now)})),
    fresh AS (SELECT * FROM reported WHERE NOT EXISTS (SELECT 1 FROM alert_events AS known
      WHERE known.order_id = ${orderId} AND known.key = reported.key)),
    counted AS (
      SELECT *, ROW_NUMBER() OVER (PARTITION BY monitor, kind ORDER BY place)
          + (SELECT COUNT(*) FROM alert_events WHERE order_id = ${orderId} AND received_at >= ${today}
            AND monitor_id IS fresh.monitor AND alert_events.kind = fresh.kind) AS turn,
        monitor IS NULL OR EXISTS (SELECT 1 FROM alert_events WHERE order_id = ${orderId}
          AND received_at >= ${today} AND monitor_id = fresh.monitor) AS is_known
      FROM fresh),
    ranked AS (SELECT *, DENSE_RANK() OVER (PARTITION BY is_known ORDER BY monitor) AS rank FROM counted)
    SELECT ${orderId}, key, kind, at, ${now}, monitor, facts FROM ranked
    WHERE turn <= IIF(monitor IS NULL, ${OF_NO_MONITOR_A_DAY}, ${RARE_A_DAY})
      AND (is_known OR rank + (SELECT COUNT(DISTINCT monitor_id) FROM alert_events
        WHERE order_id = ${orderId} AND received_at >= ${today}) <= ${monitorsMax})
      AND ${isAccepted}
    ORDER BY place
    ON CONFLICT (order_id, key) DO NOTHING`;

/** How many of these events are about a monitor of which nothing is kept: nothing today, and not this one. */
export const countDroppedEvents = async (
  db: D1Database,
  orderId: string,
  events: AlertReport['events'],
  now: number,
): Promise<number> => {
  const about = events.flatMap(({ key, monitor }) => (monitor === null ? [] : [{ key, id: monitor.id }]));
  return (
    (await firstValue<number>(db)`SELECT COUNT(*) AS value FROM json_each(${JSON.stringify(about)})
      WHERE NOT EXISTS (SELECT 1 FROM alert_events WHERE order_id = ${orderId} AND monitor_id = value ->> 'id'
          AND received_at >= ${startOfDay(businessDay(now))})
        AND NOT EXISTS (SELECT 1 FROM alert_events WHERE order_id = ${orderId} AND alert_events.key = value ->> 'key')`) ??
    0
  );
};
