/**
 * A payment event: kept once, worked once, and never believed. The payment is read again from the processor.
 */

import { refreshPayment } from '#functions/checkout/settle-payment.ts';
import type { Deps } from '#functions/deps.ts';
import { findPaidChange, settleChangePayment } from '#functions/plan-change/payment.ts';
import type { PaymentSnapshot } from '#functions/vendors/payments.ts';
import { followPayment, followSubscription } from './follow-payment.ts';
import type { WebhookEvent } from './payment-events.ts';

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
    await applyEvent(deps, event);
    await deps.webhookEvents.markProcessed(event.id, deps.clock.now());
  } catch (error) {
    deps.logger.warn('payment-event-postponed', { eventId: event.id, type: event.type, error });
    await deps.webhookEvents.postpone(event.id, deps.clock.now());
  }
}

async function applyEvent(deps: Deps, { type, paymentId, subscriptionId }: WebhookEvent): Promise<void> {
  if (paymentId === null) {
    if (subscriptionId !== null) await followSubscription(deps, subscriptionId);
    return;
  }
  const payment = await deps.payments.readPayment(paymentId);
  if (payment === null) return;
  const { orderId } = await settleByPayment(deps, payment, type);
  if (orderId === null) deps.logger.warn('payment-without-order', { paymentId, type });
}

/** What a charge belongs to and whether anything came of it. */
export interface Settlement {
  /** The order that it was sold with; `null` for a charge of nobody's. */
  readonly orderId: string | null;
  /** False when the charge renews no contract that is in force, on its way or known to end. */
  readonly hasContract: boolean;
  readonly isNew: boolean;
}

/**
 * Settles a charge as just read: for a change of plan, for the order it is the first charge of, for a contract.
 * @param eventType What was told about it; `null` when it was found without being told.
 */
export async function settleByPayment(
  deps: Deps,
  payment: PaymentSnapshot,
  eventType: string | null,
): Promise<Settlement> {
  const note = async (orderId: string): Promise<void> => {
    if (eventType === null) return;
    await deps.events.append('payment-event', { orderId, detail: `${eventType} ${payment.state}` });
  };
  const change = await findPaidChange(deps, payment);
  if (change !== null) {
    await note(change.orderId);
    await settleChangePayment(deps, change, payment);
    // Where it came into force, its first charge is one of the new contract.
    const followed = await followPayment(deps, payment);
    const hasContract = change.settledAt === null || followed.orderId !== null;
    return { orderId: change.orderId, hasContract, isNew: payment.state === 'confirmed' };
  }
  const order =
    (payment.orderId === null ? null : await deps.orders.findById(payment.orderId)) ??
    (payment.subscriptionId === null ? null : await deps.orders.findBySubscription(payment.subscriptionId));
  if (order !== null) {
    await note(order.id);
    await refreshPayment(deps, order);
  }
  const { orderId, isNew } = await followPayment(deps, payment);
  if (order === null && orderId !== null) await note(orderId);
  const isComing = order !== null && order.releasedAt === null && order.status !== 'CONCLUIDO';
  return {
    orderId: order?.id ?? orderId,
    hasContract: isComing || orderId !== null,
    isNew: isNew || (order?.status === 'AGUARDANDO' && payment.state === 'confirmed'),
  };
}
