/** The facts that a plan change writes, and whether its basis still exists. */
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
import { covers, currentStanding, paidOn, renewingContract } from '#domain/contract/standing.ts';
import type { Deps } from '#functions/compose.ts';
import { isBought, type PlanChange } from './plan-change.ts';

type Needs = Pick<Deps, 'processor' | 'catalog'>;

/** True while the days or the renewal that a change builds on still exist. */
export function isStillPossible(facts: Facts, change: PlanChange, now: number): boolean {
  const standing = currentStanding(facts, now);
  const isOwnRenewal = standing.renewal !== null && standing.renewal.subscriptionId === change.subscriptionId;
  switch (change.kind) {
    case 'trust':
    case 'cycle':
      return standing.isCovered && isOwnRenewal && standing.disputed === null;
    case 'difference':
      return (
        coveringPeriod(facts, change, now) !== null &&
        lastDayOf(change) >= businessDay(now) &&
        (paidOn(facts, businessDay(now))?.fullCentavos ?? 0) >= (change.baseCentavos ?? 0)
      );
    case 'resume':
      return standing.renewal === null && (standing.isCovered || paysForToday(change, now));
    case 'purchase':
      return standing.renewal === null;
  }
}

/** Last day of a difference; a period paid since then is not part of it. */
const lastDayOf = ({ coversThrough }: PlanChange): string => coversThrough ?? '';

/** True when the payment came after the days that the plan was to follow: the period then starts today. */
const paysForToday = ({ paidAt, firstDueOn }: PlanChange, now: number): boolean =>
  paidAt !== null && firstDueOn !== null && firstDueOn <= businessDay(now);

/** The contract whose next charge a change modifies; `null` when nothing renews, or another contract does. */
export function changedRenewal(facts: Facts, { kind, subscriptionId }: PlanChange): Contract | null {
  const renewing = renewingContract(facts);
  // A difference covers days already paid; the contract that renews after them may have been bought since.
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

/** The facts that a change in force adds. */
export async function ledgerChangesOf(
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
    paymentId: change.paymentId ?? change.id,
    contractId: contract.id,
    kind: 'difference',
    plan: change.plan,
    cycle,
    amountCentavos: change.todayCentavos,
    baseCentavos,
    // A waived amount was not paid, so a later difference is calculated from the same base.
    fullCentavos: isWaived ? baseCentavos : catalog.priceCentavos(change.plan, cycle),
    dueOn: today,
    coversFrom: today,
    coversThrough: lastDayOf(change),
    state: 'confirmed',
    stateOn: today,
    confirmedAt: now,
    gaveUpOn: null,
    returned: null,
    returnedCentavos: 0,
  };
}

/** A new contract with its charges at the processor so far. */
async function bought(
  { processor }: Needs,
  facts: Facts,
  change: PlanChange,
  now: number,
): Promise<FactChange[]> {
  const { id, customerId, subscriptionId, payer, firstDueOn } = change;
  if (subscriptionId === null || customerId === null) return [];
  const contract: Contract = {
    id,
    customerId,
    subscriptionId,
    payer,
    contractedAt: now,
    firstDueOn: firstDueOn ?? businessDay(now),
    terms: [termsFor(change, 'sale', now)],
    end: null,
  };
  const changes: FactChange[] = [{ kind: 'contract', contract }];
  for (const payment of await processor.listSubscriptionPayments(subscriptionId))
    changes.push(...recorded(changed(facts, changes), contract, payment, now));
  return changes;
}
