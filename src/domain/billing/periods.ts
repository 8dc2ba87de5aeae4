/**
 * Which period a subscription's charges pay for.
 *
 * A charge pays for the period that begins on its due date and ends on the day before the next one. Days are
 * `YYYY-MM-DD` in São Paulo.
 */
import { addDays, renewalDay } from './days.ts';

/** What is read of a charge. */
export interface Charge {
  readonly state: 'pending' | 'confirmed' | 'overdue' | 'refused' | 'refunded' | 'disputed' | 'deleted';
  readonly dueDate: string;
}

const openStates: ReadonlySet<Charge['state']> = new Set(['pending', 'overdue', 'refused']);

/** The charges that wait for their money, the first due first. */
export function openCharges<T extends Charge>(charges: readonly T[]): T[] {
  return charges
    .filter(({ state }) => openStates.has(state))
    .toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
}

/** The open charge that is due first; what a customer is asked to pay. */
export function oldestOpen<T extends Charge>(charges: readonly T[]): T | undefined {
  return openCharges(charges)[0];
}

/** Due date of the newest charge that was paid; a disputed one is paid until the dispute is lost. */
function lastPaidDay(charges: readonly Charge[]): string | undefined {
  return charges
    .filter(({ state }) => state === 'confirmed' || state === 'disputed')
    .map(({ dueDate }) => dueDate)
    .toSorted()
    .at(-1);
}

/**
 * Last day of what was paid: the day before the first charge that comes after it.
 *
 * @param nextDueDate The next charge that the processor will make, `null` when it will make none.
 * @returns `undefined` when nothing was paid.
 */
export function paidThrough(
  charges: readonly Charge[],
  nextDueDate: string | null,
  cycle: 'monthly' | 'yearly',
): string | undefined {
  const paid = lastPaidDay(charges);
  if (paid === undefined) return undefined;
  const open = openCharges(charges).map(({ dueDate }) => dueDate);
  const [next] = [...open, nextDueDate ?? ''].filter((day) => day > paid).toSorted();
  return addDays(next ?? renewalDay(paid, cycle), -1);
}

/**
 * When a subscription that stood still charges again, after `dueDate`'s charge was paid on `today`.
 *
 * Within the period it keeps its day. Later, the period that was paid begins on the day of the payment: nobody pays
 * for days on which the environment stood still.
 */
export function resumedRenewal(dueDate: string, cycle: 'monthly' | 'yearly', today: string): string {
  const next = renewalDay(dueDate, cycle);
  return next > today ? next : renewalDay(today, cycle);
}
