/** Cards at the payment processor, in our words; the errors are those of payments.ts. */
import type { Payer } from './payments.ts';

/** Card as typed by the customer. Lives for one request; never stored, logged or put into an error. */
export interface CardData {
  readonly holderName: string;
  /** 13 to 19 digits. */
  readonly number: string;
  /** `MM`. */
  readonly expiryMonth: string;
  /** `YYYY`. */
  readonly expiryYear: string;
  readonly ccv: string;
}

/** Brand and last four digits as the processor shows them. */
export interface ShownCard {
  readonly brand: string;
  readonly lastFour: string;
}

/** A card that the processor holds. The token charges it, for its own customer alone; it is kept no longer than needed. */
export interface CardToken extends ShownCard {
  readonly token: string;
}

/** The card that the newest charge of a subscription shows. A subscription itself shows none. */
export interface CardOnFile extends CardToken {
  /** `YYYY-MM-DD` of that charge. */
  readonly dueDate: string;
  /** The charge waits for its money: it shows the card that will pay it. */
  readonly isOpen: boolean;
}

/** The card that a subscription charges, and another one in its place. */
export interface CardGateway {
  /** The card on file with a subscription, also with one that was removed; `null` where none was left. */
  readCard(subscriptionId: string): Promise<CardOnFile | null>;
  /** Trades a card for a token, without a charge. @throws DomainError `payment-declined`, `payment-unavailable`. */
  tokeniseCard(customerId: string, payer: Payer, card: CardData, remoteIp: string): Promise<CardToken>;
  /**
   * Puts a card on a subscription and on its open charges, without charging it. Doing it again with the same token changes
   * nothing.
   * @throws DomainError `payment-declined`: the card is not this customer's, or is refused; nothing was changed.
   */
  holdCard(subscriptionId: string, token: string, remoteIp: string): Promise<void>;
  /** `tokeniseCard` and `holdCard` in one. @throws DomainError `payment-declined`. */
  replaceCard(
    subscription: { subscriptionId: string; customerId: string },
    payer: Payer,
    card: CardData,
    remoteIp: string,
  ): Promise<ShownCard>;
}
