/** Decides what a charge belongs to and applies it, whether an event reported it or the daily comparison found it. */
import { claimCardPagePayment } from '#functions/card-change/resume-card-change.ts';
import { syncPayment } from '#functions/checkout/sync-payment.ts';
import type { Deps } from '#functions/compose.ts';
import { claimDebtPayment } from '#functions/debts/collect-debt.ts';
import type { ClaimedPayment, NoteEvent } from '#functions/orders/claimed-payment.ts';
import { findOrder, findOrderBySubscription } from '#functions/orders/store.ts';
import { claimChangePayment } from '#functions/plan-change/settle-change-payment.ts';
import { appendEvent } from '#functions/platform/events.ts';
import { syncContractCharge } from '#functions/renewals/sync-contract-charge.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';

/** Asked in this order; the first that knows the charge applies it. A charge that none knows is a sale or a renewal. */
const claims = [claimDebtPayment, claimCardPagePayment, claimChangePayment] as const;

/**
 * Applies a charge as just read.
 * @param eventType The type of the webhook event; `null` when the charge was found without one.
 */
export async function routePayment(
  needs: Deps,
  payment: PaymentSnapshot,
  eventType: string | null,
): Promise<ClaimedPayment> {
  const note: NoteEvent = async (orderId) => {
    if (eventType === null) return;
    await appendEvent(needs, 'payment-event', { orderId, detail: `${eventType} ${payment.state}` });
  };
  for (const claim of claims) {
    const claimed = await claim(needs, payment, note);
    if (claimed !== null) return claimed;
  }
  return applySold(needs, payment, note);
}

/** The first charge of an order, or a charge of a contract. */
async function applySold(needs: Deps, payment: PaymentSnapshot, note: NoteEvent): Promise<ClaimedPayment> {
  const order =
    (payment.reference === null ? null : await findOrder(needs.db, payment.reference)) ??
    (payment.subscriptionId === null
      ? null
      : await findOrderBySubscription(needs.db, payment.subscriptionId));
  if (order !== null) {
    await note(order.id);
    await syncPayment(needs, order);
  }
  const { orderId, isNew } = await syncContractCharge(needs, payment);
  if (order === null && orderId !== null) await note(orderId);
  const isComing = order !== null && order.releasedAt === null && order.status !== 'CONCLUIDO';
  return {
    orderId: order?.id ?? orderId,
    hasContract: isComing || orderId !== null,
    isNew: isNew || (order?.status === 'AGUARDANDO' && payment.state === 'confirmed'),
  };
}
