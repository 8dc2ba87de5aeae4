/**
 * A renewal that was not paid (terms, section 6): tried again at 3, 7 and 15 days, with a mail at each failure, then the
 * environment is suspended with its data kept, until the charge is paid.
 *
 * Owns: the course of one failed renewal. Every step may run again: a row says how often the charge has failed, the
 * charge itself is read before anything is done about it, and a mail leaves once. The first charge of a sign-up is
 * none of this: an order that is not paid is not provisioned.
 */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { nextRetryAt } from '#domain/billing/retries.ts';
import { DomainError } from '#domain/errors.ts';
import { tellOperators } from '#functions/operations/notices.ts';
import { CHARGING_MS_MAX } from '#functions/platform/lease.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { bringUpToDate } from '#functions/provisioning/environment.ts';
import type { PaymentGateway, PaymentSnapshot, PaymentState } from '#functions/vendors/payments.ts';
import type { Dunning } from './billing.ts';
import { chargeOf } from './billing-mails.ts';
import type { EndsStore } from './ends-store.ts';
import { findOpenRow, isExhausted, liftSuspension, settleRenewal } from './settle-renewal.ts';
import type { Tenant } from './tenant.ts';

type Needs = NeedsOf<typeof settleRenewal> & {
  readonly billingWork: EndsStore;
  readonly payments: PaymentGateway;
};

/** The processor did not answer, or weighs the risk of a charge: asked again after this. */
const LATER_MS = 600_000;
/** From then on a person looks after a try that the processor neither makes nor refuses. */
const STUCK_MS = DAY_MS;

/** In these a charge still waits for its money. */
const owedStates: ReadonlySet<PaymentState> = new Set(['pending', 'overdue', 'refused']);

/** Begins to work a renewal that the processor says was not paid. A known one is left as it is. */
export async function openFailedRenewal(
  needs: Needs,
  tenant: Tenant,
  payment: PaymentSnapshot,
): Promise<boolean> {
  const { subscriptionId, subdomain } = tenant;
  if (subscriptionId === null || tenant.state === 'ended') return false;
  const failedAt = needs.clock.now();
  const next = nextRetryAt(failedAt, 1) ?? failedAt;
  const row = { paymentId: payment.paymentId, subscriptionId, subdomain, failedAt };
  const mail = await failureMail(needs, tenant, payment, 1, next);
  const isNew = await needs.billingWork.openDunning(row, next, mail);
  if (isNew)
    await needs.events.append('renewal-failed', {
      orderId: tenant.orderId,
      detail: `${payment.paymentId} 1`,
    });
  return isNew;
}

async function failureMail(
  needs: Needs,
  tenant: Tenant,
  payment: PaymentSnapshot,
  failures: number,
  next: number,
): Promise<OutgoingMail> {
  const payload = { ...(await chargeOf(needs, tenant, payment)), failures, nextTryOn: businessDay(next) };
  return mailOf(`payment-failed-${payment.paymentId}-${failures}`, 'payment-failed', payload);
}

/** Works one failed renewal that is due and that the caller has taken. */
export async function workFailedRenewal(needs: Needs, row: Dunning): Promise<void> {
  const tenant = await needs.tenants.findBySubscription(row.subscriptionId);
  if (tenant === null || tenant.state === 'ended') return close(needs, row, 'ended');
  const payment = await needs.payments.readPayment(row.paymentId);
  if (payment?.state === 'confirmed') {
    await settleRenewal(needs, tenant, payment);
    return;
  }
  // Asked for, and the processor may not know it yet: nothing is charged any more, and nothing comes back.
  if ((await needs.billingWork.findEnd(row.subscriptionId)) !== null) return close(needs, row, 'ended');
  // Removed by an operator, or paid and disputed or refunded since: nothing is owed any more.
  if (payment === null || !owedStates.has(payment.state)) return forgive(needs, tenant, row);
  if (isExhausted(row)) return suspend(needs, tenant, row, payment);
  // The processor is at it by itself; it ends paid or overdue.
  if (payment.state === 'pending')
    return needs.billingWork.postponeDunning(row.paymentId, needs.clock.now() + LATER_MS);
  return tryAgain(needs, tenant, row, payment);
}

async function close(needs: Needs, row: Dunning, outcome: 'ended' | 'gone'): Promise<void> {
  await needs.billingWork.closeDunning(row.paymentId, outcome, needs.clock.now());
}

/** Charges the card once more. The charge was just read as unpaid, and the processor takes no charge twice. */
async function tryAgain(needs: Needs, tenant: Tenant, row: Dunning, payment: PaymentSnapshot): Promise<void> {
  const later = (ms: number) => needs.billingWork.postponeDunning(row.paymentId, needs.clock.now() + ms);
  try {
    const charged = await needs.billing.chargeAgain(row);
    if (charged.state === 'confirmed') {
      await settleRenewal(needs, tenant, charged);
      return;
    }
    if (charged.state === 'pending') return await later(LATER_MS);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Whether it was charged is read from the processor, once the lost call can do no more.
    if (error.code === 'payment-unclear') return later(CHARGING_MS_MAX);
    if (error.code === 'payment-unavailable') {
      if (needs.clock.now() - plannedAt(row) > STUCK_MS) await tellStuck(needs, tenant, payment);
      return later(LATER_MS);
    }
    if (error.code !== 'payment-declined' && error.code !== 'validation-failed') throw error;
  }
  await countFailure(needs, tenant, row, payment);
}

const plannedAt = ({ failedAt, failures }: Dunning): number => nextRetryAt(failedAt, failures) ?? failedAt;

/** The processor answers and does not charge: the card is not the reason, and it does not pass by itself. */
async function tellStuck(needs: Needs, tenant: Tenant, payment: PaymentSnapshot): Promise<void> {
  const { subdomain, orderId } = tenant;
  const { paymentId: reference, amountCentavos, dueDate } = payment;
  await tellOperators(needs, 'renewal-stuck', { subdomain, orderId, reference, amountCentavos, dueDate });
}

async function countFailure(
  needs: Needs,
  tenant: Tenant,
  row: Dunning,
  payment: PaymentSnapshot,
): Promise<void> {
  const failures = row.failures + 1;
  const now = needs.clock.now();
  const planned = nextRetryAt(row.failedAt, failures);
  // After an outage of ours the customer still has a day between two tries.
  const next = planned === null ? now : Math.max(planned, now + DAY_MS);
  const mail = planned === null ? null : await failureMail(needs, tenant, payment, failures, next);
  if (!(await needs.billingWork.countFailure(row, next, mail))) return;
  await needs.events.append('renewal-failed', {
    orderId: tenant.orderId,
    detail: `${row.paymentId} ${failures}`,
  });
  if (planned === null) await suspend(needs, tenant, { ...row, failures }, payment);
}

/**
 * Stops the environment, keeps its data, and charges nothing new for days on which it does not work. Runs again once a
 * day, which also finds a payment whose event was lost.
 */
async function suspend(needs: Needs, tenant: Tenant, row: Dunning, payment: PaymentSnapshot): Promise<void> {
  const now = needs.clock.now();
  const isNew = await needs.tenants.setState(tenant.subdomain, 'active', 'suspended', now);
  if (isNew)
    await needs.events.append('tenant-suspended', { orderId: tenant.orderId, detail: row.paymentId });
  const details = await needs.billing.readSubscription(row.subscriptionId);
  if (details?.status === 'active') await needs.billing.pauseSubscription(row.subscriptionId);
  const later = details?.payments.filter(
    ({ state, dueDate }) => state === 'pending' && dueDate > payment.dueDate,
  );
  for (const { paymentId } of later ?? []) await needs.billing.removeCharge(paymentId);
  await bringUpToDate(needs, tenant.subdomain);
  // Paid since it was read, and settled by its event: what was just done is undone.
  if ((await findOpenRow(needs, tenant, row.paymentId)) === undefined) {
    await liftSuspension(needs, tenant, row, payment.dueDate);
    return;
  }
  await needs.billingWork.enqueue(
    mailOf(`suspended-${row.paymentId}`, 'suspended', await chargeOf(needs, tenant, payment)),
    now,
  );
  await needs.billingWork.postponeDunning(row.paymentId, now + DAY_MS);
}

async function forgive(needs: Needs, tenant: Tenant, row: Dunning): Promise<void> {
  if (isExhausted(row)) {
    if (await isRemoved(needs, row)) return waitForOperator(needs, tenant, row);
    await liftSuspension(needs, tenant, row, businessDay(needs.clock.now()));
  }
  await close(needs, row, 'gone');
}

/** The charges of a removed subscription go with it: they are not forgiven, and nothing would be charged any more. */
async function isRemoved({ billing }: Needs, { subscriptionId }: Dunning): Promise<boolean> {
  const details = await billing.readSubscription(subscriptionId);
  return details === null || details.status === 'deleted';
}

async function waitForOperator(needs: Needs, tenant: Tenant, row: Dunning): Promise<void> {
  const { subdomain, orderId, amountCentavos } = tenant;
  const reference = row.subscriptionId;
  await tellOperators(needs, 'subscription-gone', { subdomain, orderId, reference, amountCentavos });
  await needs.billingWork.postponeDunning(row.paymentId, needs.clock.now() + DAY_MS);
}
