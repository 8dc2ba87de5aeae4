/** Idempotency keys, webhook events, outbox and event log in D1. */

import { currentScope } from './request-scope.ts';
import type {
  EventLog,
  IdempotencyStore,
  Outbox,
  OutboxMessage,
  WebhookEvent,
  WebhookEventStore,
} from './stores-port.ts';

/**
 * A request that has not answered for this long may be asked again under its key. Shorter than the processor may
 * take: the order's own lease guards the work, and after a crash the customer should not wait for a minute.
 */
export const IDEMPOTENCY_LEASE_MS = 20_000;

interface IdempotencyRow {
  fingerprint: string;
  lease_until: number;
  status: number | null;
  body: string | null;
}

export function createIdempotencyStore(db: D1Database): IdempotencyStore {
  return {
    async begin({ route, subject, key }, fingerprint, now) {
      const inserted = await db
        .prepare(
          `INSERT INTO idempotency (route, subject, key, fingerprint, lease_until, created_at)
           VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        )
        .bind(route, subject, key, fingerprint, now + IDEMPOTENCY_LEASE_MS, now)
        .run();
      if (inserted.meta.changes === 1) return { state: 'fresh' };
      const row = await db
        .prepare(
          'SELECT fingerprint, lease_until, status, body FROM idempotency WHERE route = ? AND subject = ? AND key = ?',
        )
        .bind(route, subject, key)
        .first<IdempotencyRow>();
      if (row === null) return { state: 'in-flight' };
      if (row.fingerprint !== fingerprint) return { state: 'reused' };
      if (row.status !== null) return { state: 'done', status: row.status, body: row.body ?? '' };
      const taken = await db
        .prepare(
          `UPDATE idempotency SET lease_until = ?
           WHERE route = ? AND subject = ? AND key = ? AND status IS NULL AND lease_until < ?`,
        )
        .bind(now + IDEMPOTENCY_LEASE_MS, route, subject, key, now)
        .run();
      return { state: taken.meta.changes === 1 ? 'fresh' : 'in-flight' };
    },
    async finish({ route, subject, key }, status, body) {
      await db
        .prepare('UPDATE idempotency SET status = ?, body = ? WHERE route = ? AND subject = ? AND key = ?')
        .bind(status, body, route, subject, key)
        .run();
    },
    async abandon({ route, subject, key }) {
      await db
        .prepare(
          'UPDATE idempotency SET lease_until = 0 WHERE route = ? AND subject = ? AND key = ? AND status IS NULL',
        )
        .bind(route, subject, key)
        .run();
    },
  };
}

/** First retry of an event whose work failed; the wait doubles up to an hour. */
const EVENT_RETRY_MS = 30_000;
const EVENT_RETRY_LAST_MS = 3_600_000;
const EVENT_DOUBLINGS = 7;

interface EventRow {
  id: string;
  type: string;
  payment_id: string | null;
  subscription_id: string | null;
}

export function createWebhookEventStore(db: D1Database): WebhookEventStore {
  return {
    async receive(event, now) {
      await db
        .prepare(
          `INSERT INTO webhook_events (id, type, payment_id, subscription_id, received_at, due_at)
           VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
        )
        .bind(event.id, event.type, event.paymentId, event.subscriptionId, now, now + EVENT_RETRY_MS)
        .run();
      const row = await db
        .prepare('SELECT processed_at FROM webhook_events WHERE id = ?')
        .bind(event.id)
        .first<{ processed_at: number | null }>();
      return row?.processed_at === null;
    },
    async markProcessed(id, now) {
      await db.prepare('UPDATE webhook_events SET processed_at = ? WHERE id = ?').bind(now, id).run();
    },
    async postpone(id, now) {
      await db
        .prepare(
          `UPDATE webhook_events SET due_at = ? + MIN(?, ? * (1 << MIN(attempts, ?))), attempts = attempts + 1
           WHERE id = ?`,
        )
        .bind(now, EVENT_RETRY_LAST_MS, EVENT_RETRY_MS, EVENT_DOUBLINGS, id)
        .run();
    },
    async claimDue(now, leaseUntil, limit) {
      const { results } = await db
        .prepare(
          `UPDATE webhook_events SET due_at = ?
           WHERE id IN (SELECT id FROM webhook_events WHERE processed_at IS NULL AND due_at <= ? ORDER BY due_at LIMIT ?)
           RETURNING id, type, payment_id, subscription_id`,
        )
        .bind(leaseUntil, now, limit)
        .all<EventRow>();
      return results.map(
        (row): WebhookEvent => ({
          id: row.id,
          type: row.type,
          paymentId: row.payment_id,
          subscriptionId: row.subscription_id,
        }),
      );
    },
  };
}

export function createOutbox(db: D1Database): Outbox {
  return {
    async claimDue(now, leaseUntil, limit) {
      // One statement claims: two overlapping jobs never hold the same message.
      const { results } = await db
        .prepare(
          `UPDATE outbox SET due_at = ?, attempts = attempts + 1
           WHERE id IN (SELECT id FROM outbox WHERE sent_at IS NULL AND due_at <= ? ORDER BY due_at LIMIT ?)
           RETURNING id, template, payload, attempts`,
        )
        .bind(leaseUntil, now, limit)
        .all<OutboxMessage>();
      return results;
    },
    async markSent(id, now) {
      await db.prepare('UPDATE outbox SET sent_at = ?, last_error = NULL WHERE id = ?').bind(now, id).run();
    },
    async postpone(id, dueAt, reason) {
      await db
        .prepare('UPDATE outbox SET due_at = ?, last_error = ? WHERE id = ?')
        .bind(dueAt, reason, id)
        .run();
    },
  };
}

export function createEventLog(db: D1Database, now: () => number): EventLog {
  return {
    async append(kind, { orderId, detail }) {
      const scope = currentScope();
      await db
        .prepare(
          'INSERT INTO events (at, kind, order_id, request_id, operator, detail) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .bind(now(), kind, orderId ?? null, scope?.requestId ?? null, scope?.operator ?? null, detail ?? null)
        .run();
    },
  };
}
