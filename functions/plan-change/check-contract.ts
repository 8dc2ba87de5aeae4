/** What the contract in force allows a change of plan. */
import { addDays, businessDay } from '#domain/billing/days.ts';
import { oldestOpen } from '#domain/billing/periods.ts';
import type { PaidPlanId } from '#domain/contracts/checkout.ts';
import { DomainError } from '#domain/errors.ts';
import { type MessageId, message } from '#domain/messages.ts';
import type { Catalog } from '#domain/plans/catalog.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { renewalRefusal, upgradeRefusal } from '#domain/upgrade/upgrade.ts';
import type { EndsStore } from '#functions/contract/ends-store.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { BillingGateway, SubscriptionDetails } from '#functions/vendors/payments.ts';

interface Needs {
  readonly billing: BillingGateway;
  readonly billingWork: EndsStore;
  readonly catalog: Catalog;
  readonly clock: Clock;
}

/** Why a tenant cannot have a plan, or `null`. A contract that ends or has ended may be followed by the same one. */
export function planRefusal({ catalog }: Needs, tenant: Tenant, plan: PlanId): MessageId | null {
  const isOver = tenant.state === 'ended' || tenant.endsOn !== null;
  return (isOver ? renewalRefusal : upgradeRefusal)(catalog, tenant.plan, plan);
}

/** @throws DomainError `payment-pending` for a suspended environment, `upgrade-not-higher`. */
export function requireAllowedPlan(needs: Needs, tenant: Tenant, plan: PlanId): PaidPlanId {
  if (tenant.state === 'suspended') throw paymentPending('upgrade.suspended');
  const refusal = planRefusal(needs, tenant, plan);
  if (refusal !== null) throw new DomainError('upgrade-not-higher', { sentence: message(refusal) });
  if (plan === 'free') throw new DomainError('upgrade-not-higher');
  return plan;
}

/** The subscription if it goes on charging, else `null`. */
export async function readRunning(
  { billing, billingWork }: Needs,
  subscriptionId: string,
): Promise<SubscriptionDetails | null> {
  // Its end was asked for and only the processor does not know yet.
  if ((await billingWork.findEnd(subscriptionId)) !== null) return null;
  const found = await billing.readSubscription(subscriptionId);
  return found?.status === 'active' ? found : null;
}

/**
 * A charge that is due keeps its price and pays for a cycle of the old kind, which nothing remembers once the contract
 * says another.
 * @throws DomainError `payment-pending`.
 */
export function assertNothingDue({ clock }: Needs, { payments }: SubscriptionDetails): void {
  const oldest = oldestOpen(payments);
  if (oldest !== undefined && oldest.dueDate <= businessDay(clock.now()))
    throw paymentPending('upgrade.cycle-owed');
}

function paymentPending(sentence: MessageId): DomainError {
  return new DomainError('payment-pending', {
    sentence: message(sentence),
    details: { redirect: '/conta' },
  });
}

/** A contract that was cancelled but is paid until its last day goes on from there; anything more is paid today. */
export function firstDueDay({ state, plan: current, endsOn }: Tenant, plan: PlanId, today: string): string {
  return state === 'active' && current === plan && endsOn !== null && endsOn >= today
    ? addDays(endsOn, 1)
    : today;
}
