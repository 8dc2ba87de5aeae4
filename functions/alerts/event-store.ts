/**
 * Reported events in D1: a row each, accepted once, with due work for everybody who is told.
 */
import type { AlertEvents } from '#domain/api-schemas/alert-events.ts';
import { businessDay } from '#domain/billing/days.ts';
import { firstValue, statement } from '#functions/platform/db.ts';
import { workOfEach } from '#functions/platform/work/work-store.ts';
import { ALERT_WORK } from './names.ts';

/** Makes the store over a D1 database. */
export function createAlertEventStore(db: D1Database) {
  return {
    /** Events of an environment on a day. */
    countToday: async (orderId: string, now: number): Promise<number> =>
      (await firstValue<number>(
        db,
        'SELECT events AS value FROM alert_days WHERE order_id = ? AND day = ?',
        orderId,
        businessDay(now),
      )) ?? 0,

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
        statement(
          db,
          `INSERT INTO alert_events (order_id, generation, key, kind, at, received_at, monitor_id, facts)
           SELECT ?1, ?2, json_each.value ->> 'key', json_each.value ->> 'kind', json_each.value ->> 'at', ?3,
             json_each.value ->> 'monitor', json_each.value ->> 'facts'
           FROM json_each(?4) WHERE TRUE ORDER BY json_each.key
           ON CONFLICT (order_id, generation, key) DO NOTHING`,
          orderId,
          generation,
          now,
          JSON.stringify(rows),
        ),
        statement(
          db,
          `INSERT INTO alert_days (order_id, day, events) SELECT ?1, ?2, changes() WHERE changes() > 0
           ON CONFLICT (order_id, day) DO UPDATE SET events = events + excluded.events`,
          orderId,
          businessDay(now),
        ),
        // Also for events that were known: the answer to the first report may have been lost, and work with it.
        statement(db, `SELECT id AS key FROM alert_recipients WHERE order_id = ? AND state = 'on'`, orderId),
        workOfEach(
          db,
          ALERT_WORK,
          now,
          `SELECT id AS key, order_id FROM alert_recipients WHERE order_id = ? AND state = 'on'`,
          orderId,
        ),
      ]);
      return recipients?.results.map(({ key }) => key) ?? [];
    },
  };
}
