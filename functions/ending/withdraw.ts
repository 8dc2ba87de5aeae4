/** Withdraws from a purchase within its seven days, with a full refund (CDC, art. 49; terms, section 7). */

import type { Facts } from '#domain/contract/facts.ts';
import { type OpenPurchase, openPurchases, undo } from '#domain/contract/purchases.ts';
import { renewingContract } from '#domain/contract/standing.ts';
import { DomainError } from '#domain/errors.ts';
import { closeUndelivered } from '#functions/checkout/close-undelivered.ts';
import type { Deps } from '#functions/compose.ts';
import { withdrawalMarks } from '#functions/debts/mark-facts.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import { refundPending } from '#functions/ledger/refunds.ts';
import { updateLedger } from '#functions/ledger/update-ledger.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { requireTenant } from '#functions/tenants/require-tenant.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { finishEndings } from './end-contract.ts';

/**
 * Withdraws from a purchase of the caller: records the request, then carries it out here or in the scheduled job until
 * the processor has refunded everything. Idempotent.
 * @param purchaseId The purchase; by default the oldest one that may still be undone.
 */
export async function withdraw(needs: Deps, subject: string, purchaseId?: string): Promise<void> {
  if (await closeUndelivered(needs, subject)) return;
  const tenant = await requireTenant(needs, subject);
  const { orderId } = tenant;
  let isUncharged = false;
  await updateLedger(needs, orderId, async (facts, now) => {
    isUncharged = false;
    if (isUndone(facts, purchaseId)) return null;
    const purchase = chosen(openPurchases(facts, now), purchaseId);
    if (purchase === null) {
      isUncharged = isStillUncharged(facts);
      if (isUncharged) return null;
      throw new DomainError(facts.contracts.length === 0 ? 'subscription-missing' : 'withdrawal-over');
    }
    const changes = undo(facts, purchase, now);
    const marks = await withdrawalMarks(needs, tenant, facts, purchase);
    const events = [{ kind: 'withdrawal-requested', orderId, detail: purchase.id }];
    return { changes, events, marks, mails: await mailsAbout(needs, tenant, facts, purchase) };
  });
  if (isUncharged) return cancelSubscription(needs, subject);
  // In parallel: a failing refund must not keep the environment on the plan, and the cluster must not delay the refund.
  for (const step of await Promise.allSettled([makeRefunds(needs, orderId), applyStanding(needs, orderId)]))
    if (step.status === 'rejected')
      needs.logger.warn('withdrawal-postponed', { orderId, error: step.reason });
}

async function makeRefunds(needs: Deps, orderId: string): Promise<void> {
  await finishEndings(needs, orderId);
  await refundPending(needs, orderId);
}

/** True when this withdrawal was already made: repeating the request changes nothing. */
function isUndone({ contracts, charges }: Facts, purchaseId: string | undefined): boolean {
  if (purchaseId === undefined) return contracts.at(-1)?.end?.kind === 'withdrawal';
  return (
    contracts.some(({ id, end }) => id === purchaseId && end?.kind === 'withdrawal') ||
    charges.some(({ paymentId, returned }) => paymentId === purchaseId && returned === 'withdrawal')
  );
}

const chosen = (open: readonly OpenPurchase[], id: string | undefined): OpenPurchase | null =>
  (id === undefined ? open[0] : open.find((each) => each.id === id)) ?? null;

/** True for a renewal that continues already paid days and has charged nothing yet: cancelling it keeps those days. */
function isStillUncharged(facts: Facts): boolean {
  const renewing = renewingContract(facts);
  return (
    renewing !== null &&
    !facts.charges.some(({ contractId, confirmedAt }) => contractId === renewing.id && confirmedAt !== null)
  );
}

/** The mail about a difference, sent at once. The mail about a contract is sent after the refund (end-contract.ts). */
async function mailsAbout(needs: Deps, tenant: Tenant, { charges }: Facts, purchase: OpenPurchase) {
  const { id, kind, plan: plano, amountCentavos: refundedCentavos } = purchase;
  if (kind === 'contract') return [];
  const isDisputed = charges.some(({ paymentId, state }) => paymentId === id && state === 'disputed');
  const payload = { ...(await addresseeOf(needs, tenant)), plano, refundedCentavos, isDisputed };
  return [mailOf(`difference-withdrawn-${id}`, 'difference-withdrawn', payload)];
}
