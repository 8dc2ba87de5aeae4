/** The processor's webhook events in D1: each stored once, with the work of processing it. */
import { exists, first, run, type Sql, sql, statement } from '#functions/platform/db.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly paymentId: string | null;
  /** Set for an event about a subscription itself. */
  readonly subscriptionId: string | null;
}

/** The kind of work that processes an event; its key is the event's id. */
export const EVENT_WORK = 'payment-event';

const isOpen = (id: string): Sql =>
  sql`EXISTS (SELECT 1 FROM webhook_events WHERE id = ${id} AND processed_at IS NULL)`;

/** Stores an event; false when it is already stored and processed. */
export async function receiveEvent(db: D1Database, event: WebhookEvent, now: number): Promise<boolean> {
  await db.batch([
    statement(db)`INSERT INTO webhook_events (id, type, payment_id, subscription_id, received_at)
          VALUES (${event.id}, ${event.type}, ${event.paymentId}, ${event.subscriptionId}, ${now})
          ON CONFLICT (id) DO NOTHING`,
    workStatement(db, { kind: EVENT_WORK, key: event.id }, now, isOpen(event.id)),
  ]);
  return exists(db)`SELECT 1 WHERE ${isOpen(event.id)}`;
}

export const findOpenEvent = (db: D1Database, id: string) =>
  first<WebhookEvent>(db)`SELECT id, type, payment_id, subscription_id
        FROM webhook_events
        WHERE id = ${id} AND processed_at IS NULL`;

export const markEventProcessed = (db: D1Database, id: string, now: number) =>
  run(db)`UPDATE webhook_events SET processed_at = ${now} WHERE id = ${id}`;
