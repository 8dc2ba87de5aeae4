/**
 * The last steps of a change of plan: price, limits, contract, mail.
 *
 * Owns: their order, and that they end well however often they are begun. Every step may run again: the processor
 * gets the same price, the cluster the same limits, and contract and mail change in one transaction. The caller holds
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
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
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
export function chargeText({ catalog }: Needs, plan: PlanId, subdomain: string): string {
  return `${catalog.plan(plan).name} (${subdomain})`;
}

/** From here on the change ends in force, whatever fails on the way: the sweep goes on with it. */
export async function commitPlanChange(
  needs: Needs,
  work: Work,
  references: PurchaseReferences = {},
): Promise<void> {
  requireStillHeld(work, await needs.planChanges.markApplying(work.change, references, needs.clock.now()));
  await applyPlanChange(needs, work);
}

/**
 * Goes on with a change in `applying`, to `applied`; or to `closed` when the contract it builds on is gone.
 * @throws DomainError with a sentence that says the change goes on by itself.
 */
export async function applyPlanChange(needs: Needs, work: Work): Promise<void> {
  try {
    for (let round = 0; round < ROUNDS_MAX; round += 1) if (await tryToApply(needs, work)) return;
  } catch (error) {
    if (!(error instanceof DomainError) || !error.retryable) throw error;
    throw new DomainError(error.code, { sentence: message('upgrade.continues'), cause: error });
  }
  throw new DomainError('idempotency-in-progress');
}

async function tryToApply(needs: Needs, work: Work): Promise<boolean> {
  const { change } = work;
  const tenant = await needs.tenants.findBySubdomain(change.subdomain);
  const isMine = tenant?.orderId === change.orderId;
  if (!isMine || !(await isCovered(needs, change, tenant)) || !(await settleMoney(needs, change, tenant))) {
    await callOff(needs, work);
    return true;
  }
  const { plan } = change;
  await needs.cluster.ensureApplication(applicationOf(needs, { ...tenant, plan, state: 'active' }));
  const now = needs.clock.now();
  const mail = await appliedMail(needs, change);
  const applied = await needs.planChanges.apply(change, tenant, contractOf(change, tenant, now), mail, now);
  if (applied === null) return (await readAgain(needs, work)).settledAt !== null;
  requireStillHeld(work, applied);
  await note(needs, 'upgrade-applied', applied, `from ${tenant.plan}`);
  return true;
}

/** What is charged later builds on days that were paid before; once those went back, it would run for nothing. */
async function isCovered(needs: Needs, change: PlanChange, tenant: Tenant): Promise<boolean> {
  const { way, firstDueOn, paymentId } = change;
  if (way !== 'purchase' || firstDueOn === null || firstDueOn <= businessDay(needs.clock.now())) return true;
  const { state, endsOn } = tenant;
  if (state === 'active' && endsOn !== null && addDays(endsOn, 1) >= firstDueOn) return true;
  return isPaid(needs, paymentId);
}

async function isPaid({ payments }: Needs, paymentId: string | null): Promise<boolean> {
  return paymentId !== null && (await payments.readPayment(paymentId))?.state === 'confirmed';
}

/** Lets exactly one subscription charge the new price; false when there is nothing left to change. */
async function settleMoney(needs: Needs, change: PlanChange, tenant: Tenant): Promise<boolean> {
  if (change.way === 'purchase') {
    // Never two that renew: the earlier one ends first.
    if (tenant.subscriptionId !== null && tenant.subscriptionId !== change.subscriptionId)
      await needs.payments.cancelSubscription(tenant.subscriptionId);
    return true;
  }
  if (tenant.state !== 'active' || tenant.subscriptionId === null) return false;
  if (tenant.subscriptionId !== change.subscriptionId) return false;
  const running = await readRunning(needs, tenant.subscriptionId);
  if (running === null) return false;
  await setPrice(needs, running, change);
  return true;
}

async function setPrice(
  needs: Needs,
  { subscriptionId, payments, cycle: chargedCycle }: SubscriptionDetails,
  { amountCentavos, cycle, plan, subdomain }: PlanChange | Tenant,
): Promise<void> {
  const open = openCharges(payments);
  const updatesPending = reachesOpenCharges(
    open.map(({ dueDate }) => dueDate),
    businessDay(needs.clock.now()),
  );
  const first = updatesPending && cycle !== chargedCycle ? open[0] : undefined;
  if (first !== undefined) await takeBack(needs, open.slice(1));
  await needs.billing.changeSubscription(subscriptionId, {
    amountCentavos,
    cycle,
    description: chargeText(needs, plan, subdomain),
    updatesPending,
    ...(first === undefined ? {} : { nextDueDate: renewalDay(first.dueDate, cycle) }),
  });
}

/** Charges of the old cycle that fall into the new cycle of the one before them, which pays for those days. */
async function takeBack(needs: Needs, charges: readonly PaymentSnapshot[]): Promise<void> {
  for (const { paymentId } of charges) {
    // Noted first, so that the processor's report about it goes to no operator.
    await needs.billingWork.notice('charge-removed', paymentId, null, needs.clock.now());
    await needs.billing.removeCharge(paymentId);
  }
}

function contractOf(change: PlanChange, tenant: Tenant, now: number): TenantContract {
  const { plan, cycle, amountCentavos } = change;
  // A changed price is no new purchase: the time to withdraw goes on counting from the purchase that was paid.
  const { customerId, subscriptionId, contractedAt } =
    change.way === 'subscription' ? tenant : { ...change, contractedAt: now };
  return { plan, cycle, amountCentavos, customerId, subscriptionId, contractedAt };
}

async function appliedMail(needs: Needs, change: PlanChange): Promise<OutgoingMail> {
  const { plan: plano, cycle: ciclo, amountCentavos } = change;
  const payload = { ...(await recipientOf(needs, change)), plano, ciclo, amountCentavos };
  return mailOf(`upgrade-${change.id}`, 'upgrade-applied', payload);
}

/** The contract it builds on is gone: price and limits return to the row's, a payment is refunded. */
async function callOff(needs: Needs, work: Work): Promise<void> {
  const { change } = work;
  if (change.way === 'purchase') await giveBack(needs, change.subscriptionId, change.paymentId);
  else await restoreContract(needs, change);
  requireStillHeld(work, await needs.planChanges.close(change, needs.clock.now()));
  await note(needs, 'upgrade-called-off', change);
}

async function restoreContract(needs: Needs, change: PlanChange): Promise<void> {
  const tenant = await needs.tenants.findBySubdomain(change.subdomain);
  if (tenant?.orderId !== change.orderId) return;
  if (tenant.subscriptionId !== null && tenant.subscriptionId === change.subscriptionId) {
    const details = await needs.billing.readSubscription(tenant.subscriptionId);
    if (details?.status === 'active' || details?.status === 'inactive')
      await setPrice(needs, details, tenant);
  }
  await bringUpToDate(needs, change.subdomain);
}

/** Ends what was bought and pays back what was paid for it. Safe to repeat. */
export async function giveBack(
  needs: Needs,
  subscriptionId: string | null,
  paymentId: string | null,
): Promise<void> {
  if (subscriptionId !== null) await needs.payments.cancelSubscription(subscriptionId);
  if (paymentId !== null && (await isPaid(needs, paymentId)))
    await needs.billing.refund(paymentId, 'Mudança de plano não concluída');
}
