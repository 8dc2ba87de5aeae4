/** A payment that belongs to a change of plan: applied at once, and never lost when it comes late. */
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/deps.ts';
import { isPastKeeping } from '#functions/provisioning/environment.ts';
import type { PaymentSnapshot } from '#functions/vendors/payments.ts';
import { applyPlanChange, giveBack } from './apply.ts';
import type { PlanChange } from './plan-change.ts';
import { advancePlanChange } from './settle.ts';
import { note, planRefusal, type Work } from './work.ts';

/** The purchase that a payment belongs to; `null` for the payments of sign-ups and renewals that are in force. */
export async function findPaidChange(deps: Deps, payment: PaymentSnapshot): Promise<PlanChange | null> {
  const byReference = payment.orderId === null ? null : await deps.planChanges.findById(payment.orderId);
  const change = byReference ?? (await deps.planChanges.findByPurchase(payment));
  return change?.way === 'purchase' && change.state !== 'applied' ? change : null;
}

/**
 * Takes a change on that one of its payments was reported for.
 * @throws DomainError `idempotency-in-progress` while somebody else works on it: the event comes again.
 */
export async function settleChangePayment(
  deps: Deps,
  change: PlanChange,
  payment: PaymentSnapshot,
): Promise<void> {
  const as = change.state === 'closed' ? 'closed' : 'open';
  const held = await deps.planChanges.acquire(change.id, as, deps.clock.now());
  // Somebody works on it, or just did: the event comes again and finds out what became of it.
  if (held === null) throw new DomainError('idempotency-in-progress');
  const work: Work = { change: held };
  try {
    if (as === 'open') await advancePlanChange(deps, work);
    // Read before the lease: what was given back meanwhile must not be taken for paid.
    else await settleLatePayment(deps, work, (await deps.payments.readPayment(payment.paymentId)) ?? payment);
  } finally {
    await deps.planChanges.release(work.change);
  }
}

/**
 * A charge for a change that was closed. Paid, and still what the customer may have: it comes into force after all.
 * Otherwise the money goes back, and nothing renews. The operator sees either in the events.
 */
async function settleLatePayment(deps: Deps, work: Work, payment: PaymentSnapshot): Promise<void> {
  const { change } = work;
  const { subscriptionId, paymentId } = payment;
  const isPaid = payment.state === 'confirmed';
  if (isPaid && (await isStillWelcome(deps, change, payment))) {
    const references = { subscriptionId, paymentId, payUrl: null, ...(await customerOf(deps, payment)) };
    const reopened = await deps.planChanges.reopen(change, references, deps.clock.now());
    if (reopened !== null) {
      work.change = reopened;
      await note(deps, 'late-payment-applied', change, paymentId);
      return applyPlanChange(deps, work);
    }
  }
  // Looking took its time: whoever took over meanwhile may have put it in force.
  const current = await deps.planChanges.findById(change.id);
  if (current?.leaseUntil !== change.leaseUntil) throw new DomainError('idempotency-in-progress');
  await giveBack(deps, subscriptionId, isPaid ? paymentId : null);
  if (!isPaid) return;
  deps.logger.error('late-payment', { orderId: change.orderId, paymentId });
  await note(deps, 'late-payment-refunded', change, paymentId);
}

async function customerOf(deps: Deps, payment: PaymentSnapshot): Promise<{ customerId?: string }> {
  const details = payment.subscriptionId && (await deps.billing.readSubscription(payment.subscriptionId));
  return details ? { customerId: details.customerId } : {};
}

/** Whether nothing else stands in its place: a running subscription, another open change, a lower plan. */
async function isStillWelcome(deps: Deps, change: PlanChange, payment: PaymentSnapshot): Promise<boolean> {
  if (payment.subscriptionId === null || payment.amountCentavos < change.amountCentavos) return false;
  const tenant = await deps.tenants.findBySubdomain(change.subdomain);
  if (tenant === null || tenant.orderId !== change.orderId || tenant.state === 'suspended') return false;
  if (isPastKeeping(deps, tenant)) return false;
  if (tenant.state === 'active' && tenant.subscriptionId !== null) return false;
  if (planRefusal(deps, tenant, change.plan) !== null) return false;
  const bought = await deps.billing.readSubscription(payment.subscriptionId);
  return bought?.status === 'active';
}
