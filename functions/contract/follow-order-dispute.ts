/** A dispute about a charge whose order has no contract yet, or never gets one: it follows its payer as any other. */
import type { Order } from '#functions/checkout/order.ts';
import { tellOperators } from '#functions/operations/notices.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { PaymentSnapshot } from '#functions/vendors/payments.ts';
import { type MarksStore, markIdOf } from './marks-store.ts';
import { partiesOf } from './parties.ts';

type Needs = NeedsOf<typeof partiesOf> & NeedsOf<typeof tellOperators> & { readonly marks: MarksStore };

/**
 * Holds account, payer and tenant while the charge is disputed, and lets them go once that is decided. Of a lost one
 * nothing is owed: no day was delivered for it.
 * @returns True when something new was learnt.
 */
export async function followOrderDispute(
  needs: Needs,
  { id: orderId, subject, payer, subdomain }: Order,
  { paymentId: reference, state, amountCentavos, dueDate }: PaymentSnapshot,
): Promise<boolean> {
  const now = needs.clock.now();
  if (state === 'disputed') {
    const parties = await partiesOf(needs, { subject, orderId, payer });
    await needs.marks.write({ kind: 'dispute', reference, at: now }, parties);
    return tellOperators(needs, 'chargeback', { subdomain, orderId, reference, amountCentavos, dueDate });
  }
  if (state !== 'confirmed' && state !== 'refunded') return false;
  return needs.marks.settle(markIdOf('dispute', reference), state === 'confirmed' ? 'won' : 'lost', now);
}
