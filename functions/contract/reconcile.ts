/**
 * The daily comparison with the processor, whose events may be lost: it pauses its queue after 15 failures and drops
 * events after 14 days.
 *
 * Owns: what counts as a difference and what follows from each. Differences of money that cannot be explained are
 * never mended here: operators get a mail. The list of young charges comes first; then contracts with an event, a due
 * date or an unclear state are asked about, and each of the others once a week (comparison-store.ts): the processor counts
 * every request. Works in pages, so that a run is short and a killed one goes on.
 */
import { addDays, businessDay, startOfDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { tellOperators } from '#functions/operations/notices.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { PaymentSnapshot } from '#functions/vendors/payments.ts';
import type { Reconciliation } from './billing.ts';
import type { ComparedContract, ComparisonStore, ComparisonWindow } from './comparison-store.ts';
import { differing, lookAtContract } from './look-at-contract.ts';
import type { ReconciliationStore } from './reconciliation-store.ts';
import { settleByPayment } from './settle-by-payment.ts';

type Needs = NeedsOf<typeof settleByPayment> &
  NeedsOf<typeof lookAtContract> & { readonly billingWork: ReconciliationStore & ComparisonStore };

/**
 * What one comparison asks for; docs/scale.md counts with it. A renewal is made up to 40 days before it is due, and its
 * events are kept for 14 days more. Charges that are older than `lookBackDays` are seen with their contract.
 */
export const COMPARISON = {
  lookBackDays: 60,
  /** So often a contract without a reason is looked at. */
  weekDays: 7,
  /** Pages of charges read in one run; each is one request to the processor. */
  pagesAtOnce: 10,
  /** Contracts looked at in one run; each is two requests. It also keeps the comparison within its part of the quota. */
  contractsAtOnce: 10,
} as const;
const LEASE_MS = 600_000;
const RETRY_MS = 600_000;

/** Works the next pages of the day's comparison; makes the day's row when there is none. */
export async function reconcileNext(needs: Needs): Promise<void> {
  const now = needs.clock.now();
  const today = businessDay(now);
  await needs.billingWork.beginReconciliation(today, addDays(today, -COMPARISON.lookBackDays), now);
  let row = await needs.billingWork.claimReconciliation(now, now + LEASE_MS);
  if (row === null) return;
  try {
    for (let page = 1; row.stage === 'payments' && page < COMPARISON.pagesAtOnce; page += 1)
      row = await reconcilePage(needs, row);
    row = await reconcilePage(needs, row);
    await needs.billingWork.saveReconciliation(row, needs.clock.now(), needs.clock.now());
    if (row.stage === 'done') await report(needs, row);
  } catch (error) {
    needs.logger.warn('reconciliation-postponed', { day: row.day, stage: row.stage, error });
    await needs.billingWork.saveReconciliation(row, needs.clock.now() + RETRY_MS, needs.clock.now());
  }
}

/**
 * The comparison at once, for an operator.
 * @param since First day of the charges that are compared, `YYYY-MM-DD`.
 * @param asksAll True: every contract is asked about. What one call does not get to, the next comparison does.
 */
export async function reconcilePayments(
  needs: Needs,
  since: string,
  asksAll = false,
): Promise<{ compared: number; found: number }> {
  const day = businessDay(needs.clock.now());
  let row: Reconciliation = { day, since, stage: 'payments', position: '0', compared: 0, found: 0 };
  if (asksAll) await needs.billingWork.chooseAllContracts();
  while (row.stage !== 'done') row = await reconcilePage(needs, row);
  await report(needs, row);
  return { compared: row.compared, found: row.found };
}

function report(needs: Needs, { day, since, compared, found }: Reconciliation): Promise<void> {
  return needs.events.append('reconciliation', { detail: JSON.stringify({ day, since, compared, found }) });
}

/** One page; answers with where to go on. */
async function reconcilePage(needs: Needs, row: Reconciliation): Promise<Reconciliation> {
  return row.stage === 'payments' ? comparePayments(needs, row) : compareContracts(needs, row);
}

async function comparePayments(needs: Needs, row: Reconciliation): Promise<Reconciliation> {
  const skip = Number(row.position);
  const pages = needs.billing.listPaymentsSince(row.since, skip)[Symbol.asyncIterator]();
  const page = await pages.next();
  await pages.return?.();
  if (page.done === true) {
    await chooseContracts(needs, row.day);
    return { ...row, stage: 'tenants', position: '' };
  }
  const news = await differing(needs, page.value);
  const found = await count(needs, news, (payment) => comparePayment(needs, payment));
  return {
    ...row,
    position: String(skip + page.value.length),
    compared: row.compared + page.value.length,
    found: row.found + found,
  };
}

/** After the list, which draws the consequences of most lost events. */
async function chooseContracts(needs: Needs, day: string): Promise<void> {
  const last = await needs.billingWork.lastComparedDay(day);
  const chosen = await needs.billingWork.chooseContracts(windowOf(day, last ?? addDays(day, -1)));
  needs.logger.info('reconciliation-chosen', { day, ...chosen });
}

/**
 * A due date counts once its day is over: the processor collects in the course of the day. Weeks are counted in days, so
 * that a later hour does not make eight of seven.
 */
function windowOf(today: string, since: string): ComparisonWindow {
  return {
    ...{ today, since, sinceMs: startOfDay(since) },
    ...{ yesterday: addDays(today, -1), dayBeforeSince: addDays(since, -1) },
    weekAgoMs: startOfDay(addDays(today, 1 - COMPARISON.weekDays)),
  };
}

async function compareContracts(needs: Needs, row: Reconciliation): Promise<Reconciliation> {
  const chosen = await needs.billingWork.listChosen(COMPARISON.contractsAtOnce);
  const found = await count(needs, chosen, (contract) => compareContract(needs, contract, row.since));
  return chosen.length === 0 ? { ...row, stage: 'done' } : { ...row, found: row.found + found };
}

async function compareContract(needs: Needs, contract: ComparedContract, since: string): Promise<boolean> {
  const { contractId } = contract;
  try {
    const isNew = await lookAtContract(needs, contract, since);
    await needs.billingWork.noteCompared(contractId, needs.clock.now());
    return isNew;
  } catch (error) {
    // The next comparison asks again.
    if (!isSilence(error)) await needs.billingWork.noteCompared(contractId, 0);
    throw error;
  }
}

/** The processor answers nobody: the run ends and goes on later. */
const isSilence = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'payment-unavailable';

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
      if (isSilence(error)) throw error;
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
