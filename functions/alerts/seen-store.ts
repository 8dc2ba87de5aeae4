/** Who looks after falls, in D1: the first who says so of an open fall counts, until the fall ends. */
import type { FallSeen, NamedFall } from '#domain/alerts/levels.ts';
import { type AlertMessage, openFallsIn } from '#domain/alerts/lines.ts';
import { all, among, first, rowsOf, type Sql, sql, statement } from '#functions/platform/db.ts';
import { eventStatement } from '#functions/platform/events.ts';
import { wakeAll } from './member-store.ts';

/** A fall as whoever looks after it is shown it. Moments are milliseconds, UTC. */
export interface SeenFall {
  readonly seq: number;
  readonly name: string;
  readonly since: number;
  /** `null` while it lasts. */
  readonly until: number | null;
  readonly seenAt: number | null;
  readonly seenBy: string | null;
}

const COLUMNS = sql`seq, name, since, until, seen_at, seen_by`;

/** A message of which its reader may say "Estou vendo". */
export interface ToldMessage {
  readonly recipientId: string;
  readonly createdAt: number;
  /** Those that it says to last. */
  readonly falls: readonly NamedFall[];
}

/** A message as it was written last; `null` once it is gone. */
export async function findToldMessage(db: D1Database, id: string): Promise<ToldMessage | null> {
  const row = await first<{ recipientId: string; createdAt: number; facts: string | null }>(
    db,
  )`SELECT recipient_id, created_at, facts FROM alert_messages WHERE id = ${id}`;
  if (row === null) return null;
  const { facts, ...message } = row;
  return { ...message, falls: facts === null ? [] : openFallsIn(JSON.parse(facts) as AlertMessage) };
}

/** The falls that a message names, in order. */
export const listNamedFalls = (
  db: D1Database,
  orderId: string,
  falls: readonly NamedFall[],
): Promise<SeenFall[]> =>
  all<SeenFall>(db)`SELECT ${COLUMNS} FROM alert_falls WHERE order_id = ${orderId}
      AND (monitor_id, created_at, since) IN (SELECT value ->> 'monitorId', value ->> 'createdAt', value ->> 'since'
        FROM json_each(${JSON.stringify(falls)})) ORDER BY seq`;

/**
 * Says of falls that somebody looks after them, and asks for the words to everybody else.
 * @returns How many are new, and all of them as they are now.
 */
export async function markSeen(
  db: D1Database,
  orderId: string,
  falls: readonly number[],
  { at, by, who }: FallSeen,
  actor: string | null,
): Promise<{ readonly count: number; readonly falls: readonly SeenFall[] }> {
  const named: Sql = sql`order_id = ${orderId} AND seq IN ${among(falls.map(String))}`;
  const [marked, , , read] = await db.batch([
    statement(db)`UPDATE alert_falls SET seen_at = ${at}, seen_by = ${by}, seen_who = ${who}
      WHERE ${named} AND seen_at IS NULL AND until IS NULL`,
    wakeAll(db, orderId, at),
    // Nobody may be left to be told.
    eventStatement(
      db,
      { kind: 'alert-seen', orderId, detail: `${falls.length} ${who}`, actor },
      at,
      sql`EXISTS (SELECT 1 FROM alert_falls WHERE ${named} AND seen_at = ${at} AND seen_who = ${who})`,
    ),
    statement(db)`SELECT ${COLUMNS} FROM alert_falls WHERE ${named} ORDER BY seq`,
  ]);
  return { count: marked?.meta.changes ?? 0, falls: rowsOf<SeenFall>(read) };
}
