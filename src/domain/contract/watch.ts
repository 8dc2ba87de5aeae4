/**
 * What the comparison with the processor must check: charges that differ from the ledger, and money that may still be
 * taken back.
 */
import { addDays } from '../billing/days.ts';
import type { SeenCharge } from './charges.ts';
import type { Charge, Contract, Facts } from './facts.ts';
import { isKept } from './standing.ts';

/** A card holder may dispute a charge for up to 120 days, and the decision takes weeks more. */
export const DISPUTE_DAYS_MAX = 180;

const openStates: ReadonlySet<Charge['state']> = new Set(['pending', 'overdue', 'refused']);

/** True when the ledger and the processor agree on the charge. */
export function agrees(
  { state, amountCentavos, dueOn }: Pick<Charge, 'state' | 'amountCentavos' | 'dueOn'>,
  seen: SeenCharge,
): boolean {
  if (state !== seen.state || amountCentavos !== seen.amountCentavos) return false;
  // A paid charge keeps its days; an open one may get another due date.
  return dueOn === seen.dueDate || !openStates.has(state);
}

/** True when we hold the money today but may still lose it to a dispute. */
function mayBeLost(charge: Charge, today: string): boolean {
  if (!isKept(charge) || charge.amountCentavos === 0) return false;
  const isYoung = charge.dueOn >= addDays(today, -DISPUTE_DAYS_MAX);
  return isYoung || charge.coversThrough >= today || charge.state === 'disputed';
}

/** True for an ended contract none of whose charges can be taken back any more. */
export function isOver({ charges }: Facts, { id, end }: Contract, today: string): boolean {
  return end !== null && !charges.some((each) => each.contractId === id && mayBeLost(each, today));
}

/** Returns the differences that a list of charges since some day leaves out but whose money may still be taken back. */
export function olderDifferences(
  { charges }: Facts,
  contractId: string,
  since: string,
  today: string,
): readonly Charge[] {
  return charges.filter(
    (each) =>
      each.contractId === contractId &&
      each.kind === 'difference' &&
      each.dueOn < since &&
      mayBeLost(each, today),
  );
}
