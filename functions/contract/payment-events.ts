/** Events about payments in D1, as the processor sent them: each kept once, and worked until that has succeeded. */
import { all, first, run } from '#functions/platform/db.ts';

/** First retry of an event whose work failed; the wait doubles up to an hour. */
const RETRY_MS = 30_000;
const LAST_RETRY_MS = 3_600_000;
const DOUBLINGS = 7;

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly paymentId: string | null;
  /** Of an event about a subscription itself. */
  readonly subscriptionId: string | null;
}

export type WebhookEventStore = ReturnType<typeof createWebhookEventStore>;

export function createWebhookEventStore(db: D1Database) {
  return {
    /** Keeps an event; false when it is known and already worked. */
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
      const sql = 'SELECT processed_at FROM webhook_events WHERE id = ?';
      return (await first<{ processed_at: number | null }>(db, sql, event.id))?.processed_at === null;
    },
    async markProcessed(id: string, now: number): Promise<void> {
      await run(db, 'UPDATE webhook_events SET processed_at = ? WHERE id = ?', now, id);
    },
    /** Puts an event off after a failure, each time for longer. */
    async postpone(id: string, now: number): Promise<void> {
      await run(
        db,
        `UPDATE webhook_events SET due_at = ? + MIN(?, ? * (1 << MIN(attempts, ?))), attempts = attempts + 1
         WHERE id = ?`,
        now,
        LAST_RETRY_MS,
        RETRY_MS,
        DOUBLINGS,
        id,
      );
    },
    /** Takes the events that are due; each stays with the caller until `leaseUntil`. */
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
