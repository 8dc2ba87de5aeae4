/**
 * Statements that keep the table of falls as a report says it. Falls of a monitor follow each other: one is open at most,
 * and its beginning never moves.
 *
 * A monitor that changes too often fills no table: beyond its bound for a day only its newest falls stay. The bound is
 * counted in the statement that writes, so requests at the same time add up.
 */
import { FALLS_A_DAY, FOLDED_KEPT } from '#domain/alerts/shares.ts';
import type { AlertReport } from '#domain/api-schemas/alert-report.ts';
import { businessDay } from '#domain/billing/days.ts';
import { type Sql, sql, statement } from '#functions/platform/db.ts';
import { beginningOf } from './level-statements.ts';
import { type Accepting, fallRows, levelRows } from './report-rows.ts';

/** SQL: what a reported fall, or a level that is down, says of it. */
const FACTS = sql`key AS place, value ->> 'monitor' AS monitor, value ->> 'created' AS created, value ->> 'name' AS name,
  value ->> 'address' AS address, value ->> 'type' AS type, value ->> 'url' AS url, value ->> 'took' AS took,
  value ->> 'uptime' AS uptime, value ->> 'since' AS since, value ->> 'message' AS message,
  value ->> 'down' AS down_at, value ->> 'first' AS is_first,
  value ->> 'sign' AS sign_at, value ->> 'from' AS unseen_from, value ->> 'through' AS unseen_until,
  value ->> 'gap' AS gap`;

/** SQL condition: a stored fall is of the monitor in `reported`. */
const ofMonitor = (table: Sql, { orderId }: Accepting): Sql =>
  sql`${table}.order_id = ${orderId} AND ${table}.monitor_id = reported.monitor AND ${table}.created_at = reported.created`;

const STORED = sql`alert_falls`;

/** SQL: the columns of a `WrittenRow`. */
const written = (now: number): Sql =>
  sql`RETURNING monitor_id, created_at, is_folded = 1 AND received_at = ${now} AS is_folded`;

/** SQL: the fall's turn of its monitor's day, which `today` falls were before. */
const turnOf = (accepting: Accepting): Sql =>
  sql`ROW_NUMBER() OVER (PARTITION BY monitor, created ORDER BY place)
    + (SELECT COUNT(*) FROM (SELECT received_at FROM alert_falls WHERE ${ofMonitor(STORED, accepting)}
        ORDER BY since DESC LIMIT ${FALLS_A_DAY}) WHERE received_at >= ${accepting.today})`;

/** SQL condition: the monitor is kept. */
const isKept = ({ orderId }: Accepting): Sql =>
  sql`EXISTS (SELECT 1 FROM alert_levels WHERE order_id = ${orderId} AND monitor_id = reported.monitor
    AND alert_levels.created_at = reported.created)`;

/**
 * Ends open falls with what is reported of them. One that is reported with another beginning is the same, unless it ended
 * before the open one began: nobody saw the monitor up between.
 */
const endFalls = (accepting: Accepting, falls: AlertReport['falls']): D1PreparedStatement => {
  const { db, orderId, now, isAccepted } = accepting;
  return statement(
    db,
  )`WITH reported AS (SELECT ${FACTS}, value ->> 'until' AS until, value ->> 'end' AS ended_by
      FROM json_each(${fallRows(falls, now)}))
    UPDATE alert_falls SET until = reported.until, ended_by = reported.ended_by, gap = COALESCE(reported.gap, alert_falls.gap),
      uptime = reported.uptime, took = COALESCE(alert_falls.took, reported.took),
      unseen_from = COALESCE(reported.unseen_from, alert_falls.unseen_from),
      unseen_until = COALESCE(reported.unseen_until, alert_falls.unseen_until), ended_received_at = ${now}
    FROM reported
    WHERE alert_falls.order_id = ${orderId} AND alert_falls.until IS NULL AND ${isAccepted}
      AND reported.place = (SELECT MIN(each.place) FROM reported AS each WHERE each.monitor = alert_falls.monitor_id
        AND each.created = alert_falls.created_at AND each.until > alert_falls.since)`;
};

/**
 * Writes falls that are over and not known. What a known one covers is known, and so is what lies before a folded one: the
 * older of these are gone.
 */
const addFalls = (accepting: Accepting, falls: AlertReport['falls']): D1PreparedStatement => {
  const { db, orderId, now, isAccepted } = accepting;
  return statement(
    db,
  )`INSERT INTO alert_falls (order_id, monitor_id, created_at, name, address, type, url, took, uptime, since, down_at, until, ended_by,
      gap, message, is_first, sign_at, unseen_from, unseen_until, is_folded, received_at, ended_received_at)
    WITH reported AS (SELECT ${FACTS}, value ->> 'until' AS until, value ->> 'end' AS ended_by
      FROM json_each(${fallRows(falls, now)})),
    fresh AS (SELECT * FROM reported
      WHERE ${isKept(accepting)}
        AND NOT EXISTS (SELECT 1 FROM alert_falls WHERE ${ofMonitor(STORED, accepting)}
          AND (alert_falls.since = reported.since OR (is_folded = 1 AND alert_falls.since >= reported.since)))
        AND NOT EXISTS (SELECT 1 FROM (SELECT until FROM alert_falls WHERE ${ofMonitor(STORED, accepting)}
            AND alert_falls.since < reported.until ORDER BY since DESC LIMIT 1) AS entries
          WHERE entries.until IS NULL OR entries.until > reported.since)),
    counted AS (SELECT *, ${turnOf(accepting)} AS turn FROM fresh AS reported)
    SELECT ${orderId}, monitor, created, name, address, type, url, took, uptime, since, down_at, until, ended_by, gap, message, is_first, sign_at,
      unseen_from, unseen_until, turn > ${FALLS_A_DAY}, ${now}, ${now} FROM counted
    WHERE ${isAccepted} ORDER BY place
    ON CONFLICT DO NOTHING ${written(now)}`;
};

/** Ends the open falls of monitors that are not down any more, where no reported fall has ended them. */
const endByLevels = (accepting: Accepting, levels: AlertReport['levels']): D1PreparedStatement => {
  const { db, orderId, now, isAccepted } = accepting;
  return statement(db)`UPDATE alert_falls SET until = MAX(alert_falls.since, reported.since),
      ended_by = CASE reported.state WHEN 'up' THEN 'up' WHEN 'outside' THEN reported.reason ELSE 'unseen' END,
      gap = COALESCE(reported.gap, alert_falls.gap), unseen_from = COALESCE(reported.unseen_from, alert_falls.unseen_from),
      unseen_until = COALESCE(reported.unseen_until, alert_falls.unseen_until), ended_received_at = ${now}
    FROM (SELECT *, (SELECT seq FROM alert_falls AS open WHERE open.order_id = ${orderId} AND open.monitor_id = monitor
        AND open.created_at = created AND open.until IS NULL) AS open_seq
      FROM (SELECT ${FACTS}, value ->> 'state' AS state, value ->> 'reason' AS reason
        FROM json_each(${levelRows(levels, now)}))) AS reported
    WHERE alert_falls.seq = reported.open_seq AND ${isAccepted}`;
};

/** Opens a fall for each monitor that is down and has none. One that was taken for over goes on. */
const openFalls = (accepting: Accepting, levels: AlertReport['levels']): D1PreparedStatement => {
  const { db, orderId, now, isAccepted } = accepting;
  return statement(
    db,
  )`INSERT INTO alert_falls (order_id, monitor_id, created_at, name, address, type, url, took, since, down_at, message, is_first,
      sign_at, unseen_from, unseen_until, is_folded, received_at)
    WITH reported AS (SELECT ${FACTS} FROM json_each(${levelRows(levels, now)})),
    fresh AS (SELECT * FROM reported WHERE ${isKept(accepting)}
      AND NOT EXISTS (SELECT 1 FROM alert_falls WHERE ${ofMonitor(STORED, accepting)} AND until IS NULL)),
    counted AS (SELECT *, ${turnOf(accepting)} AS turn FROM fresh AS reported)
    SELECT ${orderId}, monitor, created, name, address, type, url, took, ${beginningOf(orderId)}, down_at, message, is_first, sign_at, unseen_from,
      unseen_until, turn > ${FALLS_A_DAY}, ${now} FROM counted AS stated WHERE ${isAccepted} ORDER BY place
    ON CONFLICT (order_id, monitor_id, created_at, since) DO UPDATE SET until = NULL, ended_by = NULL,
      ended_received_at = NULL ${written(now)}`;
};

/** Keeps what lies within open falls: a companion that loses its record does not know it any more. */
const noteGaps = (
  { db, orderId, now, isAccepted }: Accepting,
  levels: AlertReport['levels'],
): D1PreparedStatement =>
  statement(
    db,
  )`UPDATE alert_falls SET gap = reported.gap FROM (SELECT ${FACTS} FROM json_each(${levelRows(levels, now)})) AS reported
    WHERE alert_falls.order_id = ${orderId} AND alert_falls.monitor_id = reported.monitor
      AND alert_falls.created_at = reported.created AND alert_falls.until IS NULL AND ${isAccepted}`;

/** Statements that remove what is beyond a bound, and say so: everybody is told of the first one of a day. */
export const foldFalls = ({ db, orderId, now, today, isAccepted }: Accepting): D1PreparedStatement[] => [
  statement(
    db,
  )`DELETE FROM alert_falls WHERE until IS NOT NULL AND ${isAccepted} AND seq IN (SELECT seq FROM (
      SELECT seq, ROW_NUMBER() OVER (PARTITION BY monitor_id, created_at ORDER BY since DESC) AS age
      FROM alert_falls WHERE order_id = ${orderId} AND is_folded = 1) AS subquery WHERE age > ${FOLDED_KEPT})`,
  statement(db)`INSERT INTO alert_events (order_id, key, kind, at, received_at, facts)
    SELECT ${orderId}, ${`folded:${businessDay(now)}`}, 'folded', ${now}, ${now},
      json_object('monitor', json_object('id', monitor_id, 'name', name), 'message', '')
    FROM (SELECT monitor_id, name FROM alert_falls WHERE order_id = ${orderId} AND is_folded = 1
      AND received_at >= ${today} ORDER BY seq DESC LIMIT 1) AS subquery
    WHERE ${isAccepted} ON CONFLICT (order_id, key) DO NOTHING`,
];

/** Statements for falls that are over. The last of them changes as many rows as falls were not known. */
export const writeFalls = (accepting: Accepting, falls: AlertReport['falls']): D1PreparedStatement[] => [
  endFalls(accepting, falls),
  addFalls(accepting, falls),
];

/** Statements that end and open falls by the levels; for a batch that wrote the reported falls before. */
export function followLevels(
  accepting: Accepting,
  { levels }: Pick<AlertReport, 'levels'>,
): D1PreparedStatement[] {
  const isDown = ({ state }: AlertReport['levels'][number]) => state === 'down';
  const [down, others] = [levels.filter(isDown), levels.filter((each) => !isDown(each))];
  const interrupted = down.filter(({ gap }) => gap !== null);
  return [
    ...(others.length > 0 ? [endByLevels(accepting, others)] : []),
    ...(down.length > 0 ? [openFalls(accepting, down)] : []),
    ...(interrupted.length > 0 ? [noteGaps(accepting, interrupted)] : []),
  ];
}
