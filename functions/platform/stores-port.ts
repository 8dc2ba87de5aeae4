/** The smaller stores: idempotency keys, webhook events, outgoing messages, the log of events. */

export interface IdempotencyScope {
  readonly route: string;
  readonly subject: string;
  readonly key: string;
}

export type IdempotencyBegin =
  | { readonly state: 'fresh' }
  | { readonly state: 'in-flight' }
  | { readonly state: 'reused' }
  | { readonly state: 'done'; readonly status: number; readonly body: string };

export interface IdempotencyStore {
  /** Takes the key for this request, or says what became of it. An expired lease is taken over. */
  begin(scope: IdempotencyScope, fingerprint: string, now: number): Promise<IdempotencyBegin>;
  /** Keeps a definite answer for replay. */
  finish(scope: IdempotencyScope, status: number, body: string): Promise<void>;
  /** Gives the key back: the outcome is open, the same request may come again. */
  abandon(scope: IdempotencyScope): Promise<void>;
}

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly paymentId: string | null;
  /** Of an event about a subscription itself. */
  readonly subscriptionId: string | null;
}

export interface WebhookEventStore {
  /** Keeps an event; false when it is known and already worked. */
  receive(event: WebhookEvent, now: number): Promise<boolean>;
  markProcessed(id: string, now: number): Promise<void>;
  /** Puts an event off after a failure, each time for longer. */
  postpone(id: string, now: number): Promise<void>;
  /** Takes the events that are due; each stays with the caller until `leaseUntil`. */
  claimDue(now: number, leaseUntil: number, limit: number): Promise<readonly WebhookEvent[]>;
}

export interface OutboxMessage {
  readonly id: string;
  readonly template: string;
  /** JSON, read by the template. */
  readonly payload: string;
  readonly attempts: number;
}

export interface Outbox {
  /** Takes the messages that are due; each stays with the caller until `leaseUntil`. */
  claimDue(now: number, leaseUntil: number, limit: number): Promise<readonly OutboxMessage[]>;
  markSent(id: string, now: number): Promise<void>;
  postpone(id: string, dueAt: number, reason: string): Promise<void>;
}

export interface EventLog {
  /** Appends what happened, with the request it happened in; no personal data in `detail`. */
  append(kind: string, entry: { orderId?: string; detail?: string }): Promise<void>;
}
