/** Statements that keep the table of levels as a report says it. */
import type { AlertReport } from '#domain/api-schemas/alert-report.ts';
import { type Sql, sql, statement } from '#functions/platform/db.ts';
import { type Accepting, fallRows, levelRows } from './report-rows.ts';

/**
 * SQL: monitors that count for the bound. Whoever makes and deletes monitors all day may use up the day, and no more: those
 * that left on an earlier day do not count.
 */
const counting = ({ orderId, today }: Accepting): Sql =>
  sql`(SELECT COUNT(*) FROM alert_levels WHERE order_id = ${orderId} AND (state <> 'outside' OR changed_at >= ${today}))`;

/** SQL: whether a monitor in `reported` has a level. */
const isKnown = ({ orderId }: Accepting): Sql =>
  sql`EXISTS (SELECT 1 FROM alert_levels AS known WHERE known.order_id = ${orderId}
    AND known.monitor_id = reported.monitor AND known.created_at = reported.created)`;

/**
 * SQL: since when a monitor that is stated down, a row of `stated`, is down. Its newest fall decides: one that is open, or
 * covers that time although it was taken for over, goes on; otherwise nothing begins before it ended.
 */
export const beginningOf = (orderId: string): Sql =>
  sql`COALESCE((SELECT CASE WHEN newest.until IS NULL OR (newest.since <= stated.since AND newest.until > stated.since)
      THEN newest.since ELSE MAX(newest.until, stated.since) END
    FROM (SELECT f.since, f.until FROM alert_falls AS f WHERE f.order_id = ${orderId} AND f.monitor_id = stated.monitor
      AND f.created_at = stated.created ORDER BY f.since DESC LIMIT 1) AS newest), stated.since)`;

/** A level for monitors that are named by falls alone: what they are now comes with a later report. */
export const admitMonitors = (accepting: Accepting, falls: AlertReport['falls']): D1PreparedStatement =>
  statement(
    accepting.db,
  )`INSERT INTO alert_levels (order_id, monitor_id, created_at, name, address, state, since,
      interval, changed_at, entered_at)
    WITH reported AS (
      SELECT value ->> 'monitor' AS monitor, value ->> 'created' AS created, MAX(value ->> 'name') AS name,
        MAX(value ->> 'address') AS address, MAX(value ->> 'until') AS until
      FROM json_each(${fallRows(falls, accepting.now)}) GROUP BY 1, 2),
    ranked AS (SELECT *, ROW_NUMBER() OVER (ORDER BY monitor, created) AS rank FROM reported
      WHERE NOT ${isKnown(accepting)})
    SELECT ${accepting.orderId}, monitor, created, name, address, 'new', until, 60, ${accepting.now}, ${accepting.now} FROM ranked
    WHERE rank + ${counting(accepting)} <= ${accepting.monitorsMax} AND ${accepting.isAccepted}
    ON CONFLICT DO NOTHING`;

/**
 * Writes the levels that differ. A monitor that is down keeps the beginning of its fall: it never moves. The statement
 * changes no row where nothing but the time of the newest check is new, and returns those that it wrote (`WrittenRow`).
 */
export const writeLevels = (accepting: Accepting, levels: AlertReport['levels']): D1PreparedStatement => {
  const { db, orderId, now, isAccepted, monitorsMax } = accepting;
  return statement(
    db,
  )`INSERT INTO alert_levels (order_id, monitor_id, created_at, name, address, type, url, tags, state, since, reason,
      doubt, doubt_since, checked_at, interval, look, changed_at, entered_at)
    WITH reported AS (
      SELECT key AS place, value ->> 'monitor' AS monitor, value ->> 'created' AS created, value ->> 'name' AS name,
        value ->> 'address' AS address, value ->> 'type' AS type, value ->> 'url' AS url, value ->> 'tags' AS tags, value ->> 'state' AS state, value ->> 'since' AS since,
        value ->> 'reason' AS reason, value ->> 'doubt' AS doubt, value ->> 'doubtSince' AS doubt_since,
        value ->> 'checked' AS checked, value ->> 'interval' AS interval, value ->> 'look' AS look
      FROM json_each(${levelRows(levels, now)})),
    counted AS (SELECT *, ${isKnown(accepting)} AS is_known FROM reported),
    ranked AS (SELECT *, ROW_NUMBER() OVER (PARTITION BY is_known ORDER BY place) AS rank FROM counted)
    SELECT ${orderId}, monitor, created, name, address, type, url, tags, state,
      IIF(state = 'down', ${beginningOf(orderId)}, since),
      reason, doubt, doubt_since, checked, interval, look, ${now}, ${now} FROM ranked AS stated
    WHERE (is_known OR rank + ${counting(accepting)} <= ${monitorsMax}) AND ${isAccepted}
    ON CONFLICT (order_id, monitor_id, created_at) DO UPDATE SET name = excluded.name, address = excluded.address,
      type = excluded.type, url = excluded.url, tags = excluded.tags,
      changed_at = IIF(state = excluded.state AND reason IS excluded.reason
        AND (state <> 'down' OR since = excluded.since), changed_at, excluded.changed_at),
      entered_at = IIF(state = 'outside' AND excluded.state <> 'outside', excluded.entered_at, entered_at),
      state = excluded.state, since = excluded.since, reason = excluded.reason, doubt = excluded.doubt,
      doubt_since = excluded.doubt_since, checked_at = excluded.checked_at, interval = excluded.interval,
      -- What came up is looked at again.
      look = excluded.look, look_due_at = IIF(state = excluded.state, look_due_at, 0)
    WHERE (name, address, type, url, tags, state, since, reason, doubt, doubt_since, interval, look)
      IS NOT (excluded.name, excluded.address, excluded.type, excluded.url, excluded.tags, excluded.state, excluded.since, excluded.reason, excluded.doubt,
        excluded.doubt_since, excluded.interval, excluded.look)
    RETURNING monitor_id, created_at, 0 AS is_folded`;
};

/** After a whole statement: monitors that it does not name are gone, and their falls end. */
export const dropUnnamed = (
  { db, orderId, now, isAccepted }: Accepting,
  levels: AlertReport['levels'],
): D1PreparedStatement[] => {
  const named = JSON.stringify(levels.map(({ monitor, createdAt }) => `${monitor.id}:${createdAt}`));
  const isGone = sql`order_id = ${orderId} AND monitor_id || ':' || created_at NOT IN (SELECT value FROM json_each(${named}))
    AND ${isAccepted}`;
  return [
    statement(
      db,
    )`UPDATE alert_falls SET until = MAX(since, ${now}), ended_by = 'deleted', ended_received_at = ${now}
      WHERE until IS NULL AND ${isGone}`,
    statement(db)`UPDATE alert_levels SET state = 'outside', since = ${now}, reason = 'deleted', doubt = NULL,
        doubt_since = NULL, changed_at = ${now}
      WHERE reason IS NOT 'deleted' AND ${isGone}`,
  ];
};

/** Keeps when monitors were checked last, where nothing else is new. */
export const noteChecks = (
  { db, orderId, now, isAccepted }: Accepting,
  checked: AlertReport['checked'],
): D1PreparedStatement =>
  statement(db)`UPDATE alert_levels SET checked_at = reported.at
    FROM (SELECT value ->> 'id' AS monitor, value ->> 'createdAt' AS created, MIN(value ->> 'at', ${now}) AS at
      FROM json_each(${JSON.stringify(checked)})) AS reported
    WHERE order_id = ${orderId} AND monitor_id = reported.monitor AND created_at = reported.created
      AND COALESCE(checked_at, 0) < reported.at AND ${isAccepted}`;
