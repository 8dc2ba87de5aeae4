/**
 * The daily comparison with the processor, whose events may be lost: it pauses its queue after 15 failures and drops
 * events after 14 days.
 *
 * Owns: what counts as a difference and what follows from each. Differences of money that cannot be explained are
 * never mended here: an operator is told. Works in pages, so that a run is short and a killed one goes on.
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
export async function reconcileNext(deps: Needs): Promise<void> {
  const now = deps.clock.now();
  const today = businessDay(now);
  await deps.billingWork.beginReconciliation(today, addDays(today, -LOOK_BACK_DAYS), now);
  const row = await deps.billingWork.claimReconciliation(now, now + LEASE_MS);
  if (row === null) return;
  try {
    const next = await reconcilePage(deps, row);
    await deps.billingWork.saveReconciliation(next, deps.clock.now(), deps.clock.now());
    if (next.stage === 'done') await report(deps, next);
  } catch (error) {
    deps.logger.warn('reconciliation-postponed', { day: row.day, stage: row.stage, error });
    await deps.billingWork.saveReconciliation(row, deps.clock.now() + RETRY_MS, deps.clock.now());
  }
}

/**
 * The whole comparison at once, for an operator.
 * @param since First day of the charges that are compared, `YYYY-MM-DD`.
 */
export async function reconcilePayments(
  deps: Needs,
  since: string,
): Promise<{ compared: number; found: number }> {
  const day = businessDay(deps.clock.now());
  let row: Reconciliation = { day, since, stage: 'payments', position: '0', compared: 0, found: 0 };
  while (row.stage !== 'done') row = await reconcilePage(deps, row);
  await report(deps, row);
  return { compared: row.compared, found: row.found };
}

function report(deps: Pick<Needs, 'events'>, { day, since, compared, found }: Reconciliation): Promise<void> {
  return deps.events.append('reconciliation', { detail: JSON.stringify({ day, since, compared, found }) });
}

/** One page; answers with where to go on. */
async function reconcilePage(deps: Needs, row: Reconciliation): Promise<Reconciliation> {
  return row.stage === 'payments' ? comparePayments(deps, row) : compareTenants(deps, row);
}

async function comparePayments(deps: Needs, row: Reconciliation): Promise<Reconciliation> {
  const skip = Number(row.position);
  const pages = deps.billing.listPaymentsSince(row.since, skip)[Symbol.asyncIterator]();
  const page = await pages.next();
  await pages.return?.();
  if (page.done === true) return { ...row, stage: 'tenants', position: '' };
  const found = await count(deps, page.value, (payment) => comparePayment(deps, payment));
  return {
    ...row,
    position: String(skip + page.value.length),
    compared: row.compared + page.value.length,
    found: row.found + found,
  };
}

async function compareTenants(deps: Needs, row: Reconciliation): Promise<Reconciliation> {
  const tenants = await deps.tenants.listAfter(row.position, TENANTS_AT_ONCE);
  const found = await count(deps, tenants, ({ subscriptionId }) =>
    subscriptionId === null ? false : followSubscription(deps, subscriptionId),
  );
  const last = tenants.at(-1);
  return last === undefined
    ? { ...row, stage: 'done' }
    : { ...row, position: last.subdomain, found: row.found + found };
}

/** How many of a page differ. One that another caller works on is left to that caller; a silent processor ends the run. */
async function count<T>(
  { logger }: Pick<Needs, 'logger'>,
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
async function comparePayment(deps: Needs, payment: PaymentSnapshot): Promise<boolean> {
  const { hasContract, isNew } = await settleByPayment(deps, payment, null);
  const isStray = !hasContract && (await tellStray(deps, payment));
  return isNew || isStray;
}

/** A subscription that charges without a contract; the processor may also be used for other things, which go on. */
async function tellStray(deps: Needs, payment: PaymentSnapshot): Promise<boolean> {
  const { subscriptionId, paymentId, state } = payment;
  if (subscriptionId === null || state === 'deleted' || state === 'refunded') return false;
  if ((await deps.billingWork.findEnd(subscriptionId)) !== null) return false;
  if (await deps.billingWork.isNoticed('subscription-alive', subscriptionId)) return false;
  const details = await deps.billing.readSubscription(subscriptionId);
  if (details?.status !== 'active') return false;
  const isNew = await tellOperators(deps, 'subscription-alive', {
    subdomain: null,
    reference: subscriptionId,
    amountCentavos: payment.amountCentavos,
    dueDate: payment.dueDate,
  });
  if (isNew) deps.logger.warn('subscription-without-contract', { subscriptionId, paymentId });
  return isNew;
}
