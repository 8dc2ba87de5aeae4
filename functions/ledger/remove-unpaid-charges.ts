/** Removes unpaid charges. Recorded first, so that the removal is not taken for an operator forgiving the charge. */
import type { Deps } from '#functions/compose.ts';
import { noteNotice } from '#functions/platform/notice-store.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import { recordCharge } from './record-charge.ts';
import { updateLedger } from './update-ledger.ts';

/** Removes unpaid charges of an order at the processor. Safe to repeat. */
export async function removeUnpaidCharges(
  needs: Deps,
  orderId: string,
  charges: readonly PaymentSnapshot[],
): Promise<void> {
  for (const payment of charges) {
    const { paymentId } = payment;
    await recordCharge(needs, orderId, payment);
    await updateLedger(needs, orderId, (facts) => {
      const charge = facts.charges.find((each) => each.paymentId === paymentId);
      if (charge === undefined || charge.returned !== null) return null;
      return { changes: [{ kind: 'charge', charge: { ...charge, returned: 'called-off' } }] };
    });
    // Keeps the processor's report of the removal from notifying operators.
    await noteNotice(needs.db, 'charge-removed', paymentId, {}, needs.clock.now());
    await needs.processor.removeCharge(paymentId);
  }
}
