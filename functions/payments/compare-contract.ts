/**
 * Checks one contract at the processor: its subscription must be active and charge the sold price, and its charges must
 * match the ledger.
 *
 * Owns: which calls are made, and the operator notices about a subscription. What follows from a charge:
 * renewals/sync-contract-charge.ts.
 */
import { businessDay } from '#domain/billing/days.ts';
import type { Contract, Facts } from '#domain/contract/facts.ts';
import { currentStanding } from '#domain/contract/standing.ts';
import { agrees, isOver, olderDifferences } from '#domain/contract/watch.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import {
  type ComparedContract,
  closeCompared,
  findCompared,
  listFollowed,
} from '#functions/ledger/compared-contracts.ts';
import { findEnd } from '#functions/ledger/contract-ends.ts';
import { type Ledger, readLedger } from '#functions/ledger/store.ts';
import { findOpenPlanChange } from '#functions/plan-change/store.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { syncContractCharge } from '#functions/renewals/sync-contract-charge.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { PaymentSnapshot, SubscriptionDetails } from '#functions/vendors/processor.ts';

/** Charges that differ from the ledger, or whose consequences have not all been carried out. */
export async function chargesThatDiffer(
  { db }: Pick<Deps, 'db'>,
  payments: readonly PaymentSnapshot[],
): Promise<readonly PaymentSnapshot[]> {
  if (payments.length === 0) return [];
  const followed = await listFollowed(
    db,
    payments.map(({ paymentId }) => paymentId),
  );
  const known = new Map(followed.map((each) => [each.paymentId, each]));
  return payments.filter((payment) => {
    const charge = known.get(payment.paymentId);
    return charge === undefined || !agrees(charge, payment);
  });
}

/**
 * Handles an event about a subscription.
 * @returns True when anything changed.
 */
export async function syncSubscription(needs: Deps, subscriptionId: string): Promise<boolean> {
  const contract = await findCompared(needs.db, subscriptionId);
  return contract !== null && compareContract(needs, contract, businessDay(needs.clock.now()));
}

/**
 * Checks a contract, even an ended one: its charges can be disputed for some time.
 * @param since Charges due from this day on are already covered by the processor's list.
 * @returns True when anything changed.
 * @throws DomainError `idempotency-in-progress` when the contract changed meanwhile; `payment-unavailable`.
 */
export async function compareContract(
  needs: Deps,
  compared: ComparedContract,
  since: string,
): Promise<boolean> {
  const { orderId, contractId, subscriptionId } = compared;
  const ledger = await readLedger(needs.db, orderId);
  const { facts } = ledger;
  const contract = facts.contracts.find(({ id }) => id === contractId);
  if (contract === undefined) return false;
  const today = businessDay(needs.clock.now());
  if (isOver(facts, contract, today) && (await isEndDone(needs, subscriptionId))) {
    await closeCompared(needs.db, contractId, needs.clock.now());
    return false;
  }
  const older = olderDifferences(facts, contractId, since, today);
  const [{ payments, isNew }, ...singles] = await Promise.all([
    contract.end === null ? checkRenewal(needs, compared, ledger) : checkPaid(needs, contract),
    ...older.map(({ paymentId }) => needs.processor.readPayment(paymentId)),
  ]);
  const seen = [...payments, ...singles.filter((each) => each !== null)];
  let isLearnt = isNew;
  for (const payment of await chargesThatDiffer(needs, seen))
    isLearnt = (await syncContractCharge(needs, payment)).isNew || isLearnt;
  return isLearnt;
}

const isEndDone = async ({ db }: Deps, subscriptionId: string): Promise<boolean> =>
  (await findEnd(db, subscriptionId))?.doneAt !== null;

interface Looked {
  readonly payments: readonly PaymentSnapshot[];
  readonly isNew: boolean;
}

async function checkPaid({ processor }: Deps, { subscriptionId }: Contract): Promise<Looked> {
  return { payments: await processor.listSubscriptionPayments(subscriptionId), isNew: false };
}

async function checkRenewal(needs: Deps, compared: ComparedContract, seen: Ledger): Promise<Looked> {
  const { subscriptionId, orderId } = compared;
  // The chosen row may be old by now: its price may have changed since.
  const current = (await findCompared(needs.db, subscriptionId)) ?? compared;
  const details = await needs.processor.readSubscription(subscriptionId);
  const { version } = await readLedger(needs.db, orderId);
  // The contract changed during the call, so the answer may be about the one before: the next comparison asks again.
  if (version !== seen.version) throw new DomainError('idempotency-in-progress');
  const isNew = await reportRenewal(needs, current, seen.facts, details);
  return { payments: details?.payments ?? [], isNew };
}

/**
 * Notifies operators of differences, except those from our own work: a suspension, a plan change, a price update in
 * progress.
 */
async function reportRenewal(
  needs: Deps,
  { contractId, orderId, subscriptionId, priceDue }: ComparedContract,
  facts: Facts,
  details: SubscriptionDetails | null,
): Promise<boolean> {
  const tenant = await findTenant(needs.db, orderId);
  const { renewal, state } = currentStanding(facts, needs.clock.now());
  const isChanging = (await findOpenPlanChange(needs.db, orderId)) !== null;
  if (tenant === null || renewal?.contractId !== contractId || isChanging) return false;
  const { amountCentavos: soldCentavos } = renewal;
  const about = { subdomain: tenant.subdomain, orderId, reference: subscriptionId };
  const isStopped = state === 'active' && details?.status !== 'active';
  if (isStopped || details === null || details.status === 'deleted')
    return notifyOperators(needs, 'subscription-gone', { ...about, amountCentavos: soldCentavos });
  const { amountCentavos } = details;
  if (amountCentavos === soldCentavos || priceDue === 1) return false;
  return notifyOperators(needs, 'amount-differs', { ...about, amountCentavos, soldCentavos });
}
