/** The processor's events: each one is recorded, and queued for delivery if a webhook listens. */
import { dateTimeAt } from './dates.ts';
import type { Checkout, Invoice, Payment, Subscription } from './objects.ts';
import { refuse } from './refusal.ts';
import { type AsaasStore, newEventId, type WebhookEvent } from './state.ts';

export interface EventSenderOptions {
  readonly store: AsaasStore;
  readonly now: () => number;
  /** False: an event of this name is recorded but not sent. */
  readonly isListened: (event: string) => boolean;
}

export type EventSender = ReturnType<typeof createEventSender>;

/** A subscription as the vendor returns it: without card and return URL. */
export function shownSubscription({ creditCardToken: _, callback: __, ...shown }: Subscription) {
  return structuredClone(shown);
}

/** A subscription in events about deletion, inactivation or update: its dates are day first, unlike the API's. */
function inEvent(subscription: Subscription): Record<string, unknown> {
  const dayFirst = (date: string) => date.split('-').toReversed().join('/');
  return {
    ...shownSubscription(subscription),
    dateCreated: dayFirst(subscription.dateCreated),
    nextDueDate: dayFirst(subscription.nextDueDate),
  };
}

export function createEventSender({ store, now, isListened }: EventSenderOptions) {
  const { state } = store;
  let isSilent = false;

  function queue(body: WebhookEvent['body']): void {
    const nextAttemptAt = !isSilent && isListened(body.event) ? now() : null;
    state.events.push({ id: body.id, body, attempts: [], nextAttemptAt, deliveredAt: null });
  }

  function send(event: string, about: Record<string, unknown>): void {
    queue({ id: newEventId(), event, dateCreated: dateTimeAt(now()), ...about });
  }

  return {
    sendSubscription(event: string, subscription: Subscription): void {
      send(event, { subscription: inEvent(subscription) });
    },
    /** Events contain the payment in its current state. */
    sendPayment(event: string, payment: Payment): void {
      send(event, { payment: structuredClone(payment) });
    },
    /** A hosted page's event. */
    sendCheckout(event: string, checkout: Checkout): void {
      const { expiresAt: _, customer: __, ...shown } = structuredClone(checkout);
      send(event, { checkout: shown });
    },
    sendInvoice(event: string, invoice: Invoice): void {
      send(event, { invoice: structuredClone(invoice) });
    },
    /** Queues an event again: same id, same body, its own line in the list. */
    replay(eventId: string): void {
      const event = state.events.find((each) => each.id === eventId);
      queue(event?.body ?? refuse('invalid_object', 'Evento não encontrado.', 404));
      store.save();
    },
    /** Runs `work` and records its events without sending them, as if they had expired undelivered. */
    silently<T>(work: () => T): T {
      isSilent = true;
      try {
        return work();
      } finally {
        isSilent = false;
      }
    },
  };
}
