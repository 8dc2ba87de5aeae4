/**
 * Which period a subscription's charges pay for.
 *
 * A charge pays for the period that begins on its due date and ends on the day before the next one. Days are
 * `YYYY-MM-DD` in São Paulo.
 */
import { addDays, renewalDay } from './days.ts';

/** The fields that are read from a charge. */
export interface Charge {
  readonly state: 'pending' | 'confirmed' | 'overdue' | 'refused' | 'refunded' | 'disputed' | 'deleted';
  readonly dueDate: string;
}

const openStates: ReadonlySet<Charge['state']> = new Set(['pending', 'overdue', 'refused']);

/** The unpaid charges, the earliest due date first. */
export function openCharges<T extends Charge>(charges: readonly T[]): T[] {
  return charges
    .filter(({ state }) => openStates.has(state))
    .toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
}

/** The unpaid charge with the earliest due date, which the customer is asked to pay. */
export function oldestOpen<T extends Charge>(charges: readonly T[]): T | undefined {
  return openCharges(charges)[0];
}

/** Due date of the newest paid charge; a disputed charge counts as paid until the dispute is lost. */
function lastPaidDay(charges: readonly Charge[]): string | undefined {
  return charges
    .filter(({ state }) => state === 'confirmed' || state === 'disputed')
    .map(({ dueDate }) => dueDate)
    .toSorted()
    .at(-1);
}

/**
 * Last paid day: the day before the first charge after the paid ones.
 *
 * @param nextDueDate Due date of the next charge the processor will make, `null` when there is none.
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
 * When a suspended subscription charges again after its charge due on `dueDate` was paid on `today`.
 *
 * A payment within the period keeps the billing day. After it, the paid period begins on the day of the payment, so
 * nobody pays for suspended days.
 */
export function resumedRenewal(dueDate: string, cycle: 'monthly' | 'yearly', today: string): string {
  const next = renewalDay(dueDate, cycle);
  return next > today ? next : renewalDay(today, cycle);
}
