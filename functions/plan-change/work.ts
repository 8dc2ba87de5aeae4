/** What everybody who works on a change of plan shares: the change in hand, its notes, and what its tenant may have. */

import { businessDay } from '#domain/billing/days.ts';
import { oldestOpen } from '#domain/billing/periods.ts';
import { DomainError } from '#domain/errors.ts';
import { type MessageId, message } from '#domain/messages.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { renewalRefusal, upgradeRefusal } from '#domain/upgrade/upgrade.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import type { Deps } from '#functions/deps.ts';
import type { SubscriptionDetails } from '#functions/vendors/payments.ts';
import type { PlanChange } from './plan-change.ts';

/** A change as whoever works on it knows it; each step puts the newer row here, so that the lease can be given back. */
export interface Work {
  change: PlanChange;
}

/** What a step wrote. @throws DomainError `idempotency-in-progress` when somebody else has taken over. */
export function keep(work: Work, written: PlanChange | null): PlanChange {
  if (written === null) throw new DomainError('idempotency-in-progress');
  work.change = written;
  return written;
}

/** What a customer and an operator read on a charge. */
export function chargeText(deps: Pick<Deps, 'catalog'>, plan: PlanId, subdomain: string): string {
  return `${deps.catalog.plan(plan).name} (${subdomain})`;
}

/** Notes something about a change for the operator. */
export function note(deps: Pick<Deps, 'events'>, kind: string, change: PlanChange, more = ''): Promise<void> {
  const { id, orderId, plan, cycle } = change;
  return deps.events.append(kind, { orderId, detail: `${id} ${plan} ${cycle} ${more}`.trim() });
}

/** Why a tenant cannot have a plan, or `null`. A contract that ends or has ended may be followed by the same one. */
export function planRefusal(deps: Pick<Deps, 'catalog'>, tenant: Tenant, plan: PlanId): MessageId | null {
  const isOver = tenant.state === 'ended' || tenant.endsOn !== null;
  return (isOver ? renewalRefusal : upgradeRefusal)(deps.catalog, tenant.plan, plan);
}

/** The subscription if it goes on charging, else `null`. */
export async function readRunning(
  deps: Pick<Deps, 'billing' | 'billingWork'>,
  subscriptionId: string,
): Promise<SubscriptionDetails | null> {
  // Its end was asked for and only the processor does not know yet.
  if ((await deps.billingWork.findEnd(subscriptionId)) !== null) return null;
  const found = await deps.billing.readSubscription(subscriptionId);
  return found?.status === 'active' ? found : null;
}

/**
 * A charge that is due keeps its price and pays for a cycle of the old kind, which nothing remembers once the contract
 * says another.
 * @throws DomainError `payment-pending`.
 */
export function assertNothingDue({ clock }: Pick<Deps, 'clock'>, { payments }: SubscriptionDetails): void {
  const oldest = oldestOpen(payments);
  if (oldest === undefined || oldest.dueDate > businessDay(clock.now())) return;
  throw new DomainError('payment-pending', {
    sentence: message('upgrade.cycle-owed'),
    details: { redirect: '/conta' },
  });
}
