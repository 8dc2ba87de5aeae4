/**
 * How contracts end (cancelled by the customer, or lost to a dispute) and what the customer still owes afterwards.
 *
 * Debt is the price, pro rata, of the days on which the environment ran unpaid. Suspended days cost nothing.
 */
import { addDays, businessDay, daysBetween } from '../billing/days.ts';
import { billingTerms } from '../billing/terms.ts';
import { type Charge, type Contract, changed, type FactChange, type Facts, keptCentavos } from './facts.ts';
import { periodDays } from './offers.ts';
import { currentStanding, isKept, isLost, paidOn, renewingContract, type Standing } from './standing.ts';

export interface Debt {
  /** The unpaid period, or the processor's id of the charge that was lost. */
  readonly reference: string;
  readonly days: number;
  readonly amountCentavos: number;
}

/** Cancels the renewal and keeps the days already paid. When a charge is overdue, today is the last day. */
export function cancelled(facts: Facts, now: number): FactChange[] {
  const contract = renewingContract(facts);
  if (contract === null) return [];
  const today = businessDay(now);
  const { state, isCovered, paidThrough } = currentStanding(facts, now);
  const paid = paidThrough ?? today;
  const endsOn = isCovered || state === 'suspended' ? paid : today;
  return [{ kind: 'end', contractId: contract.id, end: { kind: 'cancellation', at: now }, endsOn }];
}

/** Returns what is owed for the days in grace up to today; `null` when there are none or the amount is waived. */
export function graceDebt(facts: Facts, now: number): Debt | null {
  const { overdue, renewal, paidThrough }: Standing = currentStanding(facts, now);
  const level = paidThrough === null ? null : paidOn(facts, paidThrough);
  if (overdue === null || renewal === null || level === null) return null;
  const today = businessDay(now);
  const last = overdue.graceThrough < today ? overdue.graceThrough : today;
  const days = daysBetween(overdue.dueOn, last) + 1;
  const whole = periodDays({ dueOn: overdue.dueOn, cycle: paidCycle(facts, paidThrough) });
  const reference = unpaidPeriod({ ...renewal, dueOn: overdue.dueOn });
  return unlessWaived({ reference, days, amountCentavos: Math.floor((level.fullCentavos * days) / whole) });
}

/**
 * Identifies the debt for days in grace. The id does not depend on whether the processor's charge is known, and differs
 * from the debt that arises when that charge is paid later and its dispute is lost.
 */
export const unpaidPeriod = ({ contractId, dueOn }: Pick<Charge, 'contractId' | 'dueOn'>): string =>
  `${contractId}:${dueOn}`;

function paidCycle({ charges }: Facts, paidThrough: string | null): Charge['cycle'] {
  const last = charges.find(({ kind, coversThrough }) => kind === 'period' && coversThrough === paidThrough);
  return last?.cycle ?? 'monthly';
}

/** Returns what is owed for days that were used before the charge that paid for them was lost. */
export function lostDebt(facts: Facts, charge: Charge): Debt | null {
  if (!isLost(charge)) return null;
  const last = charge.stateOn < charge.coversThrough ? charge.stateOn : charge.coversThrough;
  const used = daysFrom(charge.coversFrom, last).filter((day) => !isPaidOtherwise(facts, charge, day));
  const days = used.length;
  const whole =
    charge.kind === 'period' ? periodDays(charge) : daysBetween(charge.coversFrom, charge.coversThrough) + 1;
  const kept = keptCentavos(charge);
  const amountCentavos = Math.min(kept, Math.floor((kept * days) / whole));
  return unlessWaived({ reference: charge.paymentId, days, amountCentavos });
}

/** Another charge may pay for a day of a lost period, but never for a day of a lost difference. */
const isPaidOtherwise = (facts: Facts, { kind }: Charge, day: string): boolean =>
  kind === 'period' && paidOn(facts, day) !== null;

function daysFrom(first: string, last: string): string[] {
  const count = Math.max(0, daysBetween(first, last) + 1);
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

const unlessWaived = (debt: Debt): Debt | null =>
  debt.amountCentavos < billingTerms.differenceCentavosMin ? null : debt;

/**
 * Ends the renewing contract when lost money leaves its days unpaid. It goes on when another charge pays for today or
 * for days after the lost ones.
 */
export function endedByLoss(facts: Facts, now: number): FactChange[] {
  const renewing = renewingContract(facts);
  if (renewing === null || currentStanding(facts, now).isCovered) return [];
  if (!facts.charges.some((each) => isLost(each) && takesDaysOf(facts, renewing, each, now))) return [];
  const end = { kind: 'chargeback', at: now } as const;
  return [{ kind: 'end', contractId: renewing.id, end, endsOn: businessDay(now) }];
}

/** True when the lost charge paid for the days this contract runs on, or for the days it was to follow. */
function takesDaysOf(facts: Facts, { id, contractedAt }: Contract, lost: Charge, now: number): boolean {
  if (lost.kind !== 'period') return false;
  const isLast = lost.coversThrough > (currentStanding(facts, now).paidThrough ?? '');
  const today = businessDay(now);
  if (lost.contractId === id) return isLast || (lost.coversFrom <= today && today <= lost.coversThrough);
  const hasOwnMoney = facts.charges.some((each) => each.contractId === id && isKept(each));
  return isLast && !hasOwnMoney && businessDay(contractedAt) <= lost.stateOn;
}

/**
 * Gives back what was paid on top of days that a lost dispute took: the differences, for the days after the loss, in
 * proportion and rounded up. They end there, so that days bought again are not raised by money that went back.
 */
export function returnedByLoss(facts: Facts): FactChange[] {
  return facts.charges.flatMap((difference): FactChange[] => {
    const lastDay =
      difference.kind === 'difference' && isKept(difference) ? lastBefore(facts, difference) : null;
    if (lastDay === null || lastDay >= difference.coversThrough) return [];
    const { coversFrom, coversThrough, returnedCentavos } = difference;
    // The day of the purchase was not counted in its price.
    const days = daysBetween(coversFrom, coversThrough);
    const undelivered = daysBetween(lastDay, coversThrough);
    const back = Math.ceil((keptCentavos(difference) * undelivered) / days);
    const isWhole = returnedCentavos + back === difference.amountCentavos;
    return [
      {
        kind: 'charge',
        charge: {
          ...difference,
          coversThrough: lastDay,
          ...(isWhole ? { returned: 'undelivered' } : { returnedCentavos: returnedCentavos + back }),
        },
      },
    ];
  });
}

/**
 * The last day of a difference that is still delivered: the day of the newest loss under it, and the paid days that
 * follow that day without a gap. `null` when nothing under it was lost.
 */
function lastBefore(facts: Facts, { coversFrom, coversThrough }: Charge): string | null {
  const losses = facts.charges.filter(
    (each) =>
      each.kind === 'period' &&
      isLost(each) &&
      each.stateOn >= coversFrom &&
      each.coversThrough > each.stateOn &&
      each.coversFrom <= coversThrough,
  );
  const lostOn = losses
    .map(({ stateOn }) => stateOn)
    .toSorted()
    .at(-1);
  if (lostOn === undefined) return null;
  const gap = daysFrom(addDays(lostOn, 1), coversThrough).find((day) => paidOn(facts, day) === null);
  return gap === undefined ? coversThrough : addDays(gap, -1);
}

/** Centavos that `returnedByLoss` gives back. */
export function centavosBack(facts: Facts, changes: readonly FactChange[]): number {
  return changes.reduce((sum, change) => {
    const before = change.kind === 'charge' ? findCharge(facts, change.charge.paymentId) : undefined;
    if (change.kind !== 'charge' || before === undefined) return sum;
    const { returned, returnedCentavos } = change.charge;
    return sum + (returned === null ? returnedCentavos - before.returnedCentavos : keptCentavos(before));
  }, 0);
}

const findCharge = ({ charges }: Facts, id: string): Charge | undefined =>
  charges.find(({ paymentId }) => paymentId === id);

/** What would come back today if this dispute were lost. */
export function backIfLost(facts: Facts, paymentId: string, now: number): number {
  const charge = findCharge(facts, paymentId);
  if (charge === undefined) return 0;
  const lost = { ...charge, state: 'refunded', stateOn: businessDay(now) } as const;
  const after = changed(facts, [{ kind: 'charge', charge: lost }]);
  return centavosBack(after, returnedByLoss(after));
}

/** Ends the grace period: the last try to collect this charge has failed. */
export function gaveUp(facts: Facts, paymentId: string, now: number): FactChange[] {
  const charge = facts.charges.find((each) => each.paymentId === paymentId);
  if (charge === undefined || charge.gaveUpOn !== null) return [];
  return [{ kind: 'charge', charge: { ...charge, gaveUpOn: businessDay(now) } }];
}
