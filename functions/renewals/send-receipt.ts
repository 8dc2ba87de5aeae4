/** The receipt of a paid charge, once. */

import { openPurchases } from '#domain/contract/purchases.ts';
import type { Deps } from '#functions/compose.ts';
import { closeDunning } from '#functions/ledger/failed-renewals.ts';
import type { RecordedCharge } from '#functions/ledger/record-charge.ts';
import { readLedger } from '#functions/ledger/store.ts';
import { chargeOf } from '#functions/orders/addressee.ts';
import { isNoticed, noteNotice } from '#functions/platform/notice-store.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';

/** Notice kind of charges whose receipt was sent: an event may come again weeks later. */
const PAID = 'paid';

/** Closes the open retries of a paid charge and sends its receipt; true when the payment was new. */
export async function sendReceipt(
  needs: Deps,
  tenant: Pick<Tenant, 'orderId' | 'subdomain' | 'plan'>,
  payment: PaymentSnapshot,
  nextDueDate: string | null,
): Promise<boolean> {
  const { paymentId } = payment;
  const now = needs.clock.now();
  await closeDunning(needs.db, paymentId, 'paid', now);
  if (await isNoticed(needs.db, PAID, paymentId)) return false;
  const isPurchase = await isOpenPurchase(needs, tenant.orderId, paymentId);
  const payload = { ...(await chargeOf(needs, tenant, payment)), nextDueDate, isPurchase };
  const mail = mailOf(`payment-confirmed-${paymentId}`, 'payment-confirmed', payload);
  return noteNotice(needs.db, PAID, paymentId, { mails: [mail] }, now);
}

/** True for a first charge or a difference that may still be undone; a renewal opens no such period. */
async function isOpenPurchase(needs: Deps, orderId: string, paymentId: string): Promise<boolean> {
  const { facts } = await readLedger(needs.db, orderId);
  // Paid before the environment exists.
  if (facts.contracts.length === 0) return true;
  const contractId = facts.charges.find((charge) => charge.paymentId === paymentId)?.contractId;
  const [first] = facts.charges.filter((charge) => charge.contractId === contractId);
  return openPurchases(facts, needs.clock.now()).some(
    ({ id }) => id === paymentId || (id === contractId && first?.paymentId === paymentId),
  );
}

/** The tenant with the plan that the charge pays for; the environment may still run another plan. */
export const paidFor = (tenant: Tenant, { after }: RecordedCharge): Tenant => ({
  ...tenant,
  plan: after?.plan ?? tenant.plan,
});
