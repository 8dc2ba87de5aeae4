/** The processor's webhook events in D1: each stored once and retried until it is processed. */
import { all, exists, run } from '#functions/platform/db.ts';

/** First retry of an event whose processing failed; the delay doubles up to an hour. */
const RETRY_MS = 30_000;
const LAST_RETRY_MS = 3_600_000;
const DOUBLINGS = 7;

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly paymentId: string | null;
  /** Set for an event about a subscription itself. */
  readonly subscriptionId: string | null;
}

export function createWebhookEventStore(db: D1Database) {
  return {
    /** Stores an event; false when it is already stored and processed. */
    async receive(event: WebhookEvent, now: number): Promise<boolean> {
      await run(
        db,
        `INSERT INTO webhook_events (id, type, payment_id, subscription_id, received_at, due_at)
         VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
        event.id,
        event.type,
        event.paymentId,
        event.subscriptionId,
        now,
        now + RETRY_MS,
      );
      return exists(db, 'SELECT 1 FROM webhook_events WHERE id = ? AND processed_at IS NULL', event.id);
    },
    markProcessed: (id: string, now: number) =>
      run(db, 'UPDATE webhook_events SET processed_at = ? WHERE id = ?', now, id),
    /** Postpones an event after a failure, longer each time. */
    postpone: (id: string, now: number) =>
      run(
        db,
        `UPDATE webhook_events SET due_at = ? + MIN(?, ? * (1 << MIN(attempts, ?))), attempts = attempts + 1
         WHERE id = ?`,
        now,
        LAST_RETRY_MS,
        RETRY_MS,
        DOUBLINGS,
        id,
      ),
    /** Claims the events that are due, each until `leaseUntil`. */
    claimDue: (now: number, leaseUntil: number, limit: number) =>
      all<WebhookEvent>(
        db,
        `UPDATE webhook_events SET due_at = ?
         WHERE id IN (SELECT id FROM webhook_events WHERE processed_at IS NULL AND due_at <= ? ORDER BY due_at LIMIT ?)
         RETURNING id, type, payment_id AS paymentId, subscription_id AS subscriptionId`,
        leaseUntil,
        now,
        limit,
      ),
  };
}
