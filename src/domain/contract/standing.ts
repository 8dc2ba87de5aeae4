/**
 * Who may use what, until when, and what comes next (product decisions, "The contract"; terms, annex).
 *
 * Owns: the one derivation from facts. A paid plan runs on a day only if a confirmed charge covers the day, or in grace,
 * or on trust. Does not own: what may be bought (offers.ts) and what commands write (decide-*.ts).
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

/** A charge that was due and is not paid. */
interface Overdue {
  readonly dueOn: string;
  /** Last day on which the environment runs without it. */
  readonly graceThrough: string;
  /** `null` where the processor's charge is not known yet. */
  readonly charge: Charge | null;
}

export interface Standing {
  /** The plan in force; of a suspended or ended environment the last one that was paid. */
  readonly plan: PlanId;
  /** What the plan in force rests on. */
  readonly basis: 'free' | 'paid' | 'trust' | 'grace' | 'none';
  readonly state: 'active' | 'suspended' | 'ended';
  /** The plan that confirmed charges pay for today, or paid for last. */
  readonly paidPlan: PlanId;
  /** Of the contract that renews, else of the last days that were paid. */
  readonly cycle: BillingCycle;
  /** Last day that confirmed charges pay for; `null` when none does. */
  readonly paidThrough: string | null;
  readonly isCovered: boolean;
  /** `null` where nothing renews. */
  readonly renewal: Renewal | null;
  /** Last day on which it runs; `null` while it renews, and for a free environment. */
  readonly endsOn: string | null;
  readonly overdue: Overdue | null;
  readonly disputed: Charge | null;
  /** The next day on which the passing of time alone may change this; `null` when none will. */
  readonly changesOn: string | null;
}

/** Plans from the smallest to the largest; a catalogue with another order does not build. */
const rank = (plan: PlanId): number => planIds.indexOf(plan);

/** The larger of two plans. */
const higher = <T extends PlanId>(one: T, other: T): T => (rank(one) >= rank(other) ? one : other);

/** True for a charge whose money we have and keep. A disputed one counts until the dispute is lost. */
export function isKept({ state, returned }: Charge): boolean {
  return returned === null && (state === 'confirmed' || state === 'disputed');
}

/** True for money that was taken back from us: a refund that is none of ours. */
export function isLost({ state, returned }: Charge): boolean {
  return returned === null && state === 'refunded';
}

/** A charge that went with its whole subscription is still owed: nobody waived it. */
const isUnpaid = ({ state, returned }: Charge): boolean =>
  ['pending', 'overdue', 'refused'].includes(state) || (state === 'deleted' && returned === null);

/** True for a charge whose days may be used: its money is ours, or an operator waived it. */
function isSettled(charge: Charge): boolean {
  return isKept(charge) || (charge.state === 'deleted' && charge.returned === 'forgiven');
}

/** True when the charge pays for this day. */
export function covers(charge: Charge, day: string): boolean {
  return isSettled(charge) && charge.coversFrom <= day && day <= charge.coversThrough;
}

/** The contract that renews; there is at most one. */
export function renewingContract({ contracts }: Facts): Contract | null {
  return contracts.find(({ end }) => end === null) ?? null;
}

/** What charges pay for on a day: the plan, and what a whole period at this level costs; `null` when none does. */
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

/** A difference counts where the level that it was counted from is paid. */
function raisedBy<T extends { plan: PaidPlan; fullCentavos: number }>(level: T, difference: Charge): T {
  if (difference.baseCentavos > level.fullCentavos) return level;
  const fullCentavos = Math.max(level.fullCentavos, difference.fullCentavos);
  return { ...level, plan: higher(level.plan, difference.plan), fullCentavos };
}

/** Last day that charges pay for. */
function lastPaidDay({ charges }: Facts): string | null {
  return (
    charges
      .filter((charge) => charge.kind === 'period' && isSettled(charge))
      .map(({ coversThrough }) => coversThrough)
      .toSorted()
      .at(-1) ?? null
  );
}

/** The plan on trust today: asked for within the paid days that run now, and never outliving them or their renewal. */
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

/** True where days that begin later are paid and have begun: what ran unpaid is a debt, and nothing is due any more. */
function isOvertaken({ charges }: Facts, { dueOn }: Pick<Charge, 'dueOn'>, today: string): boolean {
  return charges.some(
    (each) =>
      each.kind === 'period' && isSettled(each) && dueOn < each.coversFrom && each.coversFrom <= today,
  );
}

/** The day of the next charge: the oldest that is unpaid, else the day after what is paid. */
function nextDueDay(facts: Facts, contract: Contract, paidThrough: string | null, today: string): string {
  const [unpaid] = facts.charges
    .filter((charge) => charge.kind === 'period' && charge.contractId === contract.id && isUnpaid(charge))
    .filter((charge) => !isOvertaken(facts, charge, today))
    .map(({ dueOn }) => dueOn)
    .toSorted();
  const after = paidThrough === null ? contract.firstDueOn : addDays(paidThrough, 1);
  return unpaid ?? (after > contract.firstDueOn ? after : contract.firstDueOn);
}

/** What is due and unpaid of the contract that renews, or that was cancelled with a charge due. */
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

/** The contract that was cancelled on `today` while a charge of it was due: it runs to the end of that day. */
function cancelledToday({ contracts }: Facts, today: string): Contract | null {
  return (
    contracts.findLast(({ end }) => end?.kind === 'cancellation' && businessDay(end.at) === today) ?? null
  );
}

/** Derives the standing of an environment. Pure; `now` in milliseconds UTC. */
export function standing(facts: Facts, now: number): Standing {
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
      ...{ plan: 'free', basis: 'free', state: 'active', isCovered: false },
      ...{ renewal: null, endsOn: null, overdue: null, changesOn: null },
    };

  const renewal = renewing === null ? null : renewalOf(facts, renewing, paidThrough, today);
  if (covered !== null) {
    const trusted = trustedPlan(facts, renewing, today);
    const plan = trusted === null ? covered : higher(trusted, covered);
    return {
      ...shared,
      ...{ plan, basis: plan === covered ? 'paid' : 'trust', state: 'active', isCovered: true },
      ...{ renewal, endsOn: renewing === null ? paidThrough : null, overdue: null },
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
      ...{ basis: 'grace', state: 'active', overdue },
      endsOn: renewing === null ? today : null,
      changesOn: addDays(renewing === null ? today : overdue.graceThrough, 1),
    };
  if (renewing !== null)
    return {
      ...rest,
      ...{ basis: 'none', state: 'suspended', overdue, endsOn: null },
      changesOn: nextChange(facts, today),
    };
  return {
    ...rest,
    ...{ basis: 'none', state: 'ended', overdue: null, endsOn: paidThrough ?? today },
    changesOn: nextChange(facts, today),
  };
}

function renewalOf(facts: Facts, contract: Contract, paidThrough: string | null, today: string): Renewal {
  const { id: contractId, subscriptionId, customerId } = contract;
  return {
    ...termsOf(contract),
    ...{ contractId, subscriptionId, customerId },
    dueOn: nextDueDay(facts, contract, paidThrough, today),
  };
}

function cycleOf({ charges }: Facts, renewing: Contract | null, paidThrough: string | null): BillingCycle {
  if (renewing !== null) return termsOf(renewing).cycle;
  return charges.find((each) => isSettled(each) && each.coversThrough === paidThrough)?.cycle ?? 'monthly';
}

/** The plan of an environment of which nothing is paid any more. */
function lastSold({ contracts }: Facts): PlanId {
  const last = contracts.at(-1);
  return last === undefined ? 'free' : termsOf(last).plan;
}

/** The next day on which days that are paid begin, or are over. */
function nextChange({ charges }: Facts, today: string): string | null {
  const days = charges
    .filter(isSettled)
    .flatMap(({ coversFrom, coversThrough }) => [coversFrom, addDays(coversThrough, 1)]);
  return days.filter((day) => day > today).toSorted()[0] ?? null;
}
