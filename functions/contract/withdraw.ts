/** The purchase undone within seven days, with everything paid back (CDC, art. 49; terms, section 7). */
import { businessDay } from '#domain/billing/days.ts';
import { withdrawalEnd, withdrawalStart } from '#domain/billing/withdrawal.ts';
import { DomainError } from '#domain/errors.ts';
import { closeUndelivered } from '#functions/operations/close-undelivered.ts';
import type { PlanChangeStore } from '#functions/plan-change/store.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { workEndNow } from './end-contract.ts';
import { requireTenant } from './require-tenant.ts';

type Needs = NeedsOf<typeof cancelSubscription> & { readonly planChanges: PlanChangeStore };

/**
 * Undoes the caller's purchase: what is asked for is written down first and then worked, here or by the scheduled job,
 * until the processor has given everything back. Undoing it again changes nothing.
 * @throws DomainError `order-missing`, `tenant-missing`, `subscription-missing`, `withdrawal-over`.
 */
export async function withdraw(needs: Needs, subject: string): Promise<void> {
  if (await closeUndelivered(needs, subject)) return;
  const tenant = await requireTenant(needs, subject);
  const { subdomain, orderId } = tenant;
  const known =
    tenant.subscriptionId === null
      ? await needs.billingWork.findNewestEnd(orderId)
      : await needs.billingWork.findEnd(tenant.subscriptionId);
  const subscriptionId = tenant.subscriptionId ?? known?.subscriptionId;
  const start = withdrawalStart(tenant);
  if (subscriptionId === undefined || start === null) throw new DomainError('subscription-missing');
  if (known?.kind !== 'withdrawal') {
    const now = needs.clock.now();
    if (tenant.state === 'ended' || now >= withdrawalEnd(start)) throw new DomainError('withdrawal-over');
    if (await isUncharged(needs, subscriptionId)) return cancelSubscription(needs, subject);
    await needs.billingWork.requestEnd({
      subscriptionId,
      subdomain,
      orderId,
      kind: 'withdrawal',
      endsOn: businessDay(now),
      requestedAt: now,
    });
    await needs.events.append('withdrawal-requested', { orderId, detail: subscriptionId });
  }
  await workEndNow(needs, subscriptionId);
}

/**
 * A contract that follows a cancelled one charges nothing until the days that were paid before are over: undoing it
 * leaves those days.
 */
async function isUncharged(needs: Needs, subscriptionId: string): Promise<boolean> {
  // The purchase itself: a later change of plan says nothing of its first day.
  const purchase = await needs.planChanges.findByPurchase({ subscriptionId, pageId: null });
  const firstDueOn = purchase?.state === 'applied' ? purchase.firstDueOn : null;
  return firstDueOn !== null && firstDueOn > businessDay(needs.clock.now());
}
