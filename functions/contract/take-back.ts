/** Charges that we remove before they are paid: noted first, so that nobody takes it for an operator's gift. */
import type { NoticeStore } from '#functions/operations/notices.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { BillingGateway, PaymentSnapshot } from '#functions/vendors/payments.ts';
import { changeFacts } from './change-facts.ts';
import { recordCharge } from './record-charge.ts';

type Needs = NeedsOf<typeof recordCharge> & {
  readonly billing: BillingGateway;
  readonly billingWork: NoticeStore;
};

/** Removes unpaid charges of an order at the processor. Safe to repeat. */
export async function takeBackCharges(
  needs: Needs,
  orderId: string,
  charges: readonly PaymentSnapshot[],
): Promise<void> {
  for (const payment of charges) {
    const { paymentId } = payment;
    await recordCharge(needs, orderId, payment);
    await changeFacts(needs, orderId, (facts) => {
      const charge = facts.charges.find((each) => each.paymentId === paymentId);
      if (charge === undefined || charge.returned !== null) return null;
      return { changes: [{ kind: 'charge', charge: { ...charge, returned: 'called-off' } }] };
    });
    // The processor's report about it goes to no operator.
    await needs.billingWork.notice('charge-removed', paymentId, null, needs.clock.now());
    await needs.billing.removeCharge(paymentId);
  }
}
