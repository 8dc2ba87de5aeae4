/** Decides what a charge belongs to and applies it, whether an event reported it or the daily comparison found it. */

import { followCardPage } from '#functions/card-change/follow-card-page.ts';
import { refreshPayment } from '#functions/checkout/settle-payment.ts';
import { findPaidChange, settleChangePayment } from '#functions/plan-change/settle-change-payment.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import { settleDebtByPayment } from './collect-debt.ts';
import { followPayment } from './follow-payment.ts';

type Needs = NeedsOf<typeof findPaidChange> &
  NeedsOf<typeof followCardPage> &
  NeedsOf<typeof settleChangePayment> &
  NeedsOf<typeof refreshPayment> &
  NeedsOf<typeof followPayment> &
  NeedsOf<typeof settleDebtByPayment>;

/** The order of a charge, and what changed. */
export interface Settlement {
  /** The order that it was sold with; `null` when it belongs to no order. */
  readonly orderId: string | null;
  /** False when no contract, past or future, belongs to the charge. */
  readonly hasContract: boolean;
  readonly isNew: boolean;
}

/**
 * Applies a charge as just read: to a plan change, to the order whose first charge it is, or to a contract.
 * @param eventType The type of the webhook event; `null` when the charge was found without one.
 */
export async function settleByPayment(
  needs: Needs,
  payment: PaymentSnapshot,
  eventType: string | null,
): Promise<Settlement> {
  const note = async (orderId: string): Promise<void> => {
    if (eventType === null) return;
    await needs.events.append('payment-event', { orderId, detail: `${eventType} ${payment.state}` });
  };
  const debt = await settleDebtByPayment(needs, payment);
  if (debt !== null) return { orderId: null, hasContract: false, isNew: debt };
  const cardPage = await followCardPage(needs, payment);
  if (cardPage !== null) {
    await note(cardPage);
    return { orderId: cardPage, hasContract: true, isNew: false };
  }
  const change = await findPaidChange(needs, payment);
  if (change !== null) {
    await note(change.orderId);
    await settleChangePayment(needs, change, payment);
    // If the change came into force, its first charge belongs to the new contract.
    const followed = await followPayment(needs, payment);
    const hasContract = change.settledAt === null || followed.orderId !== null;
    return { orderId: change.orderId, hasContract, isNew: payment.state === 'confirmed' };
  }
  const order =
    (payment.orderId === null ? null : await needs.orders.findById(payment.orderId)) ??
    (payment.subscriptionId === null ? null : await needs.orders.findBySubscription(payment.subscriptionId));
  if (order !== null) {
    await note(order.id);
    await refreshPayment(needs, order);
  }
  const { orderId, isNew } = await followPayment(needs, payment);
  if (order === null && orderId !== null) await note(orderId);
  const isComing = order !== null && order.releasedAt === null && order.status !== 'CONCLUIDO';
  return {
    orderId: order?.id ?? orderId,
    hasContract: isComing || orderId !== null,
    isNew: isNew || (order?.status === 'AGUARDANDO' && payment.state === 'confirmed'),
  };
}
