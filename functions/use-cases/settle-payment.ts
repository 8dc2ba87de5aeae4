/**
 * What the processor says about an order's money, and what follows from it.
 *
 * Owns: taking over a subscription found at the processor, and the decision that an order is paid. Both the webhook,
 * the status re-read and an interrupted checkout end here, so there is one way to be paid.
 */
import type { Order } from '#functions/ports/order-store.ts';
import type { PaymentSnapshot, SubscriptionSnapshot } from '#functions/ports/payment-gateway.ts';
import { beginProvisioning } from './begin-provisioning.ts';
import type { Deps } from './deps.ts';

type Needs = Pick<Deps, 'orders' | 'payments' | 'provisioner' | 'events' | 'clock' | 'logger'>;

/** The payment that decides: a confirmed one if there is any, else the oldest that still can be paid. */
function decidingPayment(payments: readonly PaymentSnapshot[]): PaymentSnapshot | null {
  return (
    payments.find((payment) => payment.state === 'confirmed') ??
    payments.find((payment) => payment.state !== 'deleted') ??
    null
  );
}

/**
 * Takes a subscription over into its order: paid → provisioning begins, else the order waits for the payment.
 * A payment of another amount than was sold does not count; an operator sees it in the events.
 */
export async function adoptSubscription(
  deps: Needs,
  order: Order,
  found: SubscriptionSnapshot,
): Promise<void> {
  const payment = decidingPayment(found.payments);
  const references = {
    customerId: found.customerId,
    subscriptionId: found.subscriptionId,
    paymentId: payment?.paymentId ?? null,
    // Shown to the customer, so only where the card alone will not settle it.
    payUrl: payment?.state === 'overdue' || payment?.state === 'refused' ? payment.payUrl : null,
  };
  if (payment?.state === 'confirmed' && payment.amountCentavos >= order.amountCentavos) {
    await beginProvisioning(deps, order, 'confirmed', references);
    return;
  }
  if (payment?.state === 'confirmed') {
    await deps.events.append('payment-amount-differs', { orderId: order.id, detail: payment.paymentId });
  }
  await deps.orders.markPending(order.id, references, deps.clock.now());
}

/**
 * Asks the processor again about an order that waits for its payment. Never trusts what was said before.
 * @throws DomainError `payment-unavailable` when the processor does not answer.
 */
export async function refreshPayment(deps: Needs, order: Order): Promise<void> {
  if (order.status !== 'AGUARDANDO') return;
  const found = await deps.payments.findSubscription(order.id);
  if (found !== null) {
    await adoptSubscription(deps, order, found);
    return;
  }
  const now = deps.clock.now();
  // An answer was lost and nothing has turned up within the time the processor may take: nothing was created.
  if (order.payment === 'unclear' && order.unclearUntil < now && order.leaseUntil < now) {
    await deps.orders.markUnpaid(order.id, order.leaseUntil, now);
  }
}
