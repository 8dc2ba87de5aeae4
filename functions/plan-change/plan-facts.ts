/** The facts that a change of plan writes, and whether what it builds on is still there. */
import { businessDay } from '#domain/billing/days.ts';
import { recorded } from '#domain/contract/charges.ts';
import {
  type Charge,
  type Contract,
  changed,
  type FactChange,
  type Facts,
  type Terms,
  type TermsReason,
} from '#domain/contract/facts.ts';
import { covers, paidOn, renewingContract, standing } from '#domain/contract/standing.ts';
import type { Catalog } from '#domain/plans/catalog.ts';
import type { BillingGateway } from '#functions/vendors/payments.ts';
import { isBought, type PlanChange } from './plan-change.ts';

interface Needs {
  readonly billing: BillingGateway;
  readonly catalog: Catalog;
}

/** Whether the days or the renewal that a change builds on are still there. */
export function stillHolds(facts: Facts, change: PlanChange, now: number): boolean {
  const at = standing(facts, now);
  const isOwnRenewal = at.renewal !== null && at.renewal.subscriptionId === change.subscriptionId;
  switch (change.kind) {
    case 'trust':
    case 'cycle':
      return at.isCovered && isOwnRenewal && at.disputed === null;
    case 'difference':
      return (
        coveringPeriod(facts, change, now) !== null &&
        lastDayOf(change) >= businessDay(now) &&
        (paidOn(facts, businessDay(now))?.fullCentavos ?? 0) >= (change.baseCentavos ?? 0)
      );
    case 'resume':
      return at.renewal === null && (at.isCovered || paysForToday(change, now));
    case 'purchase':
      return at.renewal === null;
  }
}

/** Last day of a difference; a period that was paid since is not among its days. */
const lastDayOf = ({ coversThrough }: PlanChange): string => coversThrough ?? '';

/** Paid after the days that it was to follow: it pays for its own. */
const paysForToday = ({ paidAt, firstDueOn }: PlanChange, now: number): boolean =>
  paidAt !== null && firstDueOn !== null && firstDueOn <= businessDay(now);

/** The contract whose next charge a change is about; `null` where nothing renews, or another one does. */
export function changedRenewal(facts: Facts, { kind, subscriptionId }: PlanChange): Contract | null {
  const renewing = renewingContract(facts);
  // A difference is about days that are paid; what renews after them may be a contract that was bought since.
  return kind === 'difference' || renewing?.subscriptionId === subscriptionId ? renewing : null;
}

/** The paid period of the changed contract that covers today. */
function coveringPeriod(
  { contracts, charges }: Facts,
  { subscriptionId }: PlanChange,
  now: number,
): Charge | null {
  const contract = contracts.find((each) => each.subscriptionId === subscriptionId);
  const today = businessDay(now);
  return (
    charges.find(
      (each) => each.kind === 'period' && each.contractId === contract?.id && covers(each, today),
    ) ?? null
  );
}

/** What a change in force adds to the facts. */
export async function factsOf(
  needs: Needs,
  facts: Facts,
  change: PlanChange,
  now: number,
): Promise<FactChange[]> {
  if (isBought(change)) return bought(needs, facts, change, now);
  const contract = facts.contracts.find(({ subscriptionId }) => subscriptionId === change.subscriptionId);
  if (contract === undefined) return [];
  const renewing = changedRenewal(facts, change);
  const terms: FactChange[] =
    renewing === null
      ? []
      : [{ kind: 'terms', contractId: renewing.id, terms: termsFor(change, reasonOf(change), now) }];
  if (change.kind !== 'difference') return terms;
  return [{ kind: 'charge', charge: differenceCharge(needs, facts, contract, change, now) }, ...terms];
}

const reasonOf = ({ kind }: PlanChange): TermsReason =>
  kind === 'trust' || kind === 'cycle' || kind === 'difference' ? kind : 'sale';

const termsFor = ({ plan, cycle, amountCentavos }: PlanChange, reason: TermsReason, at: number): Terms => ({
  plan,
  cycle,
  amountCentavos,
  at,
  reason,
});

function differenceCharge(
  { catalog }: Needs,
  facts: Facts,
  contract: Contract,
  change: PlanChange,
  now: number,
): Charge {
  const today = businessDay(now);
  const period = coveringPeriod(facts, change, now);
  const cycle = period?.cycle ?? change.cycle;
  const baseCentavos = paidOn(facts, today)?.fullCentavos ?? 0;
  const isWaived = change.todayCentavos === 0;
  return {
    ...{ paymentId: change.paymentId ?? change.id, contractId: contract.id, kind: 'difference' },
    ...{ plan: change.plan, cycle, amountCentavos: change.todayCentavos, baseCentavos },
    // What was waived is not paid: a later difference is counted from the same level.
    fullCentavos: isWaived ? baseCentavos : catalog.priceCentavos(change.plan, cycle),
    ...{ dueOn: today, coversFrom: today, coversThrough: lastDayOf(change) },
    ...{ state: 'confirmed', stateOn: today, confirmedAt: now, gaveUpOn: null, returned: null },
  };
}

/** A new contract with the charges that the processor has made of it so far. */
async function bought(
  { billing }: Needs,
  facts: Facts,
  change: PlanChange,
  now: number,
): Promise<FactChange[]> {
  const { id, customerId, subscriptionId, payer, firstDueOn } = change;
  if (subscriptionId === null || customerId === null) return [];
  const contract: Contract = {
    ...{ id, customerId, subscriptionId, payer, contractedAt: now },
    firstDueOn: firstDueOn ?? businessDay(now),
    ...{ terms: [termsFor(change, 'sale', now)], end: null },
  };
  const changes: FactChange[] = [{ kind: 'contract', contract }];
  for (const payment of await billing.listSubscriptionPayments(subscriptionId))
    changes.push(...recorded(changed(facts, changes), contract, payment, now));
  return changes;
}
