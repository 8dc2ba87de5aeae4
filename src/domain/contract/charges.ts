/**
 * Turns a charge as the processor reports it into a fact: which days of which plan it pays for.
 *
 * A charge pays for the period that begins on its due date, at the terms whose price it carries. A charge paid while
 * the environment is suspended pays for the days that ran in grace and then for days from the payment on.
 */
import { addDays, businessDay, daysBetween, renewalDay } from '../billing/days.ts';
import type { Charge, ChargeState, Contract, FactChange, Facts, Terms } from './facts.ts';
import { currentStanding, isKept } from './standing.ts';

/** The fields that are read from a charge at the processor. */
export interface SeenCharge {
  readonly paymentId: string;
  readonly state: ChargeState;
  readonly amountCentavos: number;
  readonly dueDate: string;
  /** For a removed charge: its whole subscription was removed with it, so nobody waived this charge. */
  readonly isSubscriptionGone?: boolean;
}

/**
 * Finds the terms that a charge of this amount pays for: the newest at exactly this price, else the dearest below it.
 */
function termsAt(contract: Contract, amountCentavos: number): Terms | null {
  const exact = contract.terms.findLast((each) => each.amountCentavos === amountCentavos);
  if (exact !== undefined) return exact;
  const paid = contract.terms.filter((each) => each.amountCentavos < amountCentavos);
  return paid.toSorted((one, other) => other.amountCentavos - one.amountCentavos)[0] ?? null;
}

/** Returns the changes that a charge, as just read, makes to the facts; none when nothing is new. */
export function recorded(facts: Facts, contract: Contract, seen: SeenCharge, now: number): FactChange[] {
  const known = facts.charges.find(({ paymentId }) => paymentId === seen.paymentId);
  if (known !== undefined && isOutdated(known, seen)) return [];
  const next =
    known === undefined
      ? newCharge(contract, seen, now)
      : { ...known, ...updateOf(contract, known, seen, now) };
  if (next === null) return [];
  const isNewlyPaid = isKept(next) && (known === undefined || !isKept(known)) && seen.state === 'confirmed';
  const charge = isNewlyPaid ? confirmed(facts, next, now) : next;
  const isSame = known !== undefined && JSON.stringify(known) === JSON.stringify(charge);
  return isSame ? [] : [{ kind: 'charge', charge }, ...prolonged(facts, charge)];
}

const openStates: ReadonlySet<ChargeState> = new Set(['pending', 'overdue', 'refused']);

/** Card charges never reopen once confirmed, so an open state here is a stale response. */
export function isOutdated({ confirmedAt }: Pick<Charge, 'confirmedAt'>, { state }: SeenCharge): boolean {
  return confirmedAt !== null && openStates.has(state);
}

/**
 * A renewal on the 31st falls on the 28th in February, so the next period may start up to three days later than
 * counted.
 */
const MONTH_END_DAYS_MAX = 3;

/** Extends the paid period before a charge up to the day before its due date, where a short month left a gap. */
function prolonged({ charges }: Facts, charge: Charge): FactChange[] {
  const [before] = charges
    .filter((each) => isPeriodOf(charge.contractId, each) && each.dueOn < charge.dueOn)
    .toSorted((one, other) => other.coversThrough.localeCompare(one.coversThrough));
  if (before === undefined || !isKept(before)) return [];
  const coversThrough = throughNext(before, [charge]);
  return coversThrough === before.coversThrough
    ? []
    : [{ kind: 'charge', charge: { ...before, coversThrough } }];
}

/**
 * Returns the last day of a charge's period, extended to the next of these charges when only a month's end lies
 * between.
 */
function throughNext({ contractId, dueOn, coversThrough }: Charge, charges: readonly Charge[]): string {
  const [next] = charges
    .filter((each) => isPeriodOf(contractId, each) && each.dueOn > dueOn)
    .map((each) => each.dueOn)
    .toSorted();
  if (next === undefined) return coversThrough;
  const gap = daysBetween(coversThrough, next) - 1;
  return gap >= 1 && gap <= MONTH_END_DAYS_MAX ? addDays(next, -1) : coversThrough;
}

/** A charge of the contract that was neither removed nor given back. */
const isPeriodOf = (id: string, { kind, contractId, state }: Charge): boolean =>
  kind === 'period' && contractId === id && state !== 'deleted' && state !== 'refunded';

/** Returns `null` when the amount matches no terms of the contract. */
function newCharge(contract: Contract, seen: SeenCharge, now: number): Charge | null {
  const terms = termsAt(contract, seen.amountCentavos);
  if (terms === null) return null;
  return {
    paymentId: seen.paymentId,
    contractId: contract.id,
    kind: 'period',
    ...stretchOf(terms, seen),
    state: seen.state,
    stateOn: businessDay(now),
    confirmedAt: null,
    gaveUpOn: null,
    returned: isForgiven(contract, seen) ? 'forgiven' : null,
    returnedCentavos: 0,
  };
}

function stretchOf(terms: Terms, { amountCentavos, dueDate }: SeenCharge) {
  const { plan, cycle } = terms;
  return {
    plan,
    cycle,
    amountCentavos,
    fullCentavos: terms.amountCentavos,
    baseCentavos: 0,
    dueOn: dueDate,
    coversFrom: dueDate,
    coversThrough: addDays(renewalDay(dueDate, cycle), -1),
  };
}

/**
 * Returns what changed on a known charge. An unpaid charge may get another price or due date; a paid one keeps its
 * period.
 */
function updateOf(contract: Contract, known: Charge, seen: SeenCharge, now: number): Partial<Charge> {
  const terms = termsAt(contract, seen.amountCentavos);
  const wasPaid = known.confirmedAt !== null;
  return {
    ...(known.kind === 'period' && !wasPaid && terms !== null ? stretchOf(terms, seen) : {}),
    ...(known.state === seen.state ? {} : { state: seen.state, stateOn: businessDay(now) }),
    ...(isForgiven(contract, seen) && known.state !== 'deleted' && !wasPaid
      ? { returned: known.returned ?? ('forgiven' as const) }
      : {}),
  };
}

/** We record our own removals before we make them, so any other removed charge was waived by an operator. */
function isForgiven({ end }: Contract, { state, isSubscriptionGone }: SeenCharge): boolean {
  return state === 'deleted' && end === null && isSubscriptionGone !== true;
}

function confirmed(facts: Facts, charge: Charge, now: number): Charge {
  if (charge.confirmedAt !== null) return charge;
  const coversThrough = throughNext(charge, facts.charges);
  const shifted = addDays(coversThrough, charge.kind === 'period' ? suspendedDays(facts, charge, now) : 0);
  return { ...charge, confirmedAt: now, coversThrough: shifted };
}

/**
 * Counts the days on which the environment was suspended because of this charge; it runs again on the day of the
 * payment.
 */
function suspendedDays(facts: Facts, { paymentId, dueOn }: Charge, now: number): number {
  const { state, overdue } = currentStanding(facts, now);
  if (state !== 'suspended' || overdue === null) return 0;
  if (overdue.charge !== null && overdue.charge.paymentId !== paymentId) return 0;
  const today = businessDay(now);
  const lastRun = overdue.graceThrough < dueOn ? addDays(dueOn, -1) : overdue.graceThrough;
  return Math.max(0, daysBetween(lastRun, today) - 1);
}
