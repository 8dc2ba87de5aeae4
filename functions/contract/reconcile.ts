/**
 * The daily comparison with the processor, whose events may be lost: it pauses its queue after 15 failures and drops
 * events after 14 days.
 *
 * Owns: what counts as a difference and what follows from each. Differences of money that cannot be explained are
 * never mended here: operators get a mail. Works in pages, so that a run is short and a killed one goes on.
 */
import { addDays, businessDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { tellOperators } from '#functions/operations/notices.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { PaymentSnapshot } from '#functions/vendors/payments.ts';
import type { Reconciliation } from './billing.ts';
import { followSubscription } from './follow-payment.ts';
import type { ReconciliationStore } from './reconciliation-store.ts';
import { settleByPayment } from './settle-by-payment.ts';

type Needs = NeedsOf<typeof settleByPayment> & { readonly billingWork: ReconciliationStore };

/**
 * A renewal is made up to 40 days before it is due, and its events are kept for 14 days more. Charges that are older than
 * that are seen with their subscription.
 */
const LOOK_BACK_DAYS = 60;
/** Tenants looked at in one run; each is one question to the processor. */
const TENANTS_AT_ONCE = 25;
const LEASE_MS = 600_000;
const RETRY_MS = 600_000;

/** Works one page of the day's comparison; makes the day's row when there is none. */
export async function reconcileNext(needs: Needs): Promise<void> {
  const now = needs.clock.now();
  const today = businessDay(now);
  await needs.billingWork.beginReconciliation(today, addDays(today, -LOOK_BACK_DAYS), now);
  const row = await needs.billingWork.claimReconciliation(now, now + LEASE_MS);
  if (row === null) return;
  try {
    const next = await reconcilePage(needs, row);
    await needs.billingWork.saveReconciliation(next, needs.clock.now(), needs.clock.now());
    if (next.stage === 'done') await report(needs, next);
  } catch (error) {
    needs.logger.warn('reconciliation-postponed', { day: row.day, stage: row.stage, error });
    await needs.billingWork.saveReconciliation(row, needs.clock.now() + RETRY_MS, needs.clock.now());
  }
}

/**
 * The whole comparison at once, for an operator.
 * @param since First day of the charges that are compared, `YYYY-MM-DD`.
 */
export async function reconcilePayments(
  needs: Needs,
  since: string,
): Promise<{ compared: number; found: number }> {
  const day = businessDay(needs.clock.now());
  let row: Reconciliation = { day, since, stage: 'payments', position: '0', compared: 0, found: 0 };
  while (row.stage !== 'done') row = await reconcilePage(needs, row);
  await report(needs, row);
  return { compared: row.compared, found: row.found };
}

function report(needs: Needs, { day, since, compared, found }: Reconciliation): Promise<void> {
  return needs.events.append('reconciliation', { detail: JSON.stringify({ day, since, compared, found }) });
}

/** One page; answers with where to go on. */
async function reconcilePage(needs: Needs, row: Reconciliation): Promise<Reconciliation> {
  return row.stage === 'payments' ? comparePayments(needs, row) : compareTenants(needs, row);
}

async function comparePayments(needs: Needs, row: Reconciliation): Promise<Reconciliation> {
  const skip = Number(row.position);
  const pages = needs.billing.listPaymentsSince(row.since, skip)[Symbol.asyncIterator]();
  const page = await pages.next();
  await pages.return?.();
  if (page.done === true) return { ...row, stage: 'tenants', position: '' };
  const found = await count(needs, page.value, (payment) => comparePayment(needs, payment));
  return {
    ...row,
    position: String(skip + page.value.length),
    compared: row.compared + page.value.length,
    found: row.found + found,
  };
}

async function compareTenants(needs: Needs, row: Reconciliation): Promise<Reconciliation> {
  const tenants = await needs.tenants.listAfter(row.position, TENANTS_AT_ONCE);
  const found = await count(needs, tenants, ({ subscriptionId }) =>
    subscriptionId === null ? false : followSubscription(needs, subscriptionId),
  );
  const last = tenants.at(-1);
  return last === undefined
    ? { ...row, stage: 'done' }
    : { ...row, position: last.subdomain, found: row.found + found };
}

/** How many of a page differ. One that another caller works on is left to that caller; a silent processor ends the run. */
async function count<T>(
  { logger }: Needs,
  items: readonly T[],
  isFound: (item: T) => boolean | Promise<boolean>,
): Promise<number> {
  let found = 0;
  for (const item of items) {
    try {
      if (await isFound(item)) found += 1;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'payment-unavailable') throw error;
      logger.warn('reconciliation-skipped', { error });
    }
  }
  return found;
}

/** Settles what an event would have settled, and looks for a charge that was never sold. */
async function comparePayment(needs: Needs, payment: PaymentSnapshot): Promise<boolean> {
  const { hasContract, isNew } = await settleByPayment(needs, payment, null);
  const isStray = !hasContract && (await tellStray(needs, payment));
  return isNew || isStray;
}

/** A subscription that charges without a contract; the processor may also be used for other things, which go on. */
async function tellStray(needs: Needs, payment: PaymentSnapshot): Promise<boolean> {
  const { subscriptionId, paymentId, state } = payment;
  if (subscriptionId === null || state === 'deleted' || state === 'refunded') return false;
  if ((await needs.billingWork.findEnd(subscriptionId)) !== null) return false;
  if (await needs.billingWork.isNoticed('subscription-alive', subscriptionId)) return false;
  const details = await needs.billing.readSubscription(subscriptionId);
  if (details?.status !== 'active') return false;
  const isNew = await tellOperators(needs, 'subscription-alive', {
    subdomain: null,
    reference: subscriptionId,
    amountCentavos: payment.amountCentavos,
    dueDate: payment.dueDate,
  });
  if (isNew) needs.logger.warn('subscription-without-contract', { subscriptionId, paymentId });
  return isNew;
}
