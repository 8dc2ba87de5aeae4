/** What the processor tells: every event is written down, and queued for delivery where somebody listens. */
import { dateTimeAt } from './dates.ts';
import type { Checkout, Invoice, Payment, Subscription } from './objects.ts';
import { refuse } from './refusal.ts';
import { type AsaasStore, newEventId, type WebhookEvent } from './state.ts';

export interface TellerOptions {
  readonly store: AsaasStore;
  readonly now: () => number;
  /** False: an event of this name is written down and nobody is told. */
  readonly isListened: (event: string) => boolean;
}

export type Teller = ReturnType<typeof createTeller>;

/** A subscription as the vendor tells it: neither its card nor the way back is part of it. */
export function shownSubscription({ creditCardToken: _, callback: __, ...told }: Subscription) {
  return structuredClone(told);
}

/** What a deletion, an inactivation or an update tells of a subscription: its dates stand day first, unlike the API's. */
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
    /** Events carry the payment as it is at that moment. */
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
    /** Puts an event at the end of the queue once more: same id, same body, its own line in the list. */
    replay(eventId: string): void {
      const event = state.events.find((each) => each.id === eventId);
      queue(event?.body ?? refuse('invalid_object', 'Evento não encontrado.', 404));
      store.save();
    },
    /** Does `work`, whose events are written down and never sent: as if nobody had listened until they expired. */
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
