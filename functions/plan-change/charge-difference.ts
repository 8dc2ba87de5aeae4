/**
 * The price difference of an upgrade: one charge, identified by our reference, paid by card or on its page.
 *
 * Owns: creating it at most once, adopting it, and removing it when the change ends. The caller holds the lease.
 */
import { businessDay } from '#domain/billing/days.ts';
import type { Contract } from '#domain/contract/facts.ts';
import { DomainError } from '#domain/errors.ts';
import type { EndReason } from '#domain/operations/words.ts';
import { noteReplacedCard, readChargeableCard } from '#functions/card-change/card-on-file.ts';
import { type PaymentBlocks, payerOf } from '#functions/checkout/payer.ts';
import type { Deps } from '#functions/compose.ts';
import { chargeText } from '#functions/orders/charge-text.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { ChargedCard, PaymentSnapshot } from '#functions/vendors/processor.ts';
import { commitPlanChange } from './apply-plan-change.ts';
import { requireStillHeld, type Work } from './leased-change.ts';
import { closeOnFailure, closePlanChange, openOnce } from './open-once.ts';
import type { ChangePlanInput } from './ways.ts';

type Needs = NeedsOf<typeof openOnce> &
  NeedsOf<typeof commitPlanChange> &
  NeedsOf<typeof noteReplacedCard> &
  Pick<Deps, 'cardEntry' | 'siteUrl'>;

/**
 * Charges the difference, or commits the change when the difference is waived. A new card is also used for renewals.
 */
export async function chargeDifference(
  needs: Needs,
  work: Work,
  newest: Contract | null,
  input: ChangePlanInput,
  blocks: PaymentBlocks | null,
): Promise<void> {
  const { change } = work;
  if (change.todayCentavos === 0) return commitPlanChange(needs, work);
  if (newest === null) throw new Error('A difference needs a contract.');
  const card = await cardOf(needs, work, newest, input, blocks);
  const opened = await openOnce(needs, work, () =>
    needs.processor.openCharge(
      newest.customerId,
      {
        reference: change.id,
        amountCentavos: change.todayCentavos,
        dueDate: businessDay(needs.clock.now()),
        description: `Diferença para ${chargeText(needs, change.plan, change.subdomain)}`,
        returnUrl: `${needs.siteUrl}/conta`,
      },
      card,
    ),
  );
  await adoptDifference(needs, work, opened, card.from === 'page');
}

async function cardOf(
  needs: Needs,
  work: Work,
  { customerId, subscriptionId, end }: Contract,
  { identity, remoteIp }: ChangePlanInput,
  blocks: PaymentBlocks | null,
): Promise<ChargedCard> {
  if (needs.cardEntry === 'hosted') return { from: 'page' };
  // Only on the first try is it certain that nothing exists.
  const isFirst = work.change.unclearUntil === 0;
  const first = <T>(step: Promise<T>): Promise<T> => (isFirst ? closeOnFailure(needs, work, step) : step);
  if (blocks === null) {
    const card = await first(readChargeableCard(needs, subscriptionId));
    return card !== null ? { from: 'subscription', subscriptionId, remoteIp } : { from: 'page' };
  }
  const payer = payerOf(identity, blocks);
  await first(needs.processor.ensureCustomer(payer));
  if (end === null) {
    const renewing = { subscriptionId, customerId };
    const shown = await first(needs.processor.replaceCard(renewing, payer, blocks.card, remoteIp));
    const { id: changeId, orderId } = work.change;
    await noteReplacedCard(needs, { orderId, changeId }, renewing, shown);
  }
  return { from: 'form', payer, card: blocks.card, remoteIp };
}

/** If paid, the change comes into force; else it waits for the payment. */
async function adoptDifference(
  needs: Needs,
  work: Work,
  { paymentId, state, payUrl, amountCentavos }: PaymentSnapshot,
  isOnPage: boolean,
): Promise<void> {
  const now = needs.clock.now();
  if (state === 'confirmed' && amountCentavos >= work.change.todayCentavos)
    return commitPlanChange(needs, work, { paymentId, paidAt: now, payUrl: null });
  // Shown to the customer, so only when the card alone cannot settle it.
  const needsPage = isOnPage || work.change.payUrl !== null || state === 'overdue' || state === 'refused';
  const references = { paymentId, payUrl: needsPage ? payUrl : null };
  requireStillHeld(work, await needs.planChanges.markWaiting(work.change, references, now));
}

/** Applies the charge's state at the processor; closes the change if the charge was removed or refunded. */
export async function advanceDifference(needs: Needs, work: Work): Promise<void> {
  const found = await needs.processor.findCharge(work.change.id);
  if (found === null) {
    if (work.change.paymentId !== null) await closePlanChange(needs, work, 'removed');
    return;
  }
  if (found.state === 'refunded' || found.state === 'deleted')
    return closePlanChange(needs, work, found.state);
  // After a lost response it is unknown whether a card will pay the charge.
  await adoptDifference(needs, work, found, work.change.state === 'unclear');
}

/**
 * Closes a change that waits for its difference, first at the processor. If it turns out to be paid, it comes into
 * force instead.
 * @throws DomainError `upgrade-open` while a payment may be in progress.
 */
export async function closeWaitingDifference(needs: Needs, work: Work, reason: EndReason): Promise<void> {
  const { paymentId } = work.change;
  if (paymentId !== null) {
    await needs.processor.removeCharge(paymentId);
    const left = await needs.processor.readPayment(paymentId);
    if (left?.state === 'confirmed') return adoptDifference(needs, work, left, false);
    if (left !== null && left.state !== 'deleted' && left.state !== 'refunded')
      throw new DomainError('upgrade-open');
  }
  await closePlanChange(needs, work, reason);
}
