/**
 * What the shop needs from whoever collects the money. Our words, not the vendor's.
 *
 * Every method throws `DomainError`: `payment-declined` (the card was refused; nothing was created),
 * `payment-unavailable` (the processor answered with a failure; nothing was done), `payment-unclear` (time-out or
 * lost connection after sending: the work may have been done, so look it up by reference before asking again).
 */

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

/** Who pays. CPF or CNPJ goes to the processor and is not kept here. */
export interface Payer {
  /** Our stable reference of the customer: the OIDC subject. */
  readonly reference: string;
  readonly name: string;
  readonly email: string;
  /** CPF (11 digits) or CNPJ (14 characters, maybe letters), without punctuation. */
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

export interface SubscriptionOrder {
  /** Our order id; the processor keeps it as its external reference. */
  readonly orderId: string;
  readonly amountCentavos: number;
  readonly cycle: 'monthly' | 'yearly';
  /** First charge, `YYYY-MM-DD`, counted in America/Sao_Paulo. */
  readonly firstDueDate: string;
  readonly description: string;
  /** The payer's address as seen by the edge, never the server's. */
  readonly remoteIp: string;
}

export type PaymentState =
  | 'pending'
  | 'confirmed'
  | 'overdue'
  | 'refused'
  | 'refunded'
  | 'disputed'
  | 'deleted';

export interface PaymentSnapshot {
  readonly paymentId: string;
  readonly subscriptionId: string | null;
  /** Our order id, when the processor knows it. */
  readonly orderId: string | null;
  /** The hosted page it was bought on (`HostedPage.pageId`); such a payment may carry no order id. */
  readonly pageId: string | null;
  readonly state: PaymentState;
  readonly amountCentavos: number;
  /** `YYYY-MM-DD`. */
  readonly dueDate: string;
  /** The processor's page where this payment can be paid. */
  readonly payUrl: string | null;
}

export interface SubscriptionSnapshot {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly amountCentavos: number;
  /** Oldest first. Empty while the processor has not generated the first one. */
  readonly payments: readonly PaymentSnapshot[];
}

export interface PaymentGateway {
  /**
   * Registers the payer or brings an existing one (same reference) up to date.
   * Idempotent on `payer.reference`. Returns the processor's customer id.
   */
  ensureCustomer(payer: Payer): Promise<string>;

  /** Finds the live subscription of an order by our reference, or `null`. Deleted ones do not count. */
  findSubscription(orderId: string): Promise<SubscriptionSnapshot | null>;

  /**
   * Tokenises the card and opens a subscription whose first charge is due on `firstDueDate`.
   * Not idempotent by itself: call `findSubscription` first, and again after `payment-unclear`.
   * @throws DomainError `payment-declined` when the processor refuses the card; nothing was created.
   */
  openSubscription(
    customerId: string,
    payer: Payer,
    card: CardData,
    order: SubscriptionOrder,
  ): Promise<SubscriptionSnapshot>;

  /** Reads one payment again; `null` when the processor does not know it. */
  readPayment(paymentId: string): Promise<PaymentSnapshot | null>;

  /** Ends a subscription and its open charges. Ending one that is gone is success. */
  cancelSubscription(subscriptionId: string): Promise<void>;
}
