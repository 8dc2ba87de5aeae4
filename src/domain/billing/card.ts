/** Which card is charged next, and which late charge a new one pays first. Days are `YYYY-MM-DD` in São Paulo. */
import { addDays } from './days.ts';
import { type Charge, openCharges } from './periods.ts';

interface Card {
  readonly brand: string;
  readonly lastFour: string;
}

/** The card that the newest charge of a subscription shows. */
interface ShownCard extends Card {
  readonly dueDate: string;
  /** The charge waits for its money. */
  readonly isOpen: boolean;
}

/** The last card that was put on a subscription here. */
interface ReplacedCard extends Card {
  readonly on: string;
}

interface CardInUse<Shown extends Card> {
  readonly card: Card;
  /** As the processor shows it, with its token; `null` where it shows an older one and the token is not known. */
  readonly shown: Shown | null;
}

/**
 * The card that the next charge uses. The processor shows a card on charges alone: between two charges that is the one
 * before the change.
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

/** The charge that is paid first with a new card: refused or overdue, the first due one. */
export function lateCharge<T extends Charge>(charges: readonly T[]): T | undefined {
  return openCharges(charges).find(({ state }) => state !== 'pending');
}

/** The processor's page that takes a card opens a subscription; so long it must not charge, while it is being removed. */
const PAGE_CHARGE_DAYS_MIN = 3;

/** First charge of the subscription that a page opens only to take a card: what is charged next, and never soon. */
export function cardPageDueDate(nextDueDate: string, today: string): string {
  const soonest = addDays(today, PAGE_CHARGE_DAYS_MIN);
  return nextDueDate > soonest ? nextDueDate : soonest;
}
