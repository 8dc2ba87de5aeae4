/**
 * Retries an unpaid renewal (terms, section 6) after 3, 7 and 15 days, with a mail at each failure. When the last retry
 * has failed or the grace period is over, the environment is suspended until the charge is paid (ledger/apply-standing.ts).
 *
 * Owns: the retries of one failed charge. Every step may be repeated: a row counts the failures, the charge is read
 * before each action, and each mail is sent once. The first charge of a sign-up is not handled here: an unpaid order is
 * not provisioned.
 */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { nextRetryAt } from '#domain/billing/retries.ts';
import { gaveUp } from '#domain/contract/endings.ts';
import { currentStanding } from '#domain/contract/standing.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import {
  closeDunning,
  type Dunning,
  findDunning,
  noteFailure,
  openDunning,
  RENEWAL_WORK,
} from '#functions/ledger/failed-renewals.ts';
import { type RecordedCharge, recordCharge } from '#functions/ledger/record-charge.ts';
import { removeUnpaidCharges } from '#functions/ledger/remove-unpaid-charges.ts';
import { findOwnerOfSubscription, readLedger } from '#functions/ledger/store.ts';
import { updateLedger } from '#functions/ledger/update-ledger.ts';
import { chargeOf } from '#functions/orders/addressee.ts';
import { notifyStuckWork } from '#functions/orders/notify-stuck.ts';
import type { NewEvent } from '#functions/platform/events.ts';
import { CHARGING_MS_MAX } from '#functions/platform/lease.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { type Again, defineWork } from '#functions/platform/work/define-work.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { PaymentSnapshot, PaymentState } from '#functions/vendors/processor.ts';
import { paidFor, sendReceipt } from './send-receipt.ts';

/** Pause when the processor does not answer or is still checking a charge for fraud. */
const LATER_MS = 600_000;

/** States in which a charge is still unpaid. */
const owedStates: ReadonlySet<PaymentState> = new Set(['pending', 'overdue', 'refused']);

/** Opens the retries of a renewal that the processor reports unpaid. Does nothing when they are already open. */
export async function openFailedRenewal(
  needs: Deps,
  tenant: Tenant,
  payment: PaymentSnapshot,
): Promise<boolean> {
  const { subscriptionId } = payment;
  const { subdomain, orderId } = tenant;
  if (subscriptionId === null) return false;
  const failedAt = needs.clock.now();
  const next = nextRetryAt(failedAt, 1) ?? failedAt;
  const row = { paymentId: payment.paymentId, subscriptionId, subdomain, failedAt, retryAt: next };
  const mail = await failureMail(needs, tenant, payment, 1, next);
  const event = failedEvent(orderId, payment.paymentId, 1, payment.state);
  return openDunning(needs.db, row, orderId, { events: [event], mails: [mail] });
}

/** @param reason Our error code, or the state of the charge. */
const failedEvent = (orderId: string, paymentId: string, failures: number, reason: string): NewEvent => ({
  kind: 'renewal-failed',
  orderId,
  detail: `${paymentId} falha ${failures}: ${reason}`,
});

async function failureMail(
  needs: Deps,
  tenant: Tenant,
  payment: PaymentSnapshot,
  failures: number,
  next: number,
): Promise<OutgoingMail> {
  const payload = { ...(await chargeOf(needs, tenant, payment)), failures, nextTryOn: businessDay(next) };
  return mailOf(`payment-failed-${payment.paymentId}-${failures}`, 'payment-failed', payload);
}

/** Retries a failed renewal; an unchanged one is checked again later. */
export const renewalWork = defineWork<Deps>({
  kind: RENEWAL_WORK,
  title: 'Cobrança que falhou',
  // All in parallel, so that none waits behind a slow one until its lease ends.
  perRun: 5,
  onStuck: notifyStuckWork('renewal-stuck'),
  async run(needs, { key }) {
    const row = await findDunning(needs.db, key);
    if (row === null) return undefined;
    if (needs.clock.now() < row.retryAt) return { againAt: row.retryAt };
    return retryRenewal(needs, row);
  },
});

async function retryRenewal(needs: Deps, row: Dunning): Promise<Again | undefined> {
  const owner = await findOwnerOfSubscription(needs.db, row.subscriptionId);
  const tenant = owner === null ? null : await findTenant(needs.db, owner.orderId);
  if (tenant === null) return closeRetries(needs, row, 'ended');
  const payment = await needs.processor.readPayment(row.paymentId);
  const recorded = payment === null ? null : await recordCharge(needs, tenant.orderId, payment);
  const at = await standingOf(needs, tenant);
  if (payment?.state === 'confirmed' && recorded !== null) {
    return takePaid(needs, tenant, recorded, payment);
  }
  // The contract has ended, so nothing more is charged.
  if (at.renewal?.subscriptionId !== row.subscriptionId) return closeRetries(needs, row, 'ended');
  // Removed by an operator, or paid since and then disputed or refunded.
  if (payment === null || !owedStates.has(payment.state)) return forgiveCharge(needs, tenant, row);
  if (at.state === 'suspended') return waitSuspended(needs, tenant);
  // A later charge was paid first: the days used unpaid become a debt, suspended days do not.
  if (at.renewal.dueOn > payment.dueDate) return removeOvertaken(needs, tenant, row, payment);
  // The processor is still processing it; the charge ends up paid or overdue.
  if (payment.state === 'pending') return laterBy(needs, LATER_MS);
  return tryAgain(needs, tenant, row, payment);
}

const standingOf = async (needs: Deps, { orderId }: Tenant) =>
  currentStanding((await readLedger(needs.db, orderId)).facts, needs.clock.now());

const laterBy = ({ clock }: Deps, ms: number): Again => ({ againAt: clock.now() + ms });

async function takePaid(
  needs: Deps,
  tenant: Tenant,
  recorded: RecordedCharge,
  payment: PaymentSnapshot,
): Promise<undefined> {
  const { renewal } = await standingOf(needs, tenant);
  await sendReceipt(needs, paidFor(tenant, recorded), payment, renewal?.dueOn ?? null);
  await applyStanding(needs, tenant.orderId);
}

async function closeRetries(needs: Deps, row: Dunning, outcome: 'ended' | 'gone'): Promise<undefined> {
  await closeDunning(needs.db, row.paymentId, outcome, needs.clock.now());
}

/** Charges the card again. The charge was just read as unpaid, and the processor does not take a charge twice. */
async function tryAgain(
  needs: Deps,
  tenant: Tenant,
  row: Dunning,
  payment: PaymentSnapshot,
): Promise<Again | undefined> {
  let reason: string;
  try {
    const charged = await needs.processor.chargeAgain(row);
    if (charged.state === 'confirmed') {
      return takePaid(needs, tenant, await recordCharge(needs, tenant.orderId, charged), charged);
    }
    if (charged.state === 'pending') return laterBy(needs, LATER_MS);
    reason = charged.state;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // After the lost call can no longer take effect, the next run reads from the processor whether it was charged.
    if (error.code === 'payment-unclear') return laterBy(needs, CHARGING_MS_MAX);
    if (error.code !== 'payment-declined' && error.code !== 'validation-failed') throw error;
    reason = error.code;
  }
  return countFailure(needs, tenant, row, { payment, reason });
}

async function countFailure(
  needs: Deps,
  tenant: Tenant,
  row: Dunning,
  { payment, reason }: { readonly payment: PaymentSnapshot; readonly reason: string },
): Promise<Again> {
  const failures = row.failures + 1;
  const now = needs.clock.now();
  const planned = nextRetryAt(row.failedAt, failures);
  // Leave the customer a day between two retries, even after an outage of ours.
  const next = planned === null ? now : Math.max(planned, now + DAY_MS);
  const mail = planned === null ? null : await failureMail(needs, tenant, payment, failures, next);
  const { orderId } = tenant;
  const event = failedEvent(orderId, row.paymentId, failures, reason);
  const report = { events: [event], mails: [mail] };
  const isCounted = await noteFailure(needs.db, row, next, report, now);
  if (!isCounted || planned !== null) return { againAt: next };
  await updateLedger(needs, orderId, (facts, at) => ({ changes: gaveUp(facts, row.paymentId, at) }));
  return waitSuspended(needs, tenant);
}

/** The environment is suspended. Checks once a day, which also finds a payment whose event was lost. */
async function waitSuspended(needs: Deps, tenant: Tenant): Promise<Again> {
  await applyStanding(needs, tenant.orderId);
  return laterBy(needs, DAY_MS);
}

async function removeOvertaken(
  needs: Deps,
  tenant: Tenant,
  row: Dunning,
  payment: PaymentSnapshot,
): Promise<undefined> {
  await removeUnpaidCharges(needs, tenant.orderId, [payment]);
  return closeRetries(needs, row, 'gone');
}

/**
 * Closes the retries of a removed charge, which forgives it. If the whole subscription was removed, its charges are not
 * forgiven: the operators are notified, and the retries stay open.
 */
async function forgiveCharge(needs: Deps, tenant: Tenant, row: Dunning): Promise<Again | undefined> {
  const details = await needs.processor.readSubscription(row.subscriptionId);
  if (details === null || details.status === 'deleted') {
    const { subdomain, orderId, amountCentavos } = tenant;
    const reference = row.subscriptionId;
    await notifyOperators(needs, 'subscription-gone', { subdomain, orderId, reference, amountCentavos });
    return laterBy(needs, DAY_MS);
  }
  await closeRetries(needs, row, 'gone');
  await applyStanding(needs, tenant.orderId);
  return undefined;
}
