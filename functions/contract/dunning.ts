/**
 * A renewal that was not paid (terms, section 6): tried again at 3, 7 and 15 days, told at each failure, then the
 * environment stands still with its data kept, until the charge is paid.
 *
 * Owns: the course of one failed renewal. Every step may run again: a row says how often the charge has failed, the
 * charge itself is read before anything is done about it, and a mail leaves once. The first charge of a sign-up is
 * none of this: an order that is not paid is not provisioned.
 */

import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { resumedRenewal } from '#domain/billing/periods.ts';
import { nextRetryAt } from '#domain/billing/retries.ts';
import { billingTerms } from '#domain/billing/terms.ts';
import { DomainError } from '#domain/errors.ts';
import { UNCLEAR_MS } from '#functions/checkout/collect-first-charge.ts';
import type { Deps } from '#functions/deps.ts';
import { bringUpToDate } from '#functions/provisioning/environment.ts';
import type { PaymentSnapshot, PaymentState } from '#functions/vendors/payments.ts';
import type { BillingMail, Dunning } from './billing.ts';
import { chargeOf, mailOf, recipientOf, tellOperators } from './billing-mails.ts';
import type { Tenant } from './tenant.ts';

/** The processor did not answer, or weighs the risk of a charge: asked again after this. */
const LATER_MS = 600_000;
/** From then on a person looks after a try that the processor neither makes nor refuses. */
const STUCK_MS = DAY_MS;

/** Charges that were seen paid and told to the customer: an event comes more than once, weeks apart. */
export const PAID = 'paid';

/** In these a charge still waits for its money. */
const owedStates: ReadonlySet<PaymentState> = new Set(['pending', 'overdue', 'refused']);

/** True once the last try has failed. */
const isExhausted = ({ failures }: Dunning): boolean => failures > billingTerms.chargeRetryDays.length;

/** Begins to work a renewal that the processor says was not paid. A known one is left as it is. */
export async function openFailedRenewal(
  deps: Deps,
  tenant: Tenant,
  payment: PaymentSnapshot,
): Promise<boolean> {
  const { subscriptionId, subdomain } = tenant;
  if (subscriptionId === null || tenant.state === 'ended') return false;
  const failedAt = deps.clock.now();
  const next = nextRetryAt(failedAt, 1) ?? failedAt;
  const row = { paymentId: payment.paymentId, subscriptionId, subdomain, failedAt };
  const mail = await failureMail(deps, tenant, payment, 1, next);
  const isNew = await deps.billingWork.openDunning(row, next, mail);
  if (isNew) await note(deps, tenant, 'renewal-failed', `${payment.paymentId} 1`);
  return isNew;
}

async function failureMail(
  deps: Deps,
  tenant: Tenant,
  payment: PaymentSnapshot,
  failures: number,
  next: number,
): Promise<BillingMail> {
  const payload = { ...(await chargeOf(deps, tenant, payment)), failures, nextTryOn: businessDay(next) };
  return mailOf(`payment-failed-${payment.paymentId}-${failures}`, 'payment-failed', payload);
}

function note(deps: Pick<Deps, 'events'>, { orderId }: Tenant, kind: string, detail: string): Promise<void> {
  return deps.events.append(kind, { orderId, detail });
}

/** Works one failed renewal that is due; whoever calls has taken it. */
export async function workFailedRenewal(deps: Deps, row: Dunning): Promise<void> {
  const tenant = await deps.tenants.findBySubscription(row.subscriptionId);
  if (tenant === null || tenant.state === 'ended') return close(deps, row, 'ended');
  const payment = await deps.payments.readPayment(row.paymentId);
  if (payment?.state === 'confirmed') return settleRenewal(deps, tenant, payment);
  // Asked for, and the processor may not know it yet: nothing is charged any more, and nothing comes back.
  if ((await deps.billingWork.findEnd(row.subscriptionId)) !== null) return close(deps, row, 'ended');
  // Taken back by an operator, or paid and contested or given back since: nothing is owed any more.
  if (payment === null || !owedStates.has(payment.state)) return forgive(deps, tenant, row);
  if (isExhausted(row)) return suspend(deps, tenant, row, payment);
  // The processor is at it by itself; it ends paid or overdue.
  if (payment.state === 'pending')
    return deps.billingWork.postponeDunning(row.paymentId, deps.clock.now() + LATER_MS);
  return tryAgain(deps, tenant, row, payment);
}

async function close(deps: Deps, row: Dunning, outcome: 'ended' | 'gone'): Promise<void> {
  await deps.billingWork.closeDunning(row.paymentId, outcome, deps.clock.now());
}

/** Charges the card once more. The charge was just read as unpaid, and the processor takes no charge twice. */
async function tryAgain(deps: Deps, tenant: Tenant, row: Dunning, payment: PaymentSnapshot): Promise<void> {
  const later = (ms: number) => deps.billingWork.postponeDunning(row.paymentId, deps.clock.now() + ms);
  try {
    const charged = await deps.billing.chargeAgain(row);
    if (charged.state === 'confirmed') return await settleRenewal(deps, tenant, charged);
    if (charged.state === 'pending') return await later(LATER_MS);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Whether it was charged is read from the processor, once the lost call can do no more.
    if (error.code === 'payment-unclear') return later(UNCLEAR_MS);
    if (error.code === 'payment-unavailable') {
      if (deps.clock.now() - plannedAt(row) > STUCK_MS) await tellStuck(deps, tenant, payment);
      return later(LATER_MS);
    }
    if (error.code !== 'payment-declined' && error.code !== 'validation-failed') throw error;
  }
  await countFailure(deps, tenant, row, payment);
}

const plannedAt = ({ failedAt, failures }: Dunning): number => nextRetryAt(failedAt, failures) ?? failedAt;

/** The processor answers and does not charge: neither the card's nor a moment's trouble. */
async function tellStuck(deps: Deps, tenant: Tenant, payment: PaymentSnapshot): Promise<void> {
  const { subdomain, orderId } = tenant;
  const { paymentId: reference, amountCentavos, dueDate } = payment;
  await tellOperators(deps, 'renewal-stuck', { subdomain, orderId, reference, amountCentavos, dueDate });
}

async function countFailure(
  deps: Deps,
  tenant: Tenant,
  row: Dunning,
  payment: PaymentSnapshot,
): Promise<void> {
  const failures = row.failures + 1;
  const now = deps.clock.now();
  const planned = nextRetryAt(row.failedAt, failures);
  // After a standstill of ours the customer still has a day between two tries.
  const next = planned === null ? now : Math.max(planned, now + DAY_MS);
  const mail = planned === null ? null : await failureMail(deps, tenant, payment, failures, next);
  if (!(await deps.billingWork.countFailure(row, next, mail))) return;
  await note(deps, tenant, 'renewal-failed', `${row.paymentId} ${failures}`);
  if (planned === null) await suspend(deps, tenant, { ...row, failures }, payment);
}

/**
 * The environment stands still, its data stay, and nothing new is charged for days on which it does not work. Comes
 * round once a day, which also finds a payment whose event was lost.
 */
async function suspend(deps: Deps, tenant: Tenant, row: Dunning, payment: PaymentSnapshot): Promise<void> {
  const now = deps.clock.now();
  const isNew = await deps.tenants.setState(tenant.subdomain, 'active', 'suspended', now);
  if (isNew) await note(deps, tenant, 'tenant-suspended', row.paymentId);
  const details = await deps.billing.readSubscription(row.subscriptionId);
  if (details?.status === 'active') await deps.billing.pauseSubscription(row.subscriptionId);
  const later = details?.payments.filter(
    ({ state, dueDate }) => state === 'pending' && dueDate > payment.dueDate,
  );
  for (const { paymentId } of later ?? []) await deps.billing.removeCharge(paymentId);
  await bringUpToDate(deps, tenant.subdomain);
  // Paid since it was read, and settled by the report: what was just done is undone.
  if ((await openRowOf(deps, tenant, row.paymentId)) === undefined) {
    await lift(deps, tenant, row, payment.dueDate);
    return;
  }
  await deps.billingWork.enqueue(
    mailOf(`suspended-${row.paymentId}`, 'suspended', await chargeOf(deps, tenant, payment)),
    now,
  );
  await deps.billingWork.postponeDunning(row.paymentId, now + DAY_MS);
}

/** A renewal was paid: whatever stood open about it is closed, and a suspension that it caused is lifted. */
export async function settleRenewal(deps: Deps, tenant: Tenant, payment: PaymentSnapshot): Promise<void> {
  const { paymentId } = payment;
  const row = await openRowOf(deps, tenant, paymentId);
  if (row === undefined && (await deps.billingWork.isNoticed(PAID, paymentId))) return;
  const nextDueDate =
    row !== undefined && isExhausted(row)
      ? await lift(deps, tenant, row, payment.dueDate)
      : await nextCharge(deps, tenant, payment);
  const payload = { ...(await chargeOf(deps, tenant, payment)), nextDueDate };
  const mail = mailOf(`payment-confirmed-${paymentId}`, 'payment-confirmed', payload);
  await deps.billingWork.notice(PAID, paymentId, mail, deps.clock.now());
  if (row === undefined) return;
  // The last failure was counted while this was read: what followed from it is undone, too.
  const current = await openRowOf(deps, tenant, paymentId);
  if (!isExhausted(row) && current !== undefined && isExhausted(current))
    await lift(deps, tenant, current, payment.dueDate);
  await deps.billingWork.closeDunning(paymentId, 'paid', deps.clock.now());
}

async function openRowOf(
  deps: Deps,
  { subscriptionId }: Tenant,
  paymentId: string,
): Promise<Dunning | undefined> {
  if (subscriptionId === null) return undefined;
  return (await deps.billingWork.listDunning(subscriptionId)).find((row) => row.paymentId === paymentId);
}

/** The day of the next charge, for the customer's proof; `null` when the processor does not say. */
async function nextCharge(
  deps: Deps,
  { subscriptionId }: Tenant,
  paid: PaymentSnapshot,
): Promise<string | null> {
  if (subscriptionId === null) return null;
  const details = await deps.billing.readSubscription(subscriptionId);
  // The list may show the charge that was just paid as it was before.
  const open = details?.payments.find(({ state, dueDate }) => state === 'pending' && dueDate > paid.dueDate);
  return open?.dueDate ?? details?.nextDueDate ?? null;
}

async function forgive(deps: Deps, tenant: Tenant, row: Dunning): Promise<void> {
  if (isExhausted(row)) {
    if (await isRemoved(deps, row)) return waitForOperator(deps, tenant, row);
    await lift(deps, tenant, row, businessDay(deps.clock.now()));
  }
  await close(deps, row, 'gone');
}

/** Its charges go with a subscription: nobody has forgiven them, and nothing would be charged any more. */
async function isRemoved({ billing }: Deps, { subscriptionId }: Dunning): Promise<boolean> {
  const details = await billing.readSubscription(subscriptionId);
  return details === null || details.status === 'deleted';
}

async function waitForOperator(deps: Deps, tenant: Tenant, row: Dunning): Promise<void> {
  const { subdomain, orderId, amountCentavos } = tenant;
  const reference = row.subscriptionId;
  await tellOperators(deps, 'subscription-gone', { subdomain, orderId, reference, amountCentavos });
  await deps.billingWork.postponeDunning(row.paymentId, deps.clock.now() + DAY_MS);
}

/** Lets a suspended environment work and renew again. @returns The day of the next charge. */
async function lift(deps: Deps, tenant: Tenant, row: Dunning, dueDate: string): Promise<string> {
  const now = deps.clock.now();
  const nextDueDate = resumedRenewal(dueDate, tenant.cycle, businessDay(now));
  const details = await deps.billing.readSubscription(row.subscriptionId);
  if (details?.status === 'inactive') await deps.billing.resumeSubscription(row.subscriptionId, nextDueDate);
  const others = (await deps.billingWork.listDunning(row.subscriptionId)).filter(
    (other) => other.paymentId !== row.paymentId && isExhausted(other),
  );
  if (others.length > 0) return nextDueDate;
  if (await deps.tenants.setState(tenant.subdomain, 'suspended', 'active', now))
    await note(deps, tenant, 'tenant-reactivated', row.paymentId);
  await bringUpToDate(deps, tenant.subdomain);
  const payload = { ...(await recipientOf(deps, tenant)), nextDueDate };
  await deps.billingWork.enqueue(mailOf(`reactivated-${row.paymentId}`, 'reactivated', payload), now);
  return nextDueDate;
}
