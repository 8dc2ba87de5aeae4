/**
 * Reported events in D1: a row each, accepted once, with due work for everybody who is told.
 */
import type { AlertEvents } from '#domain/api-schemas/alert-events.ts';
import { businessDay } from '#domain/billing/days.ts';
import { all, firstValue, sql, statement } from '#functions/platform/db.ts';
import { workOfEach } from '#functions/platform/work/work-store.ts';
import { ALERT_WORK } from './names.ts';

/** Events that are read to know what monitors are now: those of several days, unless very many change. */
const READ_MAX = 5_000;

/** Makes the store over a D1 database. */
export function createAlertEventStore(db: D1Database) {
  return {
    /** Events of an environment on a day. */
    countToday: async (orderId: string, now: number): Promise<number> =>
      (await firstValue<number>(db)`SELECT events AS value FROM alert_days
        WHERE order_id = ${orderId} AND day = ${businessDay(now)}`) ?? 0,

    /**
     * Stores events in their order, those that are not known yet, and makes work due for the recipients, in one
     * transaction.
     * @returns Ids of the recipients.
     */
    async accept(orderId: string, { generation, events }: AlertEvents, now: number): Promise<string[]> {
      const rows = events.map(({ key, at, kind, ...facts }) => ({
        key,
        kind,
        // A clock that runs ahead must not date an event into the future.
        at: Math.min(at, now),
        monitor: facts.monitor?.id ?? null,
        facts: JSON.stringify(facts),
      }));
      const [, , recipients] = await db.batch<{ key: string }>([
        statement(db)`INSERT INTO alert_events (order_id, generation, key, kind, at, received_at, monitor_id,
            facts)
          SELECT ${orderId}, ${generation}, json_each.value ->> 'key', json_each.value ->> 'kind',
            json_each.value ->> 'at', ${now}, json_each.value ->> 'monitor', json_each.value ->> 'facts'
          FROM json_each(${JSON.stringify(rows)}) WHERE TRUE ORDER BY json_each.key
          ON CONFLICT (order_id, generation, key) DO NOTHING`,
        statement(db)`INSERT INTO alert_days (order_id, day, events)
          SELECT ${orderId}, ${businessDay(now)}, changes() WHERE changes() > 0
          ON CONFLICT (order_id, day) DO UPDATE SET events = events + excluded.events`,
        // Also for events that were known: the answer to the first report may have been lost, and work with it.
        statement(db)`SELECT id AS key FROM alert_recipients WHERE order_id = ${orderId} AND state = 'on'`,
        workOfEach(
          db,
          ALERT_WORK,
          now,
          sql`SELECT id AS key, order_id FROM alert_recipients WHERE order_id = ${orderId} AND state = 'on'`,
        ),
      ]);
      return recipients?.results.map(({ key }) => key) ?? [];
    },

    /** What each monitor was at its newest change, among the environment's newest events. */
    listStates: (orderId: string) =>
      all<{ kind: 'down' | 'up' | 'first' | 'stopped'; at: number; name: string }>(
        db,
      )`SELECT kind, at, name FROM (
        SELECT kind, at, facts ->> '$.monitor.name' AS name,
          ROW_NUMBER() OVER (PARTITION BY monitor_id ORDER BY seq DESC) AS turn
        FROM (SELECT seq, kind, at, monitor_id, facts FROM alert_events WHERE order_id = ${orderId}
          ORDER BY seq DESC LIMIT ${READ_MAX}) AS subquery
        WHERE kind IN ('down', 'up', 'first', 'stopped')) AS subquery WHERE turn = 1`,
  };
}
