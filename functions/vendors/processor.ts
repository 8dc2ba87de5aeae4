/**
 * The port to the payment processor: selling, everything after a sale, and the webhook set-up.
 *
 * Every method throws `DomainError`: `payment-declined` (the card was refused; nothing was created),
 * `payment-unavailable` (the processor failed; nothing was done), `payment-unclear` (timeout or lost connection after
 * sending: the work may have been done, so look it up by reference before retrying).
 */
import type { ChargeState } from '#domain/contract/facts.ts';
import type { CardData, CardOnFile, CardToken, Payer, ShownCard } from './cards.ts';

/** A customer as the processor has it, without the CPF or CNPJ. Text that is missing there is empty. */
export interface StoredPayer {
  readonly name: string;
  /** DDD and number, digits only. */
  readonly phone: string;
  /** 8 digits. */
  readonly postalCode: string;
  readonly street: string;
  readonly addressNumber: string;
  readonly complement: string | null;
  readonly neighbourhood: string;
  readonly city: string | null;
  readonly state: string | null;
}

export interface SubscriptionOrder {
  /** Our order id; the processor stores it as its external reference. */
  readonly orderId: string;
  readonly amountCentavos: number;
  readonly cycle: 'monthly' | 'yearly';
  /** First charge, `YYYY-MM-DD` in America/Sao_Paulo. */
  readonly firstDueDate: string;
  readonly description: string;
  /** The payer's IP address as Cloudflare reports it, never the server's. */
  readonly remoteIp: string;
}

export type PaymentState = ChargeState;

export interface PaymentSnapshot {
  readonly paymentId: string;
  readonly subscriptionId: string | null;
  /** What we named when it was made: the id of an order or of a plan change, or a debt's reference. */
  readonly reference: string | null;
  /** The hosted page of the purchase (`HostedPage.pageId`); such a payment may have no reference. */
  readonly pageId: string | null;
  readonly state: PaymentState;
  readonly amountCentavos: number;
  /** `YYYY-MM-DD`. */
  readonly dueDate: string;
  /** The processor's page for paying this payment. */
  readonly payUrl: string | null;
}

export interface SubscriptionSnapshot {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly amountCentavos: number;
  /** Oldest first. Empty while the processor has not created the first one. */
  readonly payments: readonly PaymentSnapshot[];
}

/** A subscription in full, for the account page and for reconciliation. */
export interface SubscriptionDetails extends SubscriptionSnapshot {
  readonly cycle: 'monthly' | 'yearly';
  /** Next charge, `YYYY-MM-DD`; `null` when there will be none. */
  readonly nextDueDate: string | null;
  readonly status: 'active' | 'inactive' | 'expired' | 'deleted';
  /** `null` while no card was given. */
  readonly card: CardOnFile | null;
}

/** A running subscription in a list, with what tells whose it is. */
export interface ListedSubscription {
  readonly subscriptionId: string;
  readonly customerId: string;
  /** Our order id or the id of a plan change; `null` for one that was not made by us. */
  readonly reference: string | null;
  readonly amountCentavos: number;
  readonly cycle: 'monthly' | 'yearly';
  /** `YYYY-MM-DD`. */
  readonly createdOn: string | null;
}

/** A purchase on the processor's own page. */
export interface HostedOrder {
  /** Our reference; the processor returns it. */
  readonly reference: string;
  readonly amountCentavos: number;
  readonly cycle: 'monthly' | 'yearly';
  /** `YYYY-MM-DD`, America/Sao_Paulo. */
  readonly firstDueDate: string;
  /** Short name of what is bought. */
  readonly title: string;
  readonly description: string;
  /** Where the customer returns to; returning proves no payment. */
  readonly returnUrl: string;
  /** After this time the page accepts no payment. */
  readonly minutesToExpire: number;
  /** The processor's customer who buys; without it the page asks for the data and creates one. */
  readonly customerId?: string;
}

/** A charge without a subscription: a difference, or a debt. */
export interface SingleCharge {
  /** Our reference; the processor finds the charge by it. */
  readonly reference: string;
  /** The processor refuses card charges below R$ 5,00. */
  readonly amountCentavos: number;
  /** `YYYY-MM-DD`, America/Sao_Paulo. */
  readonly dueDate: string;
  readonly description: string;
  /** Where the customer returns to from the charge's page. */
  readonly returnUrl: string;
}

/** The card that pays a single charge: a subscription's stored card, a newly typed one, or one typed on the page. */
export type ChargedCard =
  | { readonly from: 'subscription'; readonly subscriptionId: string; readonly remoteIp: string }
  | {
      readonly from: 'form';
      readonly payer: Payer;
      readonly card: CardData;
      readonly remoteIp: string;
    }
  | { readonly from: 'page' };

interface HostedPage {
  /** The processor's id of the page; finds the purchase made there. */
  readonly pageId: string;
  readonly payUrl: string;
}

/** What the product asks of the processor. */
export interface Processor {
  /**
   * Registers the payer, or updates an existing one with the same reference. Idempotent by `payer.reference`. Returns
   * the processor's customer id.
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

  /** Reads one payment; `null` when the processor does not know it. */
  readPayment(paymentId: string): Promise<PaymentSnapshot | null>;

  /** Cancels a subscription and its open charges. Succeeds when it is already gone. */
  cancelSubscription(subscriptionId: string): Promise<void>;

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

  /**
   * Opens a subscription of a known customer without a card: the first charge is paid on the processor's page (`payUrl`
   * of the first payment), which keeps the card for the renewals. Not idempotent: look up first.
   */
  openUnpaidSubscription(
    customerId: string,
    order: Omit<SubscriptionOrder, 'remoteIp'> & { readonly returnUrl: string },
  ): Promise<SubscriptionSnapshot>;

  /**
   * Opens a subscription with the stored card of an earlier one. Not idempotent: look up first.
   * @throws DomainError `payment-declined` when there is no such card, or it is refused; nothing was created.
   */
  openSubscriptionOnFile(
    customerId: string,
    cardOf: string,
    order: SubscriptionOrder,
  ): Promise<SubscriptionSnapshot>;

  /** Opens a page where a customer unknown to the processor buys a subscription. Each call creates a page. */
  openHostedPage(order: HostedOrder): Promise<HostedPage>;
  /** The purchase made on a page, or `null` when there is none yet. */
  findHostedPurchase(pageId: string): Promise<SubscriptionSnapshot | null>;
  /** Closes a page, so that nothing can be bought there. Succeeds when it is already closed. */
  closeHostedPage(pageId: string): Promise<void>;

  /** Every active subscription of the account, page by page; one made during the reading may be missing. */
  listSubscriptions(): AsyncIterable<readonly ListedSubscription[]>;
  /** Reads a subscription with all its payments, oldest first; `null` when the processor does not know it. */
  readSubscription(subscriptionId: string): Promise<SubscriptionDetails | null>;
  /** The payments of a subscription, oldest first; for a removed one, those paid before. */
  listSubscriptionPayments(subscriptionId: string): Promise<readonly PaymentSnapshot[]>;
  /**
   * Changes a subscription's price and, if given, its cycle.
   * @param updatesPending True: unpaid payments that already exist get the new price too.
   * @param nextDueDate Day of the next payment that does not exist yet (`YYYY-MM-DD`). Without it the day is unchanged:
   *   one old cycle after the newest existing payment, even when the cycle changes.
   */
  changeSubscription(
    subscriptionId: string,
    change: {
      amountCentavos: number;
      cycle: 'monthly' | 'yearly';
      description: string;
      updatesPending: boolean;
      nextDueDate?: string;
    },
  ): Promise<SubscriptionDetails>;
  /**
   * Charges an unpaid payment to the subscription's card, or to another card of the customer.
   * @throws DomainError `payment-declined`.
   */
  chargeAgain(
    payment: { paymentId: string; subscriptionId: string },
    token?: string,
  ): Promise<PaymentSnapshot>;
  /**
   * Creates one charge. By card the result is `confirmed` or `pending`; without a stored card, or by page, it waits to
   * be paid at its `payUrl`. Not idempotent: call `findCharge` first, and again after `payment-unclear`.
   * @throws DomainError `payment-declined` when the card was refused; no charge is left.
   */
  openCharge(customerId: string, charge: SingleCharge, card: ChargedCard): Promise<PaymentSnapshot>;
  /** The newest single charge with our reference that was not removed; `null` when there is none. */
  findCharge(reference: string): Promise<PaymentSnapshot | null>;
  /** A customer's CPF or CNPJ at the processor, without punctuation; `null` when it has none. */
  readTaxId(customerId: string): Promise<string | null>;
  /** A customer's name, phone and address at the processor; `null` when it has none. */
  readPayer(customerId: string): Promise<StoredPayer | null>;
  /**
   * Refunds a paid payment. Succeeds when that is already done.
   * @param totalCentavos What must have gone back afterwards, all refunds together; by default the whole amount.
   */
  refund(paymentId: string, reason: string, totalCentavos?: number): Promise<PaymentSnapshot>;
  /** Removes an unpaid charge. Succeeds when it is already gone. */
  removeCharge(paymentId: string): Promise<void>;
  /** Stops a subscription from creating charges, without removing anything. */
  pauseSubscription(subscriptionId: string): Promise<void>;
  /** Resumes charging from `nextDueDate` (`YYYY-MM-DD`) on. */
  resumeSubscription(subscriptionId: string, nextDueDate: string): Promise<void>;
  /**
   * All payments created on or after `day` (`YYYY-MM-DD`), page by page, for the daily comparison.
   * @param skip How many to skip, to continue an earlier reading.
   */
  listPaymentsSince(day: string, skip?: number): AsyncIterable<readonly PaymentSnapshot[]>;
}

interface WebhookSetUp {
  /** Our public address of `POST /api/webhooks/asaas`. */
  readonly url: string;
  /** 32 to 255 characters; sent back with every event to authenticate it. */
  readonly token: string;
  /**
   * Where the processor reports failed deliveries. Set when the webhook is created; later changes are made at the
   * processor.
   */
  readonly email: string;
}

/** The webhook through which the processor reports events. Set up by an operator's command, not by requests. */
export interface PaymentWebhooks {
  /**
   * Creates the webhook for `url`, or updates the existing one and restarts its stopped queue. Idempotent; call it
   * again after `payment-unclear`.
   * @throws DomainError `payment-unavailable`, `payment-unclear`.
   */
  ensure(target: WebhookSetUp): Promise<'created' | 'updated'>;
}
