/** Which addresses another network may be asked for, and what it got there, in D1. */
import type { NamedFall } from '#domain/alerts/levels.ts';
import type { EarlierLooks } from '#domain/alerts/second-look.ts';
import { all, statement } from '#functions/platform/db.ts';

/** A monitor that may be looked at. */
export interface Lookable extends EarlierLooks {
  readonly orderId: string;
  readonly monitorId: number;
  readonly createdAt: number;
  readonly look: string;
  /** Start of its fall; `null` while it is up. */
  readonly since: number | null;
}

/**
 * Monitors of an environment that may be looked at now: those of these falls while they last, then some that are up and
 * due.
 */
export const listLookable = (
  db: D1Database,
  orderId: string,
  falls: readonly NamedFall[],
  max: number,
  now: number,
): Promise<Lookable[]> =>
  all<Lookable>(db)`SELECT l.order_id, l.monitor_id, l.created_at, l.look, l.looked, l.looked_at, f.since
      FROM json_each(${JSON.stringify(falls)}) JOIN alert_falls f ON f.order_id = ${orderId}
        AND f.monitor_id = json_extract(value, '$.monitorId') AND f.created_at = json_extract(value, '$.createdAt')
        AND f.since = json_extract(value, '$.since')
      JOIN alert_levels l ON l.order_id = f.order_id AND l.monitor_id = f.monitor_id
        AND l.created_at = f.created_at
      WHERE f.until IS NULL AND l.look IS NOT NULL AND l.state = 'down'
    UNION ALL SELECT * FROM (SELECT order_id, monitor_id, created_at, look, looked, looked_at, NULL
      FROM alert_levels WHERE order_id = ${orderId} AND state = 'up' AND look IS NOT NULL
        AND (look_due_at <= ${now} OR looked <> look) LIMIT ${max})`;

/** Monitors that are up and due, of every environment, those that wait longest first. */
export const listDueLooks = (db: D1Database, max: number, now: number) =>
  all<Lookable & { readonly isActive: 0 | 1 }>(
    db,
  )`SELECT l.order_id, l.monitor_id, l.created_at, l.look, l.looked,
      l.looked_at, NULL AS since, COALESCE(e.state = 'active', 0) AS is_active
    FROM alert_levels l INDEXED BY alert_levels_look LEFT JOIN environments e ON e.order_id = l.order_id
    WHERE l.state = 'up' AND l.look IS NOT NULL AND l.look_due_at <= ${now}
    ORDER BY l.look_due_at LIMIT ${max}`;

/** What is kept of one look. */
export interface NotedLook extends Pick<Lookable, 'orderId' | 'monitorId' | 'createdAt' | 'look' | 'since'> {
  /** Of a fall: what is said of it. */
  readonly said: string | null;
  /** Of the monitor, as it is to be from now on. */
  readonly looked: string | null;
  readonly lookedAt: number | null;
  readonly dueAt: number;
}

/**
 * Keeps looks: on the falls that still last, and on monitors whose address is still this one.
 * @param read Reads in the same round trip what is true then. @returns What it read.
 */
export async function noteLooks(
  db: D1Database,
  looks: readonly NotedLook[],
  read: readonly D1PreparedStatement[] = [],
): Promise<D1Result | undefined> {
  const said = looks.filter((each) => each.said !== null);
  const results = await db.batch([
    ...(said.length === 0
      ? []
      : [
          statement(db)`UPDATE alert_falls SET look = json_extract(value, '$.said')
            FROM json_each(${JSON.stringify(said)})
            WHERE order_id = json_extract(value, '$.orderId') AND monitor_id = json_extract(value, '$.monitorId')
              AND created_at = json_extract(value, '$.createdAt') AND since = json_extract(value, '$.since')
              AND until IS NULL`,
        ]),
    statement(db)`UPDATE alert_levels SET looked = json_extract(value, '$.looked'),
        looked_at = json_extract(value, '$.lookedAt'), look_due_at = json_extract(value, '$.dueAt')
      FROM json_each(${JSON.stringify(looks)})
      WHERE order_id = json_extract(value, '$.orderId') AND monitor_id = json_extract(value, '$.monitorId')
        AND created_at = json_extract(value, '$.createdAt') AND look = json_extract(value, '$.look')`,
    ...read,
  ]);
  return results.at(-1);
}
