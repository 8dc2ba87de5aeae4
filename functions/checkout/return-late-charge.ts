/** Refunds a charge that was paid after its order was closed without an environment. */

import type { Deps } from '#functions/compose.ts';
import type { Order } from '#functions/orders/order.ts';
import { appendEvent } from '#functions/platform/events.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';

/**
 * Refunds a paid charge of a closed order; during the clean-up the scheduled job does it.
 * @returns True when it was refunded here.
 */
export async function returnLateCharge(
  needs: Pick<Deps, 'processor' | 'db' | 'clock'>,
  { id: orderId, releasedAt }: Order,
  { paymentId }: PaymentSnapshot,
): Promise<boolean> {
  if (releasedAt === null) return false;
  await needs.processor.refund(paymentId, 'Pedido encerrado sem ambiente');
  await appendEvent(needs, 'late-payment-refunded', { orderId, detail: paymentId });
  return true;
}
