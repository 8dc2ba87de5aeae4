/** Writes a charge as the processor reports it into the ledger, with the marks it causes for its payer. */
import { addDays } from '#domain/billing/days.ts';
import { recorded } from '#domain/contract/charges.ts';
import { endedByLoss, graceDebt, lostDebt, unpaidPeriod } from '#domain/contract/endings.ts';
import { type Charge, changed, type FactChange, type Facts } from '#domain/contract/facts.ts';
import { isKept, isLost } from '#domain/contract/standing.ts';
import type { Deps } from '#functions/compose.ts';
import { readMarks } from '#functions/debts/debt-store.ts';
import { debtMarks, isOwnTrust, markOf, partiesOfTenant } from '#functions/debts/mark-facts.ts';
import { findMarks, markIdOf } from '#functions/debts/marks-store.ts';
import { findOrder } from '#functions/orders/store.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import type { WrittenWith } from './store.ts';
import { updateLedger } from './update-ledger.ts';

/** The charge in the ledger before and after this reading; `before` is `null` for a new one. */
export interface RecordedCharge {
  readonly before: Charge | null;
  readonly after: Charge | null;
}

/**
 * Records a charge as just read; writes nothing when it is unchanged. A charge of a withdrawn contract that is paid
 * late is refunded.
 */
export async function recordCharge(
  needs: Deps,
  orderId: string,
  payment: PaymentSnapshot,
): Promise<RecordedCharge> {
  const find = (facts: Facts): Charge | null =>
    facts.charges.find(({ paymentId }) => paymentId === payment.paymentId) ?? null;
  const { decided, before } = await updateLedger(needs, orderId, async (facts, now) => {
    const changes = await withPaidGrace(needs, facts, await changesBy(needs, facts, payment, now));
    if (changes.length === 0) return null;
    const after = changed(facts, changes);
    return { changes, ...(await marksBy(needs, orderId, { facts, after }, find(after))) };
  });
  return { before: find(before), after: find(changed(before, decided?.changes ?? [])) };
}

async function changesBy(
  needs: Deps,
  facts: Facts,
  payment: PaymentSnapshot,
  now: number,
): Promise<FactChange[]> {
  const known = facts.charges.find(({ paymentId }) => paymentId === payment.paymentId);
  const contract = facts.contracts.find(({ id, subscriptionId }) =>
    known === undefined ? subscriptionId === payment.subscriptionId : id === known.contractId,
  );
  if (contract === undefined) return [];
  const isNewlyGone = payment.state === 'deleted' && known?.state !== 'deleted' && contract.end === null;
  const isSubscriptionGone = isNewlyGone && (await isGone(needs, contract.subscriptionId));
  return recorded(facts, contract, { ...payment, isSubscriptionGone }, now).map((change) => {
    if (change.kind !== 'charge' || !isKept(change.charge)) return change;
    if (contract.end?.kind !== 'withdrawal') return change;
    return { ...change, charge: { ...change.charge, returned: 'withdrawal' } };
  });
}

/**
 * If the grace days were already paid as a debt, the charge covers as many days more, so that they are not paid twice.
 */
async function withPaidGrace(
  { db }: Deps,
  facts: Facts,
  changes: readonly FactChange[],
): Promise<readonly FactChange[]> {
  return Promise.all(
    changes.map(async (change) => {
      if (change.kind !== 'charge') return change;
      const { charge } = change;
      const known = facts.charges.find(({ paymentId }) => paymentId === charge.paymentId);
      if (charge.confirmedAt === null || known === undefined || known.confirmedAt !== null) return change;
      const [debt] = await readMarks(db, [markIdOf('debt', unpaidPeriod(charge))]);
      if (debt?.settledBy !== 'paid' || debt.chargeId === null) return change;
      return {
        ...change,
        charge: { ...charge, coversThrough: addDays(charge.coversThrough, debt.days ?? 0) },
      };
    }),
  );
}

async function isGone({ processor }: Deps, subscriptionId: string): Promise<boolean> {
  const details = await processor.readSubscription(subscriptionId);
  return details === null || details.status === 'deleted';
}

/**
 * Marks for a charge: a dispute holds its payer until decided, a lost one leaves a debt, a payment settles the debt.
 */
async function marksBy(
  needs: Deps,
  orderId: string,
  { facts, after }: { readonly facts: Facts; readonly after: Facts },
  charge: Charge | null,
): Promise<Pick<WrittenWith, 'marks' | 'settled'>> {
  const order = charge === null ? null : await findOrder(needs.db, orderId);
  if (charge === null || order === null) return {};
  // The environment may be gone, but the account that ordered it is not.
  const tenant = { orderId, subject: order.subject };
  const { paymentId: reference, state } = charge;
  if (state === 'disputed')
    return { marks: [await markOf(needs, tenant, facts, { kind: 'dispute', reference })] };
  const disputes = [markIdOf('dispute', reference)];
  if (state === 'refunded') {
    // A withdrawn purchase leaves no debt.
    const now = needs.clock.now();
    const lost = isLost(charge) ? lostDebt(after, charge) : null;
    // The contract ends, so its charge for the grace days will not be collected; they become a debt.
    const grace = endedByLoss(after, now).length > 0 ? graceDebt(facts, now) : null;
    const marks = await Promise.all([lost, grace].map((debt) => debtMarks(needs, tenant, facts, debt)));
    return { marks: marks.flat(), settled: [{ ids: disputes, by: 'lost' }] };
  }
  if (state !== 'confirmed') return {};
  return {
    settled: [
      { ids: disputes, by: 'won' },
      { ids: [reference, unpaidPeriod(charge)].map((each) => markIdOf('debt', each)), by: 'paid' },
      { ids: await honouredTrust(needs, tenant, after, charge), by: 'honoured' },
    ],
  };
}

/** Marks of plans granted on trust that this charge pays for; their amount is the plan's monthly price. */
async function honouredTrust(
  needs: Deps,
  tenant: Parameters<typeof partiesOfTenant>[1],
  facts: Facts,
  { kind, plan, cycle, amountCentavos }: Charge,
): Promise<string[]> {
  if (kind !== 'period') return [];
  const monthlyCentavos = cycle === 'monthly' ? amountCentavos : needs.catalog.priceCentavos(plan, 'monthly');
  const marks = await findMarks(needs.db, await partiesOfTenant(needs, tenant, facts));
  return marks
    .filter((mark) => mark.kind === 'trust' && mark.settledAt === null && isOwnTrust(tenant, mark))
    .filter((mark) => (mark.amountCentavos ?? 0) <= monthlyCentavos)
    .map(({ id }) => id);
}
