/**
 * The last steps of a change of plan: price, limits, contract, mail.
 *
 * Owns: their order, and that they end well however often they are begun. Every step may run again: the processor is
 * told the same price, the cluster the same limits, and contract and mail change in one transaction. The caller holds
 * the change's lease.
 */
import { addDays, businessDay, renewalDay } from '#domain/billing/days.ts';
import { openCharges } from '#domain/billing/periods.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { reachesOpenCharges } from '#domain/upgrade/upgrade.ts';
import { recipientOf } from '#functions/contract/billing-mails.ts';
import type { Tenant, TenantContract } from '#functions/contract/tenant.ts';
import type { NoticeStore } from '#functions/operations/notices.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { applicationOf, bringUpToDate } from '#functions/provisioning/environment.ts';
import type { PaymentGateway, PaymentSnapshot, SubscriptionDetails } from '#functions/vendors/payments.ts';
import { readRunning } from './check-contract.ts';
import { note, readAgain, requireStillHeld, type Work } from './held-change.ts';
import type { PlanChange, PurchaseReferences } from './plan-change.ts';

type Needs = NeedsOf<typeof bringUpToDate> &
  NeedsOf<typeof note> &
  NeedsOf<typeof readAgain> &
  NeedsOf<typeof readRunning> &
  NeedsOf<typeof recipientOf> & {
    readonly billingWork: NoticeStore;
    readonly clock: Clock;
    readonly payments: PaymentGateway;
  };

/** First try, and two more for a contract that changed between reading and writing. */
const ROUNDS_MAX = 3;

/** What a customer and an operator read on a charge. */
export function chargeText({ catalog }: Pick<Needs, 'catalog'>, plan: PlanId, subdomain: string): string {
  return `${catalog.plan(plan).name} (${subdomain})`;
}

/** From here on the change ends in force, whatever fails on the way: the sweep goes on with it. */
export async function commitPlanChange(
  deps: Needs,
  work: Work,
  references: PurchaseReferences = {},
): Promise<void> {
  requireStillHeld(work, await deps.planChanges.markApplying(work.change, references, deps.clock.now()));
  await applyPlanChange(deps, work);
}

/**
 * Goes on with a change in `applying`, to `applied`; or to `closed` when the contract it builds on is gone.
 * @throws DomainError with a sentence that says the change goes on by itself.
 */
export async function applyPlanChange(deps: Needs, work: Work): Promise<void> {
  try {
    for (let round = 0; round < ROUNDS_MAX; round += 1) if (await tryToApply(deps, work)) return;
  } catch (error) {
    if (!(error instanceof DomainError) || !error.retryable) throw error;
    throw new DomainError(error.code, { sentence: message('upgrade.continues'), cause: error });
  }
  throw new DomainError('idempotency-in-progress');
}

async function tryToApply(deps: Needs, work: Work): Promise<boolean> {
  const { change } = work;
  const tenant = await deps.tenants.findBySubdomain(change.subdomain);
  const isMine = tenant?.orderId === change.orderId;
  if (!isMine || !(await isCovered(deps, change, tenant)) || !(await settleMoney(deps, change, tenant))) {
    await callOff(deps, work);
    return true;
  }
  const { plan } = change;
  await deps.cluster.ensureApplication(applicationOf(deps, { ...tenant, plan, state: 'active' }));
  const now = deps.clock.now();
  const mail = { id: `upgrade-${change.id}`, payload: await mailPayload(deps, change) };
  const applied = await deps.planChanges.apply(change, tenant, contractOf(change, tenant, now), mail, now);
  if (applied === null) return (await readAgain(deps, work)).settledAt !== null;
  requireStillHeld(work, applied);
  await note(deps, 'upgrade-applied', applied, `from ${tenant.plan}`);
  return true;
}

/** What is charged later builds on days that were paid before; once those went back, it would run for nothing. */
async function isCovered(deps: Needs, change: PlanChange, tenant: Tenant): Promise<boolean> {
  const { way, firstDueOn, paymentId } = change;
  if (way !== 'purchase' || firstDueOn === null || firstDueOn <= businessDay(deps.clock.now())) return true;
  const { state, endsOn } = tenant;
  if (state === 'active' && endsOn !== null && addDays(endsOn, 1) >= firstDueOn) return true;
  return isPaid(deps, paymentId);
}

async function isPaid({ payments }: Pick<Needs, 'payments'>, paymentId: string | null): Promise<boolean> {
  return paymentId !== null && (await payments.readPayment(paymentId))?.state === 'confirmed';
}

/** Lets exactly one subscription charge the new price; false when there is nothing left to change. */
async function settleMoney(deps: Needs, change: PlanChange, tenant: Tenant): Promise<boolean> {
  if (change.way === 'purchase') {
    // Never two that renew: the earlier one ends first.
    if (tenant.subscriptionId !== null && tenant.subscriptionId !== change.subscriptionId)
      await deps.payments.cancelSubscription(tenant.subscriptionId);
    return true;
  }
  if (tenant.state !== 'active' || tenant.subscriptionId === null) return false;
  if (tenant.subscriptionId !== change.subscriptionId) return false;
  const running = await readRunning(deps, tenant.subscriptionId);
  if (running === null) return false;
  await setPrice(deps, running, change);
  return true;
}

async function setPrice(
  deps: Needs,
  { subscriptionId, payments, cycle: chargedCycle }: SubscriptionDetails,
  { amountCentavos, cycle, plan, subdomain }: PlanChange | Tenant,
): Promise<void> {
  const open = openCharges(payments);
  const updatesPending = reachesOpenCharges(
    open.map(({ dueDate }) => dueDate),
    businessDay(deps.clock.now()),
  );
  const first = updatesPending && cycle !== chargedCycle ? open[0] : undefined;
  if (first !== undefined) await takeBack(deps, open.slice(1));
  await deps.billing.changeSubscription(subscriptionId, {
    amountCentavos,
    cycle,
    description: chargeText(deps, plan, subdomain),
    updatesPending,
    ...(first === undefined ? {} : { nextDueDate: renewalDay(first.dueDate, cycle) }),
  });
}

/** Charges of the old cycle that fall into the new cycle of the one before them, which pays for those days. */
async function takeBack(deps: Needs, charges: readonly PaymentSnapshot[]): Promise<void> {
  for (const { paymentId } of charges) {
    // Noted first, so that the processor's report about it goes to no operator.
    await deps.billingWork.notice('charge-removed', paymentId, null, deps.clock.now());
    await deps.billing.removeCharge(paymentId);
  }
}

function contractOf(change: PlanChange, tenant: Tenant, now: number): TenantContract {
  const { plan, cycle, amountCentavos } = change;
  // A changed price is no new purchase: the time to withdraw goes on counting from the purchase that was paid.
  if (change.way === 'subscription') {
    const { customerId, subscriptionId, contractedAt } = tenant;
    return { plan, cycle, amountCentavos, customerId, subscriptionId, contractedAt };
  }
  const { customerId, subscriptionId } = change;
  return { plan, cycle, amountCentavos, customerId, subscriptionId, contractedAt: now };
}

async function mailPayload(deps: Needs, change: PlanChange): Promise<string> {
  const { plan, cycle, amountCentavos } = change;
  return JSON.stringify({ ...(await recipientOf(deps, change)), plano: plan, ciclo: cycle, amountCentavos });
}

/** The contract it builds on is gone: price and limits return to the row's, a payment is refunded. */
async function callOff(deps: Needs, work: Work): Promise<void> {
  const { change } = work;
  if (change.way === 'purchase') await giveBack(deps, change.subscriptionId, change.paymentId);
  else await restoreContract(deps, change);
  requireStillHeld(work, await deps.planChanges.close(change, deps.clock.now()));
  await note(deps, 'upgrade-called-off', change);
}

async function restoreContract(deps: Needs, change: PlanChange): Promise<void> {
  const tenant = await deps.tenants.findBySubdomain(change.subdomain);
  if (tenant?.orderId !== change.orderId) return;
  if (tenant.subscriptionId !== null && tenant.subscriptionId === change.subscriptionId) {
    const details = await deps.billing.readSubscription(tenant.subscriptionId);
    if (details?.status === 'active' || details?.status === 'inactive') await setPrice(deps, details, tenant);
  }
  await bringUpToDate(deps, change.subdomain);
}

/** Ends what was bought and pays back what was paid for it. Safe to repeat. */
export async function giveBack(
  deps: Pick<Needs, 'payments' | 'billing'>,
  subscriptionId: string | null,
  paymentId: string | null,
): Promise<void> {
  if (subscriptionId !== null) await deps.payments.cancelSubscription(subscriptionId);
  if (paymentId !== null && (await isPaid(deps, paymentId)))
    await deps.billing.refund(paymentId, 'Mudança de plano não concluída');
}
