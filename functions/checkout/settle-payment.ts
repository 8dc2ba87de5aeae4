/**
 * What the processor says about an order's money, and what follows from it.
 *
 * Owns: taking over a subscription found at the processor, and the decision that an order is paid. Both the webhook,
 * the status re-read and an interrupted checkout end here, so there is one way to be paid.
 */

import { tellOperators } from '#functions/operations/notices.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { beginProvisioning } from '#functions/provisioning/begin-provisioning.ts';
import type {
  PaymentGateway,
  PaymentSnapshot,
  PaymentState,
  SubscriptionSnapshot,
} from '#functions/vendors/payments.ts';
import type { Order } from './order.ts';
import type { OrderStore } from './store.ts';

type Needs = NeedsOf<typeof beginProvisioning> & {
  readonly orders: OrderStore;
  readonly payments: PaymentGateway;
};

/** The payment that decides: a confirmed one if there is any, else the oldest that still can be paid. */
export function decidingPayment(payments: readonly PaymentSnapshot[]): PaymentSnapshot | null {
  return (
    payments.find((payment) => payment.state === 'confirmed') ??
    payments.find((payment) => payment.state !== 'deleted') ??
    null
  );
}

const overStates: ReadonlySet<PaymentState> = new Set(['overdue', 'refused', 'refunded', 'deleted']);

/**
 * True when charges were due and none of them may still go through by itself or has. The next one is made up to 40 days
 * before its day and says nothing about them.
 */
export function isAllOver(payments: readonly PaymentSnapshot[], today: string): boolean {
  const due = payments.filter(({ dueDate }) => dueDate <= today);
  return due.length > 0 && due.every(({ state }) => overStates.has(state));
}

/**
 * Takes a subscription over into its order: paid → provisioning begins, else the order waits for the payment.
 * A payment of another amount than was sold does not count; an operator sees it in the events.
 */
export async function adoptSubscription(
  needs: Needs,
  order: Order,
  found: SubscriptionSnapshot,
): Promise<void> {
  const payment = decidingPayment(found.payments);
  if (order.releasedAt !== null) return endLateSubscription(needs, order, found.subscriptionId);
  const references = {
    customerId: found.customerId,
    subscriptionId: found.subscriptionId,
    paymentId: payment?.paymentId ?? null,
    // Shown to the customer, so only where the card alone will not settle it, or none was left yet.
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
    await needs.events.append('payment-amount-differs', { orderId: order.id, detail: payment.paymentId });
  }
  await needs.orders.markPending(order.id, references, needs.clock.now());
}

/** The name was given back before this charge came into being: it must not renew, and an operator has to refund it. */
async function endLateSubscription(needs: Needs, order: Order, subscriptionId: string): Promise<void> {
  needs.logger.error('late-payment', { orderId: order.id, subscriptionId });
  await needs.events.append('late-payment', { orderId: order.id, detail: subscriptionId });
  await needs.payments.cancelSubscription(subscriptionId);
}

/**
 * Removes the open charge of an unpaid order, so that its name or its terms may change. The caller holds the
 * order's lease.
 *
 * @returns False when it turned out to be paid: then the order goes on.
 */
export async function withdrawCharge(
  needs: Needs & NeedsOf<typeof tellOperators>,
  order: Order,
): Promise<boolean> {
  const found = await needs.payments.findSubscription(order.id);
  if (found !== null) {
    if (decidingPayment(found.payments)?.state === 'confirmed') {
      await adoptSubscription(needs, order, found);
      return false;
    }
    await needs.payments.cancelSubscription(found.subscriptionId);
  }
  // Paid in the moment before it was removed: nothing will come of the money, so an operator refunds it.
  const paymentId = order.paymentId ?? found?.payments[0]?.paymentId ?? null;
  const payment = paymentId === null ? null : await needs.payments.readPayment(paymentId);
  if (payment?.state === 'confirmed') {
    needs.logger.error('late-payment', { orderId: order.id, paymentId: payment.paymentId });
    await needs.events.append('late-payment', { orderId: order.id, detail: payment.paymentId });
    await tellOperators(needs, 'late-payment', {
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
 * Asks the processor again about an order that waits for its payment. Never trusts what was said before.
 * @returns What was found, `null` for nothing or where there was nothing to ask.
 * @throws DomainError `payment-unavailable` when the processor does not answer.
 */
export async function refreshPayment(needs: Needs, order: Order): Promise<SubscriptionSnapshot | null> {
  if (order.status !== 'AGUARDANDO' && order.releasedAt === null) return null;
  const found = await needs.payments.findSubscription(order.id);
  if (found !== null) {
    await adoptSubscription(needs, order, found);
    return found;
  }
  const now = needs.clock.now();
  if (order.leaseUntil >= now || order.unclearUntil >= now || order.releasedAt !== null) return null;
  // A lost answer that nothing came of, or a subscription that was removed there before it was paid.
  if (order.payment === 'unclear' || order.payment === 'pending') {
    await needs.orders.markUnpaid(order.id, order, false, now);
  }
  return null;
}
