/** A charge that came through after its order was closed without an environment: it goes back too. */
import type { Order } from '#functions/checkout/order.ts';
import type { EventLog } from '#functions/platform/events.ts';
import type { BillingGateway, PaymentSnapshot } from '#functions/vendors/payments.ts';

interface Needs {
  readonly billing: BillingGateway;
  readonly events: EventLog;
}

/**
 * Gives a paid charge of a closed order back; while the order is still being taken down, the scheduled job does it.
 * @returns True when it went back here.
 */
export async function returnLateCharge(
  { billing, events }: Needs,
  { id: orderId, releasedAt }: Order,
  { paymentId }: PaymentSnapshot,
): Promise<boolean> {
  if (releasedAt === null) return false;
  await billing.refund(paymentId, 'Pedido encerrado sem ambiente');
  await events.append('late-payment-refunded', { orderId, detail: paymentId });
  return true;
}
