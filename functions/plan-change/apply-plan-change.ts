/**
 * The last steps of a plan change: price, limits, facts, mail.
 *
 * Owns: their order, and that they succeed however often they are started. Every step may be repeated: the processor
 * gets the same price, the cluster the same limits, and facts, change and mail are written in one transaction under the
 * tenant's version. The caller holds the change's lease.
 */
import { changed } from '#domain/contract/facts.ts';
import { currentStanding } from '#domain/contract/standing.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { markOf, trustReference } from '#functions/debts/mark-facts.ts';
import { applyStanding, rewriteApplication } from '#functions/ledger/apply-standing.ts';
import { beginCall } from '#functions/ledger/cluster-calls.ts';
import { sendPrice, setPrice } from '#functions/ledger/send-prices.ts';
import { type Ledger, readLedger, writeLedger } from '#functions/ledger/store.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { applicationOf } from '#functions/tenants/environment.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import { eventOf, type LeasedChange, move, readAgain } from './leased-change.ts';
import { isBought, type PlanChange } from './plan-change.ts';
import { changedRenewal, isStillPossible, ledgerChangesOf } from './plan-facts.ts';
import { applyStatement, findPlanChange } from './store.ts';

/** First try, then two more for facts that changed between reading and writing. */
const ROUNDS_MAX = 3;

/** Commits a change: from here on it will come into force, and the sweep continues it after any failure. */
export async function commitPlanChange(
  needs: Deps,
  leased: LeasedChange,
  references: Partial<PlanChange> = {},
): Promise<void> {
  await move(needs, leased, { state: 'applying', ...references });
  await applyPlanChange(needs, leased);
}

/**
 * Takes a change in `applying` to `applied`, or to `closed` when the contract it builds on is gone.
 * @throws DomainError with a sentence that says that the change continues by itself.
 */
export async function applyPlanChange(needs: Deps, leased: LeasedChange): Promise<void> {
  try {
    for (let round = 0; round < ROUNDS_MAX; round += 1) if (await tryToApply(needs, leased)) return;
  } catch (error) {
    if (!(error instanceof DomainError) || !error.retryable) throw error;
    throw new DomainError(error.code, { sentence: message('upgrade.continues'), cause: error });
  }
  throw new DomainError('idempotency-in-progress');
}

async function tryToApply(needs: Deps, leased: LeasedChange): Promise<boolean> {
  const { row: change } = leased;
  const tenant = await findTenantByName(needs.db, change.subdomain);
  const ledger = await readLedger(needs.db, change.orderId);
  const now = needs.clock.now();
  const isMine = tenant?.orderId === change.orderId;
  if (!isMine || !isStillPossible(ledger.facts, change, now)) {
    await callOff(needs, leased);
    return true;
  }
  await settlePrice(needs, ledger, change);
  const changes = await ledgerChangesOf(needs, ledger.facts, change, now);
  const after = currentStanding(changed(ledger.facts, changes), now);
  const call = await beginCall(needs.db, change.orderId, now);
  await needs.cluster.ensureApplication(
    applicationOf(needs, { ...tenant, plan: after.plan, state: after.state }),
  );
  const marks =
    change.kind === 'trust' ? [await markOf(needs, tenant, ledger.facts, trustOf(needs, change))] : [];
  const mails = [await appliedMail(needs, change)];
  const events = [eventOf('upgrade-applied', change, `de ${tenant.plan}`)];
  const closing = [applyStatement(needs.db, leased.row, now)];
  if (!(await writeLedger(needs.db, ledger, changes, now, { events, marks, mails }, closing)))
    return (await readAgain(needs, leased)).settledAt !== null;
  const applied = await findPlanChange(needs.db, change.id);
  if (applied !== null) leased.row = applied;
  await applyStanding(needs, change.orderId, [call]);
  return true;
}

/**
 * The trust mark of a change. Its amount is the plan's monthly price, so a charge of that plan settles it in any cycle.
 */
const trustOf = ({ catalog }: Deps, change: PlanChange) =>
  ({
    kind: 'trust',
    reference: trustReference(change, change.id),
    amountCentavos: catalog.priceCentavos(change.plan, 'monthly'),
  }) as const;

/** Sets the new price on the subscription that renews, from its next charge on. */
async function settlePrice(needs: Deps, { facts }: Ledger, change: PlanChange): Promise<void> {
  if (isBought(change)) return;
  const contract = changedRenewal(facts, change);
  if (contract === null) return;
  const details = await needs.processor.readSubscription(contract.subscriptionId);
  if (details?.status !== 'active') return;
  await setPrice(needs, details, change);
}

async function appliedMail(needs: Deps, change: PlanChange): Promise<OutgoingMail> {
  const { plan: plano, cycle: ciclo, amountCentavos } = change;
  const payload = { ...(await addresseeOf(needs, change)), plano, ciclo, amountCentavos };
  return mailOf(`upgrade-${change.id}`, 'upgrade-applied', payload);
}

/** Calls off a change whose contract is gone: price and limits return to what the facts say, a payment is refunded. */
export async function callOff(needs: Deps, leased: LeasedChange): Promise<void> {
  const { row: change } = leased;
  await refundPurchase(needs, isBought(change) ? change.subscriptionId : null, change.paymentId);
  if (!isBought(change)) await restorePrice(needs, change);
  const events = [eventOf('upgrade-called-off', change)];
  await move(needs, leased, { state: 'closed', settledAt: needs.clock.now() }, { events });
  // The cluster may have received the new limits already.
  await rewriteApplication(needs, change.orderId);
}

async function restorePrice(needs: Deps, change: PlanChange): Promise<void> {
  const { facts } = await readLedger(needs.db, change.orderId);
  const contract = changedRenewal(facts, change);
  if (contract === null) return;
  await sendPrice(needs, change.orderId, contract.id);
}

/** Cancels what was bought and refunds its payments. Safe to repeat. */
export async function refundPurchase(
  needs: Deps,
  subscriptionId: string | null,
  paymentId: string | null,
): Promise<void> {
  if (subscriptionId !== null) await needs.processor.cancelSubscription(subscriptionId);
  if (paymentId === null) return;
  const payment = await needs.processor.readPayment(paymentId);
  if (payment?.state === 'confirmed')
    await needs.processor.refund(paymentId, 'Mudança de plano não concluída');
}
