/** A payment event: kept once, worked once, and never believed. The payment is read again from the processor. */
import type { Clock } from '#functions/platform/clock.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { followSubscription } from './look-at-contract.ts';
import type { WebhookEvent, WebhookEventStore } from './payment-events.ts';
import { settleByPayment } from './settle-by-payment.ts';

interface KeepNeeds {
  readonly webhookEvents: WebhookEventStore;
  readonly clock: Clock;
}

type WorkNeeds = KeepNeeds & NeedsOf<typeof settleByPayment> & NeedsOf<typeof followSubscription>;

/**
 * Keeps the event; true when it is to be worked. The sender waits only for this: it gives up after ten seconds, and
 * asking the processor may take longer. Work that is lost on the way is taken up by the scheduled job.
 */
export async function keepPaymentEvent(needs: KeepNeeds, event: WebhookEvent): Promise<boolean> {
  return needs.webhookEvents.receive(event, needs.clock.now());
}

/** Works one kept event. A failure puts it off: the sender has its answer. */
export async function workPaymentEvent(needs: WorkNeeds, event: WebhookEvent): Promise<void> {
  try {
    await applyEvent(needs, event);
    await needs.webhookEvents.markProcessed(event.id, needs.clock.now());
  } catch (error) {
    needs.logger.warn('payment-event-postponed', { eventId: event.id, type: event.type, error });
    await needs.webhookEvents.postpone(event.id, needs.clock.now());
  }
}

async function applyEvent(
  needs: WorkNeeds,
  { type, paymentId, subscriptionId }: WebhookEvent,
): Promise<void> {
  if (paymentId === null) {
    if (subscriptionId !== null) await followSubscription(needs, subscriptionId);
    return;
  }
  const payment = await needs.payments.readPayment(paymentId);
  if (payment === null) return;
  const { orderId } = await settleByPayment(needs, payment, type);
  if (orderId === null) needs.logger.warn('payment-without-order', { paymentId, type });
}
