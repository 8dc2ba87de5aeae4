/**
 * What the processor says about an open change of plan, and what follows from it.
 *
 * Owns: taking over what was bought, and closing what waits so that nothing can be bought for it any more. The repeated
 * request, the payment event and the sweep end here, so there is one way to be paid. The caller holds the lease.
 */
import { businessDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { decidingPayment, isAllOver } from '#functions/checkout/settle-payment.ts';
import { tellOperators } from '#functions/operations/notices.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { PaymentSnapshot, SubscriptionSnapshot } from '#functions/vendors/payments.ts';
import { applyPlanChange, commitPlanChange } from './apply-plan-change.ts';
import { note, requireStillHeld, type Work } from './held-change.ts';
import type { PlanChange } from './plan-change.ts';

type Needs = NeedsOf<typeof applyPlanChange> & NeedsOf<typeof tellOperators>;

/**
 * Takes an open change as far as it goes without its customer.
 * @throws DomainError `payment-unavailable`, and as `applyPlanChange`.
 */
export async function advancePlanChange(needs: Needs, work: Work): Promise<void> {
  const { state } = work.change;
  if (state === 'applying') return applyPlanChange(needs, work);
  if (state !== 'unclear' && state !== 'waiting') return;
  const found = await findPurchase(needs, work.change);
  if (found !== null) return adoptPurchase(needs, work, found);
  // A subscription that was removed there before it was paid. A page without a purchase goes on waiting.
  if (work.change.subscriptionId !== null) await closePlanChange(needs, work, 'removed');
}

/** By its own id where that is known: a list may show what was just bought a little later. */
async function findPurchase(needs: Needs, change: PlanChange): Promise<SubscriptionSnapshot | null> {
  if (change.subscriptionId !== null) {
    const known = await needs.billing.readSubscription(change.subscriptionId);
    return known?.status === 'deleted' ? null : known;
  }
  return change.pageId === null
    ? needs.payments.findSubscription(change.id)
    : needs.billing.findHostedPurchase(change.pageId);
}

/** Takes a purchase over: paid, or bought for later → the change comes into force, else it waits for the payment. */
export async function adoptPurchase(needs: Needs, work: Work, found: SubscriptionSnapshot): Promise<void> {
  const payment = decidingPayment(found.payments);
  const references = {
    customerId: found.customerId,
    subscriptionId: found.subscriptionId,
    paymentId: payment?.paymentId ?? null,
    // Shown to the customer, so only where the card alone will not settle it.
    payUrl: payment?.state === 'overdue' || payment?.state === 'refused' ? payment.payUrl : null,
  };
  if (payment?.state === 'confirmed') {
    if (payment.amountCentavos >= work.change.amountCentavos)
      return commitPlanChange(needs, work, references);
    const { orderId, subdomain, amountCentavos: soldCentavos } = work.change;
    const { paymentId: reference, amountCentavos, dueDate } = payment;
    const about = { orderId, subdomain, reference, amountCentavos, soldCentavos, dueDate };
    await tellOperators(needs, 'amount-differs', about);
  }
  if (isForLater(needs, work.change, payment)) return commitPlanChange(needs, work, references);
  requireStillHeld(work, await needs.planChanges.markWaiting(work.change, references, needs.clock.now()));
}

/** Follows a period that is paid: card and subscription are set up, and nothing is due before that period ends. */
function isForLater(needs: Needs, change: PlanChange, payment: PaymentSnapshot | null): boolean {
  const { firstDueOn } = change;
  if (firstDueOn === null || firstDueOn <= businessDay(needs.clock.now())) return false;
  return payment === null || (payment.state === 'pending' && payment.dueDate >= firstDueOn);
}

export async function closePlanChange(needs: Needs, work: Work, reason: string): Promise<void> {
  requireStillHeld(work, await needs.planChanges.close(work.change, needs.clock.now()));
  await note(needs, 'upgrade-closed', work.change, reason);
}

/**
 * Closes a change that waits, at the processor first. What turns out to be paid comes into force instead.
 * @throws DomainError `upgrade-open` while a payment may be in flight: then it stays as it is.
 */
export async function shutPlanChange(needs: Needs, work: Work, reason: string): Promise<void> {
  if (work.change.pageId !== null) {
    await needs.billing.closeHostedPage(work.change.pageId);
    // A purchase made before the page closed is seen from here on.
    await advancePlanChange(needs, work);
    if (work.change.settledAt !== null) return;
  }
  const { subscriptionId } = work.change;
  if (subscriptionId !== null) {
    await assertNothingInFlight(needs, work.change);
    await needs.payments.cancelSubscription(subscriptionId);
  }
  await closePlanChange(needs, work, reason);
}

/** A charge that may still go through, or has for another amount, must not lose its change. */
async function assertNothingInFlight(needs: Needs, change: PlanChange): Promise<void> {
  const found = await findPurchase(needs, change);
  if (found !== null && !isAllOver(found.payments, businessDay(needs.clock.now())))
    throw new DomainError('upgrade-open');
}
