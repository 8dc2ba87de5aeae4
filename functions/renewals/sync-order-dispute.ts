/**
 * A dispute about the first charge of an order that has no contract yet or never gets one; it holds the payer like any
 * other dispute.
 */

import type { Deps } from '#functions/compose.ts';
import { markIdOf, settleMark, writeMark } from '#functions/debts/marks-store.ts';
import { partiesOf } from '#functions/debts/parties.ts';
import type { Order } from '#functions/orders/order.ts';
import { recipientOf } from '#functions/orders/recipient.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';

/**
 * Holds account, payer and tenant while the charge is disputed, and releases them once it is decided. A lost dispute
 * leaves no debt here, because no day of service was delivered.
 * @returns True when anything changed.
 */
export async function syncOrderDispute(
  needs: Deps,
  { id: orderId, subject, payer, subdomain }: Order,
  { paymentId: reference, state, amountCentavos, dueDate }: PaymentSnapshot,
): Promise<boolean> {
  const now = needs.clock.now();
  if (state === 'disputed') {
    const parties = await partiesOf(needs, { subject, orderId, payer });
    await writeMark(needs.db, { kind: 'dispute', reference, at: now }, parties);
    const mail = mailOf(`charge-disputed-${reference}`, 'charge-disputed', {
      ...(await recipientOf(needs, { orderId, subdomain })),
      amountCentavos,
      dueDate,
      isDelivered: false,
      backCentavos: 0,
    });
    const about = { subdomain, orderId, reference, amountCentavos, dueDate };
    return notifyOperators(needs, 'chargeback', about, [mail]);
  }
  if (state !== 'confirmed' && state !== 'refunded') return false;
  return settleMark(needs.db, markIdOf('dispute', reference), state === 'confirmed' ? 'won' : 'lost', now);
}
