/** A payment that belongs to a change of plan: applied at once, and never lost when it comes late. */
import { offerFor } from '#domain/contract/offers.ts';
import { DomainError } from '#domain/errors.ts';
import type { Logger } from '#functions/platform/logger.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { isPastKeeping } from '#functions/provisioning/environment.ts';
import type { PaymentSnapshot } from '#functions/vendors/payments.ts';
import { advancePlanChange } from './advance-plan-change.ts';
import { applyPlanChange, giveBack } from './apply-plan-change.ts';
import { note, readAgain, type Work, withLease } from './held-change.ts';
import { isBought, type PlanChange } from './plan-change.ts';
import { stillHolds } from './plan-facts.ts';

type Needs = NeedsOf<typeof advancePlanChange> & NeedsOf<typeof isPastKeeping> & { readonly logger: Logger };

/** The purchase that a payment belongs to; `null` for the payments of sign-ups and renewals that are in force. */
export async function findPaidChange(needs: Needs, payment: PaymentSnapshot): Promise<PlanChange | null> {
  const byReference = payment.orderId === null ? null : await needs.planChanges.findById(payment.orderId);
  const change = byReference ?? (await needs.planChanges.findByPurchase(payment));
  if (change === null || change.state === 'applied') return null;
  return isBought(change) || change.kind === 'difference' ? change : null;
}

/**
 * Goes on with a change after one of its payments was reported.
 * @throws DomainError `idempotency-in-progress` while another caller has its lease: the event comes again and finds out
 *   what became of it.
 */
export async function settleChangePayment(
  needs: Needs,
  change: PlanChange,
  payment: PaymentSnapshot,
): Promise<void> {
  const as = change.state === 'closed' ? 'closed' : 'open';
  const held = await needs.planChanges.acquire(change.id, as, needs.clock.now());
  if (held === null) throw new DomainError('idempotency-in-progress');
  await withLease(needs, held, async (work) => {
    if (as === 'open') return advancePlanChange(needs, work);
    // Read again under the lease: what was refunded meanwhile must not be taken for paid.
    await settleLatePayment(needs, work, (await needs.payments.readPayment(payment.paymentId)) ?? payment);
  });
}

/**
 * A charge for a change that was closed. Paid, and still what the customer may have: it comes into force after all.
 * Otherwise the money goes back, and nothing renews. The operator sees either in the events.
 */
async function settleLatePayment(needs: Needs, work: Work, payment: PaymentSnapshot): Promise<void> {
  const { change } = work;
  const { subscriptionId, paymentId } = payment;
  const isPaid = payment.state === 'confirmed';
  if (isPaid && (await isStillWelcome(needs, change, payment))) {
    const paidAt = needs.clock.now();
    const references = {
      subscriptionId,
      paymentId,
      paidAt,
      payUrl: null,
      ...(await customerOf(needs, payment)),
    };
    const reopened = await needs.planChanges.reopen(change, references, needs.clock.now());
    if (reopened !== null) {
      work.change = reopened;
      await note(needs, 'late-payment-applied', change, paymentId);
      return applyPlanChange(needs, work);
    }
  }
  // The checks took time: a caller that took the lease meanwhile may have put it in force.
  await readAgain(needs, work);
  await giveBack(needs, subscriptionId, isPaid ? paymentId : null);
  if (!isPaid) return;
  needs.logger.error('late-payment', { orderId: change.orderId, paymentId });
  await note(needs, 'late-payment-refunded', change, paymentId);
}

async function customerOf(needs: Needs, payment: PaymentSnapshot): Promise<{ customerId?: string }> {
  const details = payment.subscriptionId && (await needs.billing.readSubscription(payment.subscriptionId));
  return details ? { customerId: details.customerId } : {};
}

/** Whether nothing rules it out by now: a suspension, a running subscription, a plan that is as high. */
async function isStillWelcome(needs: Needs, change: PlanChange, payment: PaymentSnapshot): Promise<boolean> {
  const isWhole = payment.amountCentavos >= (isBought(change) ? change.amountCentavos : change.todayCentavos);
  const tenant = await needs.tenants.findBySubdomain(change.subdomain);
  if (!isWhole || tenant === null || tenant.orderId !== change.orderId) return false;
  if (isPastKeeping(needs, tenant)) return false;
  const now = needs.clock.now();
  const { facts } = await needs.ledger.read(change.orderId);
  const buyer = { catalog: needs.catalog, isTrustUsed: true };
  const offer = offerFor(facts, buyer, change, now);
  const isSame = offer.kind !== 'refused' && (offer.kind === 'difference') === (change.kind === 'difference');
  if (!isSame || !stillHolds(facts, { ...change, paidAt: now }, now)) return false;
  if (payment.subscriptionId === null) return change.kind === 'difference';
  const bought = await needs.billing.readSubscription(payment.subscriptionId);
  return bought?.status === 'active';
}
