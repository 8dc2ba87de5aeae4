/**
 * The webhook queue: one event at a time, in order, until the receiver answers 200.
 *
 * As the vendor's sequential mode: a failing event blocks all later ones, and after 15 failures in a row the queue
 * stops until it is resumed by hand. Only the retry delays are shorter.
 */
import type { AsaasStore, WebhookEvent } from './state.ts';

export interface WebhookTarget {
  readonly url: string;
  /** Sent as `asaas-access-token`. */
  readonly token: string;
}

export interface DeliveryOptions {
  readonly store: AsaasStore;
  readonly now: () => number;
  /** Current receiver; `null` when no webhook is set up. */
  readonly target: () => WebhookTarget | null;
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
}

/** Failures in a row after which the vendor pauses a queue. */
const FAILURES_IN_A_ROW_MAX = 15;

/** Delay after the first, second … failure of an event; later failures use the last one. */
const retryAfterMs = [500, 1000, 2000, 4000, 8000, 15_000];

const ANSWER_TIMEOUT_MS = 10_000;

export function createDeliveries({ store, now, target, fetch }: DeliveryOptions) {
  const { state } = store;

  function head(): WebhookEvent | undefined {
    if (target() === null || state.queue.isInterrupted) return undefined;
    return state.events.find((each) => each.nextAttemptAt !== null);
  }

  async function attempt({ url, token }: WebhookTarget, event: WebhookEvent): Promise<number | null> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'asaas-access-token': token,
          'user-agent': 'Java/1.8.0_282',
        },
        body: JSON.stringify(event.body),
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      // No receiver or a timeout counts like a wrong status.
      return null;
    }
  }

  function record(event: WebhookEvent, status: number | null): void {
    event.attempts.push({ at: now(), status });
    if (status === 200) {
      event.deliveredAt = now();
      event.nextAttemptAt = null;
      state.queue.failuresInARow = 0;
    } else {
      const failures = event.attempts.filter((each) => each.status !== 200).length;
      const wait = retryAfterMs[Math.min(failures, retryAfterMs.length) - 1] ?? 0;
      event.nextAttemptAt = now() + wait;
      state.queue.failuresInARow += 1;
      state.queue.isInterrupted = state.queue.failuresInARow >= FAILURES_IN_A_ROW_MAX;
    }
    store.save();
  }

  return {
    /** When the queue has work next; `null` while it is empty or paused. */
    nextAt: (): number | null => head()?.nextAttemptAt ?? null,

    /** Sends due events in order; stops at the first failure. */
    async deliverDue(): Promise<void> {
      for (let event = head(); event !== undefined; event = head()) {
        const webhook = target();
        if (webhook === null || (event.nextAttemptAt ?? Infinity) > now()) return;
        record(event, await attempt(webhook, event));
      }
    },

    resume(): void {
      state.queue = { failuresInARow: 0, isInterrupted: false };
      for (const event of state.events) if (event.nextAttemptAt !== null) event.nextAttemptAt = now();
      store.save();
    },
  };
}
