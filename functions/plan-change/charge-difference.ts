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
import type { ChargedCard, PaymentSnapshot } from '#functions/vendors/processor.ts';
import { commitPlanChange } from './apply-plan-change.ts';
import type { ChangePlanInput } from './change-input.ts';
import { buyOnce, closePlanChange, type LeasedChange, move } from './leased-change.ts';
import type { PlanChange } from './plan-change.ts';

/**
 * Charges the difference, or commits the change when the difference is waived. A new card is also used for renewals.
 */
export async function chargeDifference(
  needs: Deps,
  leased: LeasedChange,
  newest: Contract | null,
  input: ChangePlanInput,
  blocks: PaymentBlocks | null,
): Promise<void> {
  const { row: change } = leased;
  if (change.todayCentavos === 0) return commitPlanChange(needs, leased);
  if (newest === null) throw new Error('A difference needs a contract.');
  let isOnPage = false;
  const opened = await buyOnce(needs, leased, {
    lookUp: () => needs.processor.findCharge(change.id),
    prepare: async () => {
      const card = await cardOf(needs, change, newest, input, blocks);
      isOnPage = card.from === 'page';
      const charge = {
        reference: change.id,
        amountCentavos: change.todayCentavos,
        dueDate: businessDay(needs.clock.now()),
        description: `Diferença para ${chargeText(needs, change.plan, change.subdomain)}`,
        returnUrl: `${needs.siteUrl}/conta`,
      };
      return () => needs.processor.openCharge(newest.customerId, charge, card);
    },
  });
  await adoptDifference(needs, leased, opened, isOnPage);
}

/** The card that pays. A newly typed one is put on the contract that renews first. */
async function cardOf(
  needs: Deps,
  { id: changeId, orderId }: PlanChange,
  { customerId, subscriptionId, end }: Contract,
  { identity, remoteIp }: ChangePlanInput,
  blocks: PaymentBlocks | null,
): Promise<ChargedCard> {
  if (needs.cardEntry === 'hosted') return { from: 'page' };
  if (blocks === null) {
    const card = await readChargeableCard(needs, subscriptionId);
    return card !== null ? { from: 'subscription', subscriptionId, remoteIp } : { from: 'page' };
  }
  const payer = payerOf(identity, blocks);
  await needs.processor.ensureCustomer(payer);
  if (end === null) {
    const renewing = { subscriptionId, customerId };
    const shown = await needs.processor.replaceCard(renewing, payer, blocks.card, remoteIp);
    await noteReplacedCard(needs, { orderId, changeId }, renewing, shown);
  }
  return { from: 'form', payer, card: blocks.card, remoteIp };
}

/** If paid, the change comes into force; else it waits for the payment. */
async function adoptDifference(
  needs: Deps,
  leased: LeasedChange,
  { paymentId, state, payUrl, amountCentavos }: PaymentSnapshot,
  isOnPage: boolean,
): Promise<void> {
  const now = needs.clock.now();
  if (state === 'confirmed' && amountCentavos >= leased.row.todayCentavos)
    return commitPlanChange(needs, leased, { paymentId, paidAt: now, payUrl: null });
  // Shown to the customer, so only when the card alone cannot settle it.
  const needsPage = isOnPage || leased.row.payUrl !== null || state === 'overdue' || state === 'refused';
  await move(needs, leased, { state: 'waiting', paymentId, payUrl: needsPage ? payUrl : null });
}

/** Looks the charge up by its own id if known, because lists show a new charge with a delay. */
function findDifference({ processor }: Deps, { id, paymentId }: PlanChange): Promise<PaymentSnapshot | null> {
  return paymentId === null ? processor.findCharge(id) : processor.readPayment(paymentId);
}

/** Applies the charge's state at the processor; closes the change if the charge was removed or refunded. */
export async function advanceDifference(needs: Deps, leased: LeasedChange): Promise<void> {
  const found = await findDifference(needs, leased.row);
  if (found === null) {
    if (leased.row.paymentId !== null) await closePlanChange(needs, leased, 'removed');
    return;
  }
  if (found.state === 'refunded' || found.state === 'deleted')
    return closePlanChange(needs, leased, found.state);
  // After a lost response it is unknown whether a card will pay the charge.
  await adoptDifference(needs, leased, found, leased.row.state === 'unclear');
}

/**
 * Closes a change that waits for its difference, first at the processor. If it turns out to be paid, it comes into
 * force instead.
 * @throws DomainError `upgrade-open` while a payment may be in progress.
 */
export async function closeWaitingDifference(
  needs: Deps,
  leased: LeasedChange,
  reason: EndReason,
): Promise<void> {
  const { paymentId } = leased.row;
  if (paymentId !== null) {
    await needs.processor.removeCharge(paymentId);
    const left = await needs.processor.readPayment(paymentId);
    if (left?.state === 'confirmed') return adoptDifference(needs, leased, left, false);
    if (left !== null && left.state !== 'deleted' && left.state !== 'refunded')
      throw new DomainError('upgrade-open');
  }
  await closePlanChange(needs, leased, reason);
}
