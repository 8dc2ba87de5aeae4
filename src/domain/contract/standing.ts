/**
 * The standing of an environment: its plan, until when, and what happens next (docs/payments.md;
 * terms, annex).
 *
 * Owns: the one derivation from facts. A paid plan runs on a day only when a confirmed charge covers it, or in grace,
 * or on trust. Does not own: what may be bought (offers.ts) or what commands write (the other modules here).
 */
import { addDays, businessDay } from '../billing/days.ts';
import { billingTerms } from '../billing/terms.ts';
import { type BillingCycle, type PlanId, planIds } from '../plans/ids.ts';
import { type Charge, type Contract, type Facts, type PaidPlan, type Terms, termsOf } from './facts.ts';

/** The next charge of the contract that renews. */
interface Renewal extends Terms {
  readonly contractId: string;
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly dueOn: string;
}

/** A charge that is due and unpaid. */
interface Overdue {
  readonly dueOn: string;
  /** Last day on which the environment runs without the payment. */
  readonly graceThrough: string;
  /** `null` when the processor's charge is not known yet. */
  readonly charge: Charge | null;
}

export interface Standing {
  /** The plan in force; for a suspended or ended environment, the last plan that was paid. */
  readonly plan: PlanId;
  /** Why the plan is in force. */
  readonly basis: 'free' | 'paid' | 'trust' | 'grace' | 'none';
  readonly state: 'active' | 'suspended' | 'ended';
  /** The plan that confirmed charges pay for today, or the last they paid for. */
  readonly paidPlan: PlanId;
  /** Cycle of the renewing contract, else of the last paid days. */
  readonly cycle: BillingCycle;
  /** Last day that confirmed charges pay for; `null` when there is none. */
  readonly paidThrough: string | null;
  readonly isCovered: boolean;
  /** `null` when nothing renews. */
  readonly renewal: Renewal | null;
  /** Last day on which the environment runs; `null` while it renews and for a free environment. */
  readonly endsOn: string | null;
  readonly overdue: Overdue | null;
  readonly disputed: Charge | null;
  /** The next day on which this standing may change without any new fact; `null` when there is none. */
  readonly changesOn: string | null;
}

/** Position of the plan, smallest first; the build checks that the catalogue has the same order. */
const rank = (plan: PlanId): number => planIds.indexOf(plan);

const higher = <T extends PlanId>(one: T, other: T): T => (rank(one) >= rank(other) ? one : other);

/** True for a charge whose money we hold. A disputed charge counts until the dispute is lost. */
export function isKept({ state, returned }: Charge): boolean {
  return returned === null && (state === 'confirmed' || state === 'disputed');
}

/** True for money taken back from us: a refund that we did not make. */
export function isLost({ state, returned }: Charge): boolean {
  return returned === null && state === 'refunded';
}

/** Deleting the subscription removes its charges; that does not waive them. */
const isUnpaid = ({ state, returned }: Charge): boolean =>
  ['pending', 'overdue', 'refused'].includes(state) || (state === 'deleted' && returned === null);

/** True when the charge's days may be used: we hold the money, or an operator waived the charge. */
function isSettled(charge: Charge): boolean {
  return isKept(charge) || (charge.state === 'deleted' && charge.returned === 'forgiven');
}

export function covers(charge: Charge, day: string): boolean {
  return isSettled(charge) && charge.coversFrom <= day && day <= charge.coversThrough;
}

/** Returns the contract that renews; there is at most one. */
export function renewingContract({ contracts }: Facts): Contract | null {
  return contracts.find(({ end }) => end === null) ?? null;
}

/**
 * Returns the plan that charges pay for on a day and the price of a whole period at that level; `null` when the day is
 * unpaid.
 */
export function paidOn({ charges }: Facts, day: string): { plan: PaidPlan; fullCentavos: number } | null {
  const covering = charges.filter((charge) => covers(charge, day));
  const [period] = covering
    .filter(({ kind }) => kind === 'period')
    .toSorted((one, other) => other.fullCentavos - one.fullCentavos);
  if (period === undefined) return null;
  return covering
    .filter(({ kind }) => kind === 'difference')
    .toSorted((one, other) => one.baseCentavos - other.baseCentavos)
    .reduce(raisedBy, period);
}

/** Applies a difference only when the level it was counted from is paid. */
function raisedBy<T extends { plan: PaidPlan; fullCentavos: number }>(level: T, difference: Charge): T {
  if (difference.baseCentavos > level.fullCentavos) return level;
  const fullCentavos = Math.max(level.fullCentavos, difference.fullCentavos);
  return { ...level, plan: higher(level.plan, difference.plan), fullCentavos };
}

/** Last day that any settled charge pays for. */
function lastPaidDay({ charges }: Facts): string | null {
  return (
    charges
      .filter((charge) => charge.kind === 'period' && isSettled(charge))
      .map(({ coversThrough }) => coversThrough)
      .toSorted()
      .at(-1) ?? null
  );
}

/**
 * The plan on trust today. Trust holds within the paid days in which it was granted, and ends with them or with the
 * renewal.
 */
function trustedPlan(facts: Facts, contract: Contract | null, today: string): PaidPlan | null {
  if (contract === null) return null;
  const granted = contract.terms.filter(({ reason, at }) => {
    const since = businessDay(at);
    return (
      reason === 'trust' &&
      facts.charges.some(
        (charge) => charge.kind === 'period' && covers(charge, since) && covers(charge, today),
      )
    );
  });
  return granted.length === 0 ? null : granted.map(({ plan }) => plan).reduce(higher);
}

/** True when a later paid period has begun: the earlier unpaid days are a debt, and this charge is no longer due. */
function isOvertaken({ charges }: Facts, { dueOn }: Pick<Charge, 'dueOn'>, today: string): boolean {
  return charges.some(
    (each) =>
      each.kind === 'period' && isSettled(each) && dueOn < each.coversFrom && each.coversFrom <= today,
  );
}

/** Due date of the next charge: the oldest unpaid one, else the day after the paid days. */
function nextDueDay(facts: Facts, contract: Contract, paidThrough: string | null, today: string): string {
  const [unpaid] = facts.charges
    .filter((charge) => charge.kind === 'period' && charge.contractId === contract.id && isUnpaid(charge))
    .filter((charge) => !isOvertaken(facts, charge, today))
    .map(({ dueOn }) => dueOn)
    .toSorted();
  const after = paidThrough === null ? contract.firstDueOn : addDays(paidThrough, 1);
  return unpaid ?? (after > contract.firstDueOn ? after : contract.firstDueOn);
}

/** The overdue charge of a contract that renews, or that was cancelled while a charge was due. */
function overdueOf(facts: Facts, contract: Contract, paidThrough: string | null, today: string): Overdue {
  const dueOn = nextDueDay(facts, contract, paidThrough, today);
  const charge =
    facts.charges.find(
      (each) =>
        each.kind === 'period' && each.contractId === contract.id && each.dueOn === dueOn && isUnpaid(each),
    ) ?? null;
  const longest = addDays(dueOn, billingTerms.graceDays);
  const gaveUpOn = charge?.gaveUpOn ?? null;
  const graceThrough = gaveUpOn !== null && gaveUpOn <= longest ? addDays(gaveUpOn, -1) : longest;
  return { dueOn, graceThrough, charge };
}

/** The contract cancelled on `today`; with a charge due, it runs to the end of that day. */
function cancelledToday({ contracts }: Facts, today: string): Contract | null {
  return (
    contracts.findLast(({ end }) => end?.kind === 'cancellation' && businessDay(end.at) === today) ?? null
  );
}

/** Derives the standing of an environment at `now`, milliseconds UTC. */
export function currentStanding(facts: Facts, now: number): Standing {
  const today = businessDay(now);
  const renewing = renewingContract(facts);
  const paidThrough = lastPaidDay(facts);
  const disputed =
    facts.charges.find(({ state, returned }) => state === 'disputed' && returned === null) ?? null;
  const covered = paidOn(facts, today)?.plan ?? null;
  const lastPlan = covered ?? (paidThrough === null ? null : (paidOn(facts, paidThrough)?.plan ?? null));
  const paidPlan: PlanId = lastPlan ?? 'free';
  const shared = { paidPlan, paidThrough, disputed, cycle: cycleOf(facts, renewing, paidThrough) };

  if (facts.contracts.length === 0)
    return {
      ...shared,
      plan: 'free',
      basis: 'free',
      state: 'active',
      isCovered: false,
      renewal: null,
      endsOn: null,
      overdue: null,
      changesOn: null,
    };

  const renewal = renewing === null ? null : renewalOf(facts, renewing, paidThrough, today);
  if (covered !== null) {
    const trusted = trustedPlan(facts, renewing, today);
    const plan = trusted === null ? covered : higher(trusted, covered);
    return {
      ...shared,
      plan,
      basis: plan === covered ? 'paid' : 'trust',
      state: 'active',
      isCovered: true,
      renewal,
      endsOn: renewing === null ? paidThrough : null,
      overdue: null,
      changesOn: nextChange(facts, today),
    };
  }

  const owing = renewing ?? cancelledToday(facts, today);
  const overdue = owing === null ? null : overdueOf(facts, owing, paidThrough, today);
  const isInGrace =
    overdue !== null && lastPlan !== null && overdue.dueOn <= today && today <= overdue.graceThrough;
  const rest = { ...shared, plan: lastPlan ?? lastSold(facts), isCovered: false, renewal };
  if (isInGrace)
    return {
      ...rest,
      basis: 'grace',
      state: 'active',
      overdue,
      endsOn: renewing === null ? today : null,
      changesOn: addDays(renewing === null ? today : overdue.graceThrough, 1),
    };
  if (renewing !== null)
    return {
      ...rest,
      basis: 'none',
      state: 'suspended',
      overdue,
      endsOn: null,
      changesOn: nextChange(facts, today),
    };
  return {
    ...rest,
    basis: 'none',
    state: 'ended',
    overdue: null,
    endsOn: paidThrough ?? today,
    changesOn: nextChange(facts, today),
  };
}

function renewalOf(facts: Facts, contract: Contract, paidThrough: string | null, today: string): Renewal {
  const { id: contractId, subscriptionId, customerId } = contract;
  return {
    ...termsOf(contract),
    contractId,
    subscriptionId,
    customerId,
    dueOn: nextDueDay(facts, contract, paidThrough, today),
  };
}

function cycleOf({ charges }: Facts, renewing: Contract | null, paidThrough: string | null): BillingCycle {
  if (renewing !== null) return termsOf(renewing).cycle;
  return charges.find((each) => isSettled(each) && each.coversThrough === paidThrough)?.cycle ?? 'monthly';
}

/** The last plan sold to an environment that nothing pays for any more. */
function lastSold({ contracts }: Facts): PlanId {
  const last = contracts.at(-1);
  return last === undefined ? 'free' : termsOf(last).plan;
}

/** The next day on which paid days begin or end. */
function nextChange({ charges }: Facts, today: string): string | null {
  const days = charges
    .filter(isSettled)
    .flatMap(({ coversFrom, coversThrough }) => [coversFrom, addDays(coversThrough, 1)]);
  return days.filter((day) => day > today).toSorted()[0] ?? null;
}
