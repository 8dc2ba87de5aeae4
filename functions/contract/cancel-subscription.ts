/** The renewal ends at once; the environment works until the end of what was paid (terms, section 8). */
import { addDays, businessDay } from '#domain/billing/days.ts';
import { oldestOpen, paidThrough } from '#domain/billing/periods.ts';
import { DomainError } from '#domain/errors.ts';
import { closeUndelivered } from '#functions/operations/close-undelivered.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { workEndNow } from './end-contract.ts';
import { requireTenant } from './require-tenant.ts';
import type { Tenant } from './tenant.ts';

type Needs = NeedsOf<typeof closeUndelivered> & NeedsOf<typeof requireTenant> & NeedsOf<typeof workEndNow>;

/**
 * Cancels the caller's renewal; an order without an environment is closed instead. Cancelling a cancelled one changes nothing.
 * @throws DomainError `order-missing`, `tenant-missing`, `subscription-missing` for a free plan, `payment-unavailable`.
 */
export async function cancelSubscription(needs: Needs, subject: string): Promise<void> {
  if (await closeUndelivered(needs, subject)) return;
  const tenant = await requireTenant(needs, subject);
  const { subscriptionId, subdomain, orderId } = tenant;
  if (subscriptionId === null) {
    if (tenant.endsOn !== null || tenant.state === 'ended') return;
    throw new DomainError('subscription-missing');
  }
  if ((await needs.billingWork.findEnd(subscriptionId)) === null) {
    const endsOn = await lastDay(needs, tenant, subscriptionId);
    await needs.billingWork.requestEnd({
      subscriptionId,
      subdomain,
      orderId,
      kind: 'cancellation',
      endsOn,
      requestedAt: needs.clock.now(),
    });
    await needs.events.append('cancellation-requested', { orderId, detail: `${subscriptionId} ${endsOn}` });
  }
  await workEndNow(needs, subscriptionId);
}

/**
 * The last day that was paid, but never one that is over: with a charge overdue it is today. Where nothing was paid
 * yet, it is the day before the first charge.
 */
async function lastDay(needs: Needs, tenant: Tenant, subscriptionId: string): Promise<string> {
  const today = businessDay(needs.clock.now());
  const details = await needs.billing.readSubscription(subscriptionId);
  if (details === null) return today;
  const first = oldestOpen(details.payments)?.dueDate;
  const paid =
    paidThrough(details.payments, details.nextDueDate, tenant.cycle) ?? (first ? addDays(first, -1) : today);
  return paid > today ? paid : today;
}
