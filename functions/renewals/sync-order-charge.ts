/** A charge without a contract: a first one, paid before the environment exists, or one of an order that ended without it. */
import { returnLateCharge } from '#functions/checkout/return-late-charge.ts';
import type { Deps } from '#functions/compose.ts';
import { findOrder } from '#functions/orders/store.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import { sendReceipt } from './send-receipt.ts';
import { syncOrderDispute } from './sync-order-dispute.ts';

/**
 * Applies such a charge: its dispute, its receipt, and its return after the order was closed. One for an order whose name is
 * free again goes to an operator.
 * @returns True when anything changed.
 */
export async function syncOrderCharge(needs: Deps, payment: PaymentSnapshot): Promise<boolean> {
  const order = payment.reference === null ? null : await findOrder(needs.db, payment.reference);
  if (order === null) return false;
  const isDisputeNews = await syncOrderDispute(needs, order, payment);
  if (payment.state !== 'confirmed') return isDisputeNews;
  if (order.closedAt !== null) return returnLateCharge(needs, order, payment);
  const { id: orderId, subdomain, plan } = order;
  const { paymentId: reference, amountCentavos, dueDate } = payment;
  if (order.releasedAt !== null && order.payment !== 'confirmed')
    return notifyOperators(needs, 'late-payment', { subdomain, orderId, reference, amountCentavos, dueDate });
  // Refunded after the contract: the payment was already handled.
  if (order.releasedAt !== null || order.payment !== 'confirmed') return false;
  const details =
    payment.subscriptionId === null ? null : await needs.processor.readSubscription(payment.subscriptionId);
  return sendReceipt(needs, { orderId, subdomain, plan }, payment, details?.nextDueDate ?? null);
}
