/**
 * Reads an open plan change's payment from the processor and acts on it.
 *
 * Owns: adopting a purchase, and closing a waiting change so that nothing can be bought for it any more. The repeated
 * request, the payment event and the scheduled sweep all end here, so a change becomes paid in one way only. The caller
 * holds the lease.
 */
import { businessDay } from '#domain/billing/days.ts';
import { holdOf } from '#domain/contract/holds.ts';
import { DomainError } from '#domain/errors.ts';
import type { EndReason } from '#domain/operations/words.ts';
import { decidingPayment, isAllOver } from '#functions/checkout/sync-payment.ts';
import type { Deps } from '#functions/compose.ts';
import { findMarks, linkParties } from '#functions/debts/marks-store.ts';
import { partiesOf, payerHash } from '#functions/debts/parties.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import type { PaymentSnapshot, SubscriptionSnapshot } from '#functions/vendors/processor.ts';
import { applyPlanChange, commitPlanChange, refundPurchase } from './apply-plan-change.ts';
import { advanceDifference, closeWaitingDifference } from './charge-difference.ts';
import { closePlanChange, type LeasedChange, move } from './leased-change.ts';
import type { PlanChange } from './plan-change.ts';

/**
 * Runs every step of an open change that needs no input from its customer.
 * @throws DomainError `payment-unavailable`, and as `applyPlanChange`.
 */
export async function advancePlanChange(needs: Deps, leased: LeasedChange): Promise<void> {
  const { state } = leased.row;
  if (state === 'applying') return applyPlanChange(needs, leased);
  if (state !== 'unclear' && state !== 'waiting') return;
  if (leased.row.kind === 'difference') return advanceDifference(needs, leased);
  const found = await findPurchase(needs, leased.row);
  if (found !== null) return adoptPurchase(needs, leased, found);
  // The subscription was removed at the processor before it was paid. A page without a purchase keeps waiting.
  if (leased.row.subscriptionId !== null) await closePlanChange(needs, leased, 'removed');
}

/** Looks the purchase up by its own id if known, because lists show a new purchase with a delay. */
async function findPurchase(needs: Deps, change: PlanChange): Promise<SubscriptionSnapshot | null> {
  if (change.subscriptionId !== null) {
    const known = await needs.processor.readSubscription(change.subscriptionId);
    return known?.status === 'deleted' ? null : known;
  }
  return change.pageId === null
    ? needs.processor.findSubscription(change.id)
    : needs.processor.findHostedPurchase(change.pageId);
}

/** Adopts a purchase: if paid, or bought for later, the change comes into force; else it waits for the payment. */
export async function adoptPurchase(
  needs: Deps,
  leased: LeasedChange,
  found: SubscriptionSnapshot,
): Promise<void> {
  const payment = decidingPayment(found.payments);
  const references = {
    customerId: found.customerId,
    payer: leased.row.payer ?? (await readPayer(needs, found.customerId)),
    subscriptionId: found.subscriptionId,
    ...(payment === null ? {} : { paymentId: payment.paymentId }),
    // Shown to the customer, so only when the card alone cannot settle it.
    payUrl: payment?.state === 'overdue' || payment?.state === 'refused' ? payment.payUrl : null,
  };
  if (await mayNotBuy(needs, leased.row, references.payer)) return refuseLate(needs, leased, found);
  if (payment?.state === 'confirmed') {
    if (payment.amountCentavos >= leased.row.amountCentavos)
      return commitPlanChange(needs, leased, { ...references, paidAt: needs.clock.now() });
    const { orderId, subdomain, amountCentavos: soldCentavos } = leased.row;
    const { paymentId: reference, amountCentavos, dueDate } = payment;
    const about = { orderId, subdomain, reference, amountCentavos, soldCentavos, dueDate };
    await notifyOperators(needs, 'amount-differs', about);
  }
  if (isForLater(needs, leased.row, payment)) return commitPlanChange(needs, leased, references);
  await move(needs, leased, { state: 'waiting', ...references });
}

/** Keyed hash of who paid on the processor's page; `null` when the processor does not report it. */
async function readPayer(needs: Deps, customerId: string): Promise<string | null> {
  const taxId = await needs.processor.readTaxId(customerId);
  return taxId === null ? null : payerHash(needs, taxId);
}

/** True when the payer has a hold that forbids buying. Checked late: the page reveals who pays only when it is paid. */
async function mayNotBuy(needs: Deps, change: PlanChange, payer: string | null): Promise<boolean> {
  if (payer === null || payer === change.payer) return false;
  const parties = await partiesOf(needs, { orderId: change.orderId, payer });
  const isHeld = holdOf(await findMarks(needs.db, parties), needs.clock.now()) !== null;
  if (!isHeld) await linkParties(needs.db, parties);
  return isHeld;
}

/** Refunds everything and notifies the operators of the reason. */
async function refuseLate(needs: Deps, leased: LeasedChange, found: SubscriptionSnapshot): Promise<void> {
  const { orderId, subdomain, amountCentavos } = leased.row;
  const paymentId = decidingPayment(found.payments)?.paymentId ?? null;
  await refundPurchase(needs, found.subscriptionId, paymentId);
  const about = { orderId, subdomain, reference: found.subscriptionId, amountCentavos };
  await notifyOperators(needs, 'purchase-held', { ...about, who: subdomain });
  await closePlanChange(needs, leased, 'purchase-held');
}

/**
 * True for a plan that follows a paid period: card and subscription are set up, and nothing is due before that period
 * ends.
 */
function isForLater(needs: Deps, change: PlanChange, payment: PaymentSnapshot | null): boolean {
  const { firstDueOn } = change;
  if (firstDueOn === null || firstDueOn <= businessDay(needs.clock.now())) return false;
  return payment === null || (payment.state === 'pending' && payment.dueDate >= firstDueOn);
}

/**
 * Closes a waiting change, first at the processor. If it turns out to be paid, it comes into force instead.
 * @throws DomainError `upgrade-open` while a payment may be in progress: the change then stays open.
 */
export async function closeWaitingChange(
  needs: Deps,
  leased: LeasedChange,
  reason: EndReason,
): Promise<void> {
  if (leased.row.kind === 'difference') return closeWaitingDifference(needs, leased, reason);
  if (leased.row.pageId !== null) {
    await needs.processor.closeHostedPage(leased.row.pageId);
    // The page is closed: any purchase made before that is visible now.
    await advancePlanChange(needs, leased);
    if (leased.row.settledAt !== null) return;
  }
  const { subscriptionId } = leased.row;
  if (subscriptionId !== null) {
    await assertNothingInFlight(needs, leased.row);
    await needs.processor.cancelSubscription(subscriptionId);
  }
  await closePlanChange(needs, leased, reason);
}

/** Throws while a charge may still be paid, or was paid with another amount: its change must stay open. */
async function assertNothingInFlight(needs: Deps, change: PlanChange): Promise<void> {
  const found = await findPurchase(needs, change);
  if (found !== null && !isAllOver(found.payments, businessDay(needs.clock.now())))
    throw new DomainError('upgrade-open');
}
