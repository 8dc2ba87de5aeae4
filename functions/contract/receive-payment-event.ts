/** A payment event: kept once, worked once, and never believed. The payment is read again from the processor. */

import type { Clock } from '#functions/platform/clock.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { followSubscription } from './follow-payment.ts';
import type { WebhookEvent, WebhookEventStore } from './payment-events.ts';
import { settleByPayment } from './settle-by-payment.ts';

interface KeepNeeds {
  readonly webhookEvents: WebhookEventStore;
  readonly clock: Clock;
}

type WorkNeeds = KeepNeeds & NeedsOf<typeof settleByPayment>;

/**
 * Keeps the event; true when it is to be worked. The sender waits only for this: it gives up after ten seconds, and
 * asking the processor may take longer. Work that is lost on the way is taken up by the scheduled job.
 */
export async function keepPaymentEvent(deps: KeepNeeds, event: WebhookEvent): Promise<boolean> {
  return deps.webhookEvents.receive(event, deps.clock.now());
}

/** Works one kept event. A failure puts it off: the sender has its answer. */
export async function workPaymentEvent(deps: WorkNeeds, event: WebhookEvent): Promise<void> {
  try {
    await applyEvent(deps, event);
    await deps.webhookEvents.markProcessed(event.id, deps.clock.now());
  } catch (error) {
    deps.logger.warn('payment-event-postponed', { eventId: event.id, type: event.type, error });
    await deps.webhookEvents.postpone(event.id, deps.clock.now());
  }
}

async function applyEvent(deps: WorkNeeds, { type, paymentId, subscriptionId }: WebhookEvent): Promise<void> {
  if (paymentId === null) {
    if (subscriptionId !== null) await followSubscription(deps, subscriptionId);
    return;
  }
  const payment = await deps.payments.readPayment(paymentId);
  if (payment === null) return;
  const { orderId } = await settleByPayment(deps, payment, type);
  if (orderId === null) deps.logger.warn('payment-without-order', { paymentId, type });
}
