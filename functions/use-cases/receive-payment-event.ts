/**
 * A payment event: kept once, worked once, and never believed. The payment is read again from the processor.
 */
import type { WebhookEvent } from '#functions/ports/stores.ts';
import type { Deps } from './deps.ts';
import { refreshPayment } from './settle-payment.ts';

/** Pause before an event whose work failed is worked again. */
const EVENT_RETRY_MS = 30_000;

/**
 * Keeps the event and works it. A failure is not the sender's business: the event is put off, the scheduled job
 * works it, and the sender's queue is not held up.
 */
export async function receivePaymentEvent(deps: Deps, event: WebhookEvent): Promise<void> {
  const isNew = await deps.webhookEvents.receive(event, deps.clock.now());
  if (isNew) await workPaymentEvent(deps, event);
}

/** Works one kept event; see `receivePaymentEvent`. */
export async function workPaymentEvent(deps: Deps, event: WebhookEvent): Promise<void> {
  try {
    await applyPayment(deps, event);
    await deps.webhookEvents.markProcessed(event.id, deps.clock.now());
  } catch (error) {
    deps.logger.warn('payment-event-postponed', { eventId: event.id, type: event.type, error });
    await deps.webhookEvents.postpone(event.id, deps.clock.now() + EVENT_RETRY_MS);
  }
}

async function applyPayment(deps: Deps, event: WebhookEvent): Promise<void> {
  if (event.paymentId === null) return;
  const payment = await deps.payments.readPayment(event.paymentId);
  if (payment === null) return;
  const order =
    (payment.orderId === null ? null : await deps.orders.findById(payment.orderId)) ??
    (payment.subscriptionId === null ? null : await deps.orders.findBySubscription(payment.subscriptionId));
  if (order === null) {
    deps.logger.warn('payment-without-order', { eventId: event.id, type: event.type });
    return;
  }
  await deps.events.append('payment-event', { orderId: order.id, detail: `${event.type} ${payment.state}` });
  await refreshPayment(deps, order);
}
