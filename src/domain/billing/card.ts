/** Which card the next charge uses, and which late charge a new card pays first. Days are `YYYY-MM-DD` in São Paulo. */
import { addDays } from './days.ts';
import { type Charge, openCharges } from './periods.ts';

interface Card {
  readonly brand: string;
  readonly lastFour: string;
}

/** The card on the newest charge of a subscription. */
interface ShownCard extends Card {
  readonly dueDate: string;
  /** True while the charge is unpaid. */
  readonly isOpen: boolean;
}

/** The last card that the customer put on the subscription through us. */
interface ReplacedCard extends Card {
  readonly on: string;
}

interface CardInUse<Shown extends Card> {
  readonly card: Card;
  /** The card as the processor shows it, with its token; `null` when the processor still shows an older card. */
  readonly shown: Shown | null;
}

/**
 * The card that the next charge uses. The processor shows cards only on charges, so between two charges it still shows
 * the one from before a change.
 */
export function cardInUse<Shown extends ShownCard>(
  shown: Shown | null,
  replaced: ReplacedCard | null,
): CardInUse<Shown> | null {
  const isShown = replaced === null || (shown !== null && (shown.isOpen || shown.dueDate > replaced.on));
  if (isShown || (shown !== null && isSame(shown, replaced)))
    return shown === null ? null : { card: shown, shown };
  return { card: replaced, shown: null };
}

const isSame = (one: Card, other: Card): boolean =>
  one.brand === other.brand && one.lastFour === other.lastFour;

/** The charge that a new card pays first: the oldest refused or overdue one. */
export function lateCharge<T extends Charge>(charges: readonly T[]): T | undefined {
  return openCharges(charges).find(({ state }) => state !== 'pending');
}

/**
 * The hosted card page creates a temporary subscription; its first charge must be far enough away for us to delete it
 * first.
 */
const PAGE_CHARGE_DAYS_MIN = 3;

/**
 * Due date of the temporary subscription's first charge: the customer's next due date, or later when that is too soon.
 */
export function cardPageDueDate(nextDueDate: string, today: string): string {
  const soonest = addDays(today, PAGE_CHARGE_DAYS_MIN);
  return nextDueDate > soonest ? nextDueDate : soonest;
}
