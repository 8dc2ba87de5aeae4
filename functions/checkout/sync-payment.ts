/**
 * What the processor reports about an order's payment, and what follows from it.
 *
 * Owns: adopting a subscription found at the processor, and the decision that an order is paid. The webhook, the status
 * check and a resumed checkout all end here, so an order becomes paid in one way only.
 */
import type { Deps } from '#functions/compose.ts';
import { beginProvisioning } from '#functions/orders/begin-provisioning.ts';
import type { Order } from '#functions/orders/order.ts';
import { receivedMail } from '#functions/orders/received-mail.ts';
import { markOrderPending, markOrderUnpaid } from '#functions/orders/store.ts';
import { appendEvent } from '#functions/platform/events.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import type { PaymentSnapshot, PaymentState, SubscriptionSnapshot } from '#functions/vendors/processor.ts';

/** The payment that decides the order: a confirmed one if there is any, else the oldest that can still be paid. */
export function decidingPayment(payments: readonly PaymentSnapshot[]): PaymentSnapshot | null {
  return (
    payments.find((payment) => payment.state === 'confirmed') ??
    payments.find((payment) => payment.state !== 'deleted') ??
    null
  );
}

const overStates: ReadonlySet<PaymentState> = new Set(['overdue', 'refused', 'refunded', 'deleted']);

/**
 * True when at least one charge was due and none was paid or can still be paid automatically. The next charge is
 * created up to 40 days before its due day, so it is not counted.
 */
export function isAllOver(payments: readonly PaymentSnapshot[], today: string): boolean {
  const due = payments.filter(({ dueDate }) => dueDate <= today);
  return due.length > 0 && due.every(({ state }) => overStates.has(state));
}

/**
 * Records a subscription in its order: if paid, provisioning begins, else the order waits for payment. A payment of
 * another amount than was sold does not count; operators see it in the events.
 */
export async function adoptSubscription(
  needs: Deps,
  order: Order,
  found: SubscriptionSnapshot,
): Promise<void> {
  const payment = decidingPayment(found.payments);
  if (order.releasedAt !== null) return endLateSubscription(needs, order, found.subscriptionId);
  const references = {
    customerId: found.customerId,
    subscriptionId: found.subscriptionId,
    paymentId: payment?.paymentId ?? null,
    // Shown to the customer, so only when the stored card cannot settle the charge by itself.
    payUrl:
      order.cardEntry === 'hosted' || payment?.state === 'overdue' || payment?.state === 'refused'
        ? (payment?.payUrl ?? null)
        : null,
    dueOn: payment?.dueDate ?? null,
  };
  if (payment?.state === 'confirmed' && payment.amountCentavos >= order.amountCentavos) {
    await beginProvisioning(needs, order, 'confirmed', references);
    return;
  }
  if (payment?.state === 'confirmed' && order.paymentId !== payment.paymentId) {
    await appendEvent(needs, 'payment-amount-differs', { orderId: order.id, detail: payment.paymentId });
  }
  const mails = [receivedMail(order, found.subscriptionId)];
  await markOrderPending(needs.db, order.id, references, needs.clock.now(), mails);
}

/**
 * Ends a subscription that was charged after its name was released: it must not renew, and an operator has to refund
 * it.
 */
async function endLateSubscription(needs: Deps, order: Order, subscriptionId: string): Promise<void> {
  needs.logger.error('late-payment', { orderId: order.id, subscriptionId });
  await appendEvent(needs, 'late-payment', { orderId: order.id, detail: subscriptionId });
  await needs.processor.cancelSubscription(subscriptionId);
}

/**
 * Removes the open charge of an unpaid order, so that its name or terms may change. The caller holds the order's lease.
 * @returns False when the charge was already paid: the order continues then.
 */
export async function withdrawCharge(needs: Deps, order: Order): Promise<boolean> {
  const found = await needs.processor.findSubscription(order.id);
  if (found !== null && decidingPayment(found.payments)?.state === 'confirmed') {
    await adoptSubscription(needs, order, found);
    return false;
  }
  // The list may not show a new subscription yet.
  const subscriptionId = found?.subscriptionId ?? order.subscriptionId;
  if (subscriptionId !== null) await needs.processor.cancelSubscription(subscriptionId);
  // Paid just before it was removed: the order will not use the money, so an operator refunds it.
  const paymentId = order.paymentId ?? found?.payments[0]?.paymentId ?? null;
  const payment = paymentId === null ? null : await needs.processor.readPayment(paymentId);
  if (payment?.state === 'confirmed') {
    needs.logger.error('late-payment', { orderId: order.id, paymentId: payment.paymentId });
    await appendEvent(needs, 'late-payment', { orderId: order.id, detail: payment.paymentId });
    await notifyOperators(needs, 'late-payment', {
      subdomain: order.subdomain,
      orderId: order.id,
      reference: payment.paymentId,
      amountCentavos: payment.amountCentavos,
      dueDate: payment.dueDate,
    });
  }
  return true;
}

/**
 * Reads an unpaid order's payment from the processor again; earlier answers are not trusted.
 * @returns The subscription found; `null` when there is none or nothing to look up.
 * @throws DomainError `payment-unavailable` when the processor does not answer.
 */
export async function syncPayment(needs: Deps, order: Order): Promise<SubscriptionSnapshot | null> {
  if (order.status !== 'AGUARDANDO' && order.releasedAt === null) return null;
  const found = await needs.processor.findSubscription(order.id);
  if (found !== null) {
    await adoptSubscription(needs, order, found);
    return found;
  }
  const now = needs.clock.now();
  if (order.leaseUntil >= now || order.unclearUntil >= now || order.releasedAt !== null) return null;
  // The lost call created nothing, or the subscription was removed before it was paid.
  if (order.payment === 'unclear' || order.payment === 'pending') {
    await markOrderUnpaid(needs.db, order, Math.max(order.unclearUntil, 1), now);
  }
  return null;
}
