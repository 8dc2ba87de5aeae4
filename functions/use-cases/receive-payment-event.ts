/**
 * A payment event: kept once, worked once, and never believed. The payment is read again from the processor.
 */
import type { WebhookEvent } from '#functions/ports/stores.ts';
import { findPaidChange, settleChangePayment } from './change-plan-payment.ts';
import type { Deps } from './deps.ts';
import { refreshPayment } from './settle-payment.ts';

/** Pause before an event whose work failed is worked again. */
const EVENT_RETRY_MS = 30_000;

/**
 * Keeps the event; true when it is to be worked. The sender waits only for this: it gives up after ten seconds, and
 * asking the processor may take longer. Work that is lost on the way is taken up by the scheduled job.
 */
export async function keepPaymentEvent(deps: Deps, event: WebhookEvent): Promise<boolean> {
  return deps.webhookEvents.receive(event, deps.clock.now());
}

/** Works one kept event. A failure puts it off; it is not the sender's business. */
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
  const change = await findPaidChange(deps, payment);
  if (change !== null) {
    const detail = `${event.type} ${payment.state}`;
    await deps.events.append('payment-event', { orderId: change.orderId, detail });
    return settleChangePayment(deps, change, payment);
  }
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
