/** Applies a payment that belongs to a plan change, even when it comes late. */
import { offerFor } from '#domain/contract/offers.ts';
import type { Deps } from '#functions/compose.ts';
import { readLedger } from '#functions/ledger/store.ts';
import type { ClaimedPayment, NoteEvent } from '#functions/orders/claimed-payment.ts';
import { releasePlanChange } from '#functions/plan-change/store.ts';
import { withLease } from '#functions/platform/lease.ts';
import { syncContractCharge } from '#functions/renewals/sync-contract-charge.ts';
import { isPastKeeping } from '#functions/tenants/environment.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import { advancePlanChange } from './advance-plan-change.ts';
import { applyPlanChange, refundPurchase } from './apply-plan-change.ts';
import { eventOf, type LeasedChange, note as noteEvent, readAgain } from './leased-change.ts';
import { isBought, type PlanChange } from './plan-change.ts';
import { isStillPossible } from './plan-facts.ts';
import { acquirePlanChange, findPlanChange, findPlanChangeByPurchase, movePlanChange } from './store.ts';

/** The plan change that a payment belongs to; `null` for payments of sign-ups and of renewals in force. */
async function findPaidChange(needs: Deps, payment: PaymentSnapshot): Promise<PlanChange | null> {
  const byReference = payment.reference === null ? null : await findPlanChange(needs.db, payment.reference);
  const change = byReference ?? (await findPlanChangeByPurchase(needs.db, payment));
  if (change === null || change.state === 'applied') return null;
  return isBought(change) || change.kind === 'difference' ? change : null;
}

/**
 * Continues the plan change that a payment belongs to.
 * @returns `null` for any other payment.
 * @throws DomainError `idempotency-in-progress` while another caller has its lease: the event is retried later.
 */
export async function claimChangePayment(
  needs: Deps,
  payment: PaymentSnapshot,
  note: NoteEvent,
): Promise<ClaimedPayment | null> {
  const change = await findPaidChange(needs, payment);
  if (change === null) return null;
  await note(change.orderId);
  await settleChangePayment(needs, change, payment);
  // If the change came into force, its first charge belongs to the new contract.
  const followed = await syncContractCharge(needs, payment);
  const hasContract = change.settledAt === null || followed.orderId !== null;
  return { orderId: change.orderId, hasContract, isNew: payment.state === 'confirmed' };
}

async function settleChangePayment(needs: Deps, change: PlanChange, payment: PaymentSnapshot): Promise<void> {
  const as = change.state === 'closed' ? 'closed' : 'open';
  const row = await acquirePlanChange(needs.db, change.id, as, needs.clock.now());
  await withLease(needs.db, releasePlanChange, row, async (leased) => {
    if (as === 'open') return advancePlanChange(needs, leased);
    // Read again under the lease: a charge refunded meanwhile must not count as paid.
    await settleLatePayment(needs, leased, (await needs.processor.readPayment(payment.paymentId)) ?? payment);
  });
}

/**
 * Handles a paid charge of a closed change. If the customer may still have the plan, it comes into force after all;
 * otherwise the payment is refunded and nothing renews. Operators see either in the events.
 */
async function settleLatePayment(needs: Deps, leased: LeasedChange, payment: PaymentSnapshot): Promise<void> {
  const { row: change } = leased;
  const { subscriptionId, paymentId } = payment;
  const isPaid = payment.state === 'confirmed';
  if (isPaid && (await isStillAllowed(needs, change, payment))) {
    const now = needs.clock.now();
    const events = [eventOf('late-payment-applied', change, paymentId)];
    const references = { paymentId, paidAt: now, payUrl: null, ...(await purchaseOf(needs, payment)) };
    const reopening = { state: 'applying', settledAt: null, ...references } as const;
    const reopened = await movePlanChange(needs.db, change, reopening, now, { events });
    if (reopened !== null) {
      leased.row = reopened;
      return applyPlanChange(needs, leased);
    }
  }
  // The checks took time: another caller may have taken the lease and committed the change.
  await readAgain(needs, leased);
  await refundPurchase(needs, subscriptionId, isPaid ? paymentId : null);
  if (!isPaid) return;
  needs.logger.error('late-payment', { orderId: change.orderId, paymentId });
  await noteEvent(needs, 'late-payment-refunded', change, paymentId);
}

async function purchaseOf(
  needs: Deps,
  { subscriptionId }: PaymentSnapshot,
): Promise<{ readonly subscriptionId?: string; readonly customerId?: string }> {
  if (subscriptionId === null) return {};
  const details = await needs.processor.readSubscription(subscriptionId);
  return { subscriptionId, ...(details === null ? {} : { customerId: details.customerId }) };
}

/** True when nothing forbids the change now: no suspension, no running subscription, no plan as high. */
async function isStillAllowed(needs: Deps, change: PlanChange, payment: PaymentSnapshot): Promise<boolean> {
  const isWhole = payment.amountCentavos >= (isBought(change) ? change.amountCentavos : change.todayCentavos);
  const tenant = await findTenantByName(needs.db, change.subdomain);
  if (!isWhole || tenant === null || tenant.orderId !== change.orderId) return false;
  if (isPastKeeping(needs, tenant)) return false;
  const now = needs.clock.now();
  const { facts } = await readLedger(needs.db, change.orderId);
  const buyer = { catalog: needs.catalog, hasUnpaidUpgrade: true };
  const offer = offerFor(facts, buyer, change, now);
  const isSame = offer.kind !== 'refused' && (offer.kind === 'difference') === (change.kind === 'difference');
  if (!isSame || !isStillPossible(facts, { ...change, paidAt: now }, now)) return false;
  if (payment.subscriptionId === null) return change.kind === 'difference';
  const bought = await needs.processor.readSubscription(payment.subscriptionId);
  return bought?.status === 'active';
}
