/**
 * The daily comparison with the processor. Its events may be lost: it pauses its queue after 15 failures and drops
 * events after 14 days.
 *
 * Owns: what counts as a difference and what follows from each. Unexplained differences of money are never corrected
 * here: operators get a mail. First come the recent charges, as a list; then contracts with an event, a due date or an
 * unclear state; every other contract once a week (ledger/compared-contracts.ts), because the processor limits requests. Works
 * in pages, so that each run is short and an interrupted one continues.
 */
import { addDays, businessDay, startOfDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import type { ComparedContract, ComparisonWindow } from '#functions/ledger/compared-contracts.ts';
import {
  listChosenContracts,
  markAllContracts,
  markContracts,
  noteCompared,
} from '#functions/ledger/compared-contracts.ts';
import { findEnd } from '#functions/ledger/contract-ends.ts';
import { appendEvent } from '#functions/platform/events.ts';
import { isNoticed } from '#functions/platform/notice-store.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { type Again, defineWork } from '#functions/platform/work/define-work.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import { chargesThatDiffer, compareContract } from './compare-contract.ts';
import {
  beginReconciliation,
  findReconciliation,
  lastComparedDay,
  type Reconciliation,
  saveReconciliation,
} from './reconciliation-store.ts';
import { routePayment } from './route-payment.ts';

/**
 * Size of one comparison; docs/scale.md uses these numbers. A renewal is created up to 40 days before it is due, and
 * its events are kept for 14 more days. Charges older than `lookBackDays` are checked with their contract.
 */
export const COMPARISON = {
  lookBackDays: 60,
  /** Interval for contracts without a reason. */
  weekDays: 7,
  /** Pages of charges per run; one processor request each. */
  pagesAtOnce: 10,
  /** Contracts per run; two requests each. Also keeps the comparison within its share of the request quota. */
  contractsAtOnce: 10,
} as const;

export const comparisonWork = defineWork<Deps>({
  kind: 'comparison',
  title: 'Conferência com a operadora',
  perRun: 1,
  isAlways: true,
  run: (needs) => reconcileNext(needs),
});

/** Works on the next pages of today's comparison; creates its row if there is none. */
async function reconcileNext(needs: Deps): Promise<Again> {
  const now = needs.clock.now();
  const today = businessDay(now);
  await beginReconciliation(needs.db, today, addDays(today, -COMPARISON.lookBackDays));
  const begun = await findReconciliation(needs.db);
  if (begun === null) return { againAt: startOfDay(addDays(today, 1)) };
  let row = begun;
  try {
    for (let page = 1; row.stage === 'payments' && page < COMPARISON.pagesAtOnce; page += 1)
      row = await reconcilePage(needs, row);
    row = await reconcilePage(needs, row);
  } finally {
    await saveReconciliation(needs.db, row, needs.clock.now());
  }
  if (row.stage === 'done') await report(needs, row);
  return { againAt: now };
}

/**
 * Runs a comparison now, for an operator.
 * @param since First day of the compared charges, `YYYY-MM-DD`.
 * @param asksAll True: checks every contract. What one call does not reach is left to the next comparison.
 */
export async function reconcilePayments(
  needs: Deps,
  since: string,
  asksAll = false,
): Promise<{ compared: number; found: number }> {
  const day = businessDay(needs.clock.now());
  let row: Reconciliation = { day, since, stage: 'payments', position: '0', compared: 0, found: 0 };
  if (asksAll) await markAllContracts(needs.db);
  while (row.stage !== 'done') row = await reconcilePage(needs, row);
  await report(needs, row);
  return { compared: row.compared, found: row.found };
}

function report(needs: Deps, { day, since, compared, found }: Reconciliation): Promise<void> {
  return appendEvent(needs, 'reconciliation', { detail: JSON.stringify({ day, since, compared, found }) });
}

/** Compares one page; returns the row with the position of the next page. */
async function reconcilePage(needs: Deps, row: Reconciliation): Promise<Reconciliation> {
  return row.stage === 'payments' ? comparePayments(needs, row) : compareContracts(needs, row);
}

async function comparePayments(needs: Deps, row: Reconciliation): Promise<Reconciliation> {
  const skip = Number(row.position);
  const pages = needs.processor.listPaymentsSince(row.since, skip)[Symbol.asyncIterator]();
  const page = await pages.next();
  await pages.return?.();
  if (page.done === true) {
    await chooseContracts(needs, row.day);
    return { ...row, stage: 'tenants', position: '' };
  }
  const news = await chargesThatDiffer(needs, page.value);
  const found = await count(needs, news, (payment) => comparePayment(needs, payment));
  return {
    ...row,
    position: String(skip + page.value.length),
    compared: row.compared + page.value.length,
    found: row.found + found,
  };
}

/** Runs after the list, which already handles the consequences of most lost events. */
async function chooseContracts(needs: Deps, day: string): Promise<void> {
  const last = await lastComparedDay(needs.db, day);
  const chosen = await markContracts(needs.db, windowOf(day, last ?? addDays(day, -1)));
  needs.logger.info('reconciliation-chosen', { day, ...chosen });
}

/**
 * A due date counts once its day is over, because the processor collects during the day. The week is counted in days,
 * so that a later hour of the run does not make it eight.
 */
function windowOf(today: string, since: string): ComparisonWindow {
  return {
    today,
    since,
    sinceMs: startOfDay(since),
    yesterday: addDays(today, -1),
    dayBeforeSince: addDays(since, -1),
    weekAgoMs: startOfDay(addDays(today, 1 - COMPARISON.weekDays)),
  };
}

async function compareContracts(needs: Deps, row: Reconciliation): Promise<Reconciliation> {
  const chosen = await listChosenContracts(needs.db, COMPARISON.contractsAtOnce);
  const found = await count(needs, chosen, (contract) => compareChosen(needs, contract, row.since));
  return chosen.length === 0 ? { ...row, stage: 'done' } : { ...row, found: row.found + found };
}

async function compareChosen(needs: Deps, contract: ComparedContract, since: string): Promise<boolean> {
  const { contractId } = contract;
  try {
    const isNew = await compareContract(needs, contract, since);
    await noteCompared(needs.db, contractId, needs.clock.now());
    return isNew;
  } catch (error) {
    // Check it again in the next comparison.
    if (!isProcessorDown(error)) await noteCompared(needs.db, contractId, 0);
    throw error;
  }
}

/** True when the processor is down: the run ends, and a later one continues. */
const isProcessorDown = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'payment-unavailable';

/**
 * Counts the differences of a page. Skips an item that another caller works on; ends the run when the processor is
 * down.
 */
async function count<T>(
  { logger }: Deps,
  items: readonly T[],
  isFound: (item: T) => boolean | Promise<boolean>,
): Promise<number> {
  let found = 0;
  for (const item of items) {
    try {
      if (await isFound(item)) found += 1;
    } catch (error) {
      if (isProcessorDown(error)) throw error;
      logger.warn('reconciliation-skipped', { error });
    }
  }
  return found;
}

/** Applies a charge as its event would have, and reports a charge that was never sold. */
async function comparePayment(needs: Deps, payment: PaymentSnapshot): Promise<boolean> {
  const { hasContract, isNew } = await routePayment(needs, payment, null);
  const isStray = !hasContract && (await reportStray(needs, payment));
  return isNew || isStray;
}

/**
 * Reports a subscription that charges without a contract. It keeps running: the processor account may have other uses.
 */
async function reportStray(needs: Deps, payment: PaymentSnapshot): Promise<boolean> {
  const { subscriptionId, paymentId, state } = payment;
  if (subscriptionId === null || state === 'deleted' || state === 'refunded') return false;
  if ((await findEnd(needs.db, subscriptionId)) !== null) return false;
  if (await isNoticed(needs.db, 'subscription-alive', subscriptionId)) return false;
  const details = await needs.processor.readSubscription(subscriptionId);
  if (details?.status !== 'active') return false;
  const isNew = await notifyOperators(needs, 'subscription-alive', {
    subdomain: null,
    reference: subscriptionId,
    ...(payment.reference === null ? {} : { ordered: payment.reference }),
    amountCentavos: payment.amountCentavos,
    dueDate: payment.dueDate,
  });
  if (isNew) needs.logger.warn('subscription-without-contract', { subscriptionId, paymentId });
  return isNew;
}
