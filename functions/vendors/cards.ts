/** Cards at the payment processor; the errors are those of payments.ts. */
import type { Payer } from './payments.ts';

/** A card as the customer typed it. Exists for one request; never stored, logged or put into an error. */
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

/**
 * A card stored at the processor. The token can charge it for its own customer only; we delete it when no longer
 * needed.
 */
export interface CardToken extends ShownCard {
  readonly token: string;
}

/** The card on the newest charge of a subscription; subscriptions themselves show no card. */
export interface CardOnFile extends CardToken {
  /** `YYYY-MM-DD` of that charge. */
  readonly dueDate: string;
  /** True when that charge is unpaid: it shows the card that will pay it. */
  readonly isOpen: boolean;
}

/** Reads and replaces the card of a subscription. */
export interface CardGateway {
  /** The card stored with a subscription, even a removed one; `null` when none was given. */
  readCard(subscriptionId: string): Promise<CardOnFile | null>;
  /**
   * Exchanges a card for a token, without a charge.
   * @throws DomainError `payment-declined`, `payment-unavailable`.
   */
  tokeniseCard(customerId: string, payer: Payer, card: CardData, remoteIp: string): Promise<CardToken>;
  /**
   * Puts a card on a subscription and on its open charges, without charging it. Repeating it with the same token
   * changes nothing.
   * @throws DomainError `payment-declined`: the card is refused or is not this customer's; nothing was changed.
   */
  setCard(subscriptionId: string, token: string, remoteIp: string): Promise<void>;
  /**
   * `tokeniseCard`, then `setCard`.
   * @throws DomainError `payment-declined`.
   */
  replaceCard(
    subscription: { subscriptionId: string; customerId: string },
    payer: Payer,
    card: CardData,
    remoteIp: string,
  ): Promise<ShownCard>;
}
