/**
 * A renewal that was not paid (terms, section 6): tried again at 3, 7 and 15 days, with a mail at each failure. When the
 * last try has failed, or the days of grace are over, the environment stands still until the charge is paid
 * (carry-out.ts).
 *
 * Owns: the course of one failed charge. Every step may run again: a row says how often the charge has failed, the charge
 * itself is read before anything is done about it, and a mail leaves once. The first charge of a sign-up is none of this:
 * an order that is not paid is not provisioned.
 */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { nextRetryAt } from '#domain/billing/retries.ts';
import { gaveUp } from '#domain/contract/endings.ts';
import { standing } from '#domain/contract/standing.ts';
import { DomainError } from '#domain/errors.ts';
import { tellOperators } from '#functions/operations/notices.ts';
import { CHARGING_MS_MAX } from '#functions/platform/lease.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import type { PaymentGateway, PaymentSnapshot, PaymentState } from '#functions/vendors/payments.ts';
import type { Dunning } from './billing.ts';
import { chargeOf } from './billing-mails.ts';
import { carryOut } from './carry-out.ts';
import { changeFacts } from './change-facts.ts';
import type { DunningStore } from './dunning-store.ts';
import { recordCharge } from './record-charge.ts';
import { paidFor, settleRenewal } from './settle-renewal.ts';
import { takeBackCharges } from './take-back.ts';
import type { Tenant } from './tenant.ts';

type Needs = NeedsOf<typeof settleRenewal> &
  NeedsOf<typeof carryOut> &
  NeedsOf<typeof recordCharge> &
  NeedsOf<typeof tellOperators> & {
    readonly billingWork: DunningStore;
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
  const { subscriptionId } = payment;
  const { subdomain, orderId } = tenant;
  if (subscriptionId === null) return false;
  const failedAt = needs.clock.now();
  const next = nextRetryAt(failedAt, 1) ?? failedAt;
  const row = { paymentId: payment.paymentId, subscriptionId, subdomain, failedAt };
  const mail = await failureMail(needs, tenant, payment, 1, next);
  const isNew = await needs.billingWork.openDunning(row, next, mail);
  if (isNew) await needs.events.append('renewal-failed', { orderId, detail: `${payment.paymentId} 1` });
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
  const owner = await needs.ledger.findOwner(row.subscriptionId);
  const tenant = owner === null ? null : await needs.tenants.findByOrder(owner.orderId);
  if (tenant === null) return close(needs, row, 'ended');
  const payment = await needs.payments.readPayment(row.paymentId);
  const recorded = payment === null ? null : await recordCharge(needs, tenant.orderId, payment);
  const at = await standingOf(needs, tenant);
  if (payment?.state === 'confirmed' && recorded !== null) {
    await settleRenewal(needs, paidFor(tenant, recorded), payment, at.renewal?.dueOn ?? null);
    await carryOut(needs, tenant.orderId);
    return;
  }
  // Nothing is charged any more for a contract that has ended, and nothing comes back.
  if (at.renewal?.subscriptionId !== row.subscriptionId) return close(needs, row, 'ended');
  // Removed by an operator, or paid and disputed or refunded since.
  if (payment === null || !owedStates.has(payment.state)) return forgive(needs, tenant, row);
  if (at.state === 'suspended') return waitSuspended(needs, tenant, row);
  // Later days were paid first: what ran unpaid is asked for as a debt, the days that stood still are not.
  if (at.renewal.dueOn > payment.dueDate) return takeBack(needs, tenant, row, payment);
  // The processor is at it by itself; it ends paid or overdue.
  if (payment.state === 'pending') return later(needs, row, LATER_MS);
  return tryAgain(needs, tenant, row, payment);
}

const standingOf = async (needs: Needs, { orderId }: Tenant) =>
  standing((await needs.ledger.read(orderId)).facts, needs.clock.now());

const later = (needs: Needs, { paymentId }: Dunning, ms: number): Promise<void> =>
  needs.billingWork.postponeDunning(paymentId, needs.clock.now() + ms);

async function close(needs: Needs, row: Dunning, outcome: 'ended' | 'gone'): Promise<void> {
  await needs.billingWork.closeDunning(row.paymentId, outcome, needs.clock.now());
}

/** Charges the card once more. The charge was just read as unpaid, and the processor takes no charge twice. */
async function tryAgain(needs: Needs, tenant: Tenant, row: Dunning, payment: PaymentSnapshot): Promise<void> {
  try {
    const charged = await needs.billing.chargeAgain(row);
    if (charged.state === 'confirmed') {
      const recorded = await recordCharge(needs, tenant.orderId, charged);
      const { renewal } = await standingOf(needs, tenant);
      await settleRenewal(needs, paidFor(tenant, recorded), charged, renewal?.dueOn ?? null);
      await carryOut(needs, tenant.orderId);
      return;
    }
    if (charged.state === 'pending') return await later(needs, row, LATER_MS);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Whether it was charged is read from the processor, once the lost call can do no more.
    if (error.code === 'payment-unclear') return later(needs, row, CHARGING_MS_MAX);
    if (error.code === 'payment-unavailable') {
      if (needs.clock.now() - plannedAt(row) > STUCK_MS) await tellStuck(needs, tenant, payment);
      return later(needs, row, LATER_MS);
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
  const { orderId } = tenant;
  await needs.events.append('renewal-failed', { orderId, detail: `${row.paymentId} ${failures}` });
  if (planned !== null) return;
  await changeFacts(needs, orderId, (facts, at) => ({ changes: gaveUp(facts, row.paymentId, at) }));
  await waitSuspended(needs, tenant, row);
}

/** The environment stands still. Looked at once a day, which also finds a payment whose event was lost. */
async function waitSuspended(needs: Needs, tenant: Tenant, row: Dunning): Promise<void> {
  await carryOut(needs, tenant.orderId);
  await later(needs, row, DAY_MS);
}

async function takeBack(needs: Needs, tenant: Tenant, row: Dunning, payment: PaymentSnapshot): Promise<void> {
  await takeBackCharges(needs, tenant.orderId, [payment]);
  await close(needs, row, 'gone');
}

/** The charges of a removed subscription go with it: they are not forgiven, and nothing would be charged any more. */
async function forgive(needs: Needs, tenant: Tenant, row: Dunning): Promise<void> {
  const details = await needs.billing.readSubscription(row.subscriptionId);
  if (details === null || details.status === 'deleted') {
    const { subdomain, orderId, amountCentavos } = tenant;
    const reference = row.subscriptionId;
    await tellOperators(needs, 'subscription-gone', { subdomain, orderId, reference, amountCentavos });
    return later(needs, row, DAY_MS);
  }
  await close(needs, row, 'gone');
  await carryOut(needs, tenant.orderId);
}
