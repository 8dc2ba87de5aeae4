/** Payers and cards at the payment processor (processor.ts). */

/** The payer. CPF or CNPJ goes to the processor and is not stored here. */
export interface Payer {
  /** Our stable reference for the customer: the OIDC subject. */
  readonly reference: string;
  readonly name: string;
  readonly email: string;
  /** CPF (11 digits) or CNPJ (14 characters, letters allowed), without punctuation. */
  readonly cpfCnpj: string;
  /** DDD and number, 10 or 11 digits. */
  readonly phone: string;
  /** 8 digits. */
  readonly postalCode: string;
  readonly street: string;
  readonly addressNumber: string;
  readonly complement?: string | undefined;
  readonly neighbourhood: string;
}

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
