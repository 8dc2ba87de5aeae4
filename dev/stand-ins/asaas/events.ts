/** The processor's events: each one is recorded, and queued for delivery if a webhook listens. */
import { dateTimeAt } from './dates.ts';
import type { Checkout, Invoice, Payment, Subscription } from './objects.ts';
import { refuse } from './refusal.ts';
import { type AsaasStore, newEventId, type WebhookEvent } from './state.ts';

export interface TellerOptions {
  readonly store: AsaasStore;
  readonly now: () => number;
  /** False: an event of this name is recorded but not sent. */
  readonly isListened: (event: string) => boolean;
}

export type Teller = ReturnType<typeof createTeller>;

/** A subscription as the vendor returns it: without card and return URL. */
export function shownSubscription({ creditCardToken: _, callback: __, ...told }: Subscription) {
  return structuredClone(told);
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

export function createTeller({ store, now, isListened }: TellerOptions) {
  const { state } = store;
  let isSilent = false;

  function queue(body: WebhookEvent['body']): void {
    const nextAttemptAt = !isSilent && isListened(body.event) ? now() : null;
    state.events.push({ id: body.id, body, attempts: [], nextAttemptAt, deliveredAt: null });
  }

  function tell(event: string, about: Record<string, unknown>): void {
    queue({ id: newEventId(), event, dateCreated: dateTimeAt(now()), ...about });
  }

  return {
    tellSubscription(event: string, subscription: Subscription): void {
      tell(event, { subscription: inEvent(subscription) });
    },
    /** Events contain the payment in its current state. */
    tellPayment(event: string, payment: Payment): void {
      tell(event, { payment: structuredClone(payment) });
    },
    /** A hosted page's event. */
    tellCheckout(event: string, checkout: Checkout): void {
      const { expiresAt: _, customer: __, ...told } = structuredClone(checkout);
      tell(event, { checkout: told });
    },
    tellInvoice(event: string, invoice: Invoice): void {
      tell(event, { invoice: structuredClone(invoice) });
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
