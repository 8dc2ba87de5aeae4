/**
 * The payment processor in our words, in three parts: selling by card, what comes after a sale or without our card form,
 * and where the processor reports events.
 *
 * Every method throws `DomainError`: `payment-declined` (the card was refused; nothing was created),
 * `payment-unavailable` (the processor answered with a failure; nothing was done), `payment-unclear` (time-out or
 * lost connection after sending: the work may have been done, so look it up by reference before asking again).
 */
import type { CardData, CardGateway, CardOnFile } from './cards.ts';

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

/** Selling with the card form of our own. */
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

/** A subscription in full, for the account page and for reconciliation. */
export interface SubscriptionDetails extends SubscriptionSnapshot {
  readonly cycle: 'monthly' | 'yearly';
  /** Next charge, `YYYY-MM-DD`; `null` when none will come. */
  readonly nextDueDate: string | null;
  readonly status: 'active' | 'inactive' | 'expired' | 'deleted';
  /** `null` while no card was left. */
  readonly card: CardOnFile | null;
}

/** What is bought on the processor's own page. */
export interface HostedOrder {
  /** Our reference; the processor gives it back. */
  readonly reference: string;
  readonly amountCentavos: number;
  readonly cycle: 'monthly' | 'yearly';
  /** `YYYY-MM-DD`, America/Sao_Paulo. */
  readonly firstDueDate: string;
  /** Short name of what is bought. */
  readonly title: string;
  readonly description: string;
  /** Where the customer comes back to; coming back proves nothing. */
  readonly returnUrl: string;
  /** After so many minutes the page takes no payment any more. */
  readonly minutesToExpire: number;
  /** The processor's customer who buys; without it the page asks who it is, and makes one. */
  readonly customerId?: string;
}

/** One charge that belongs to no subscription: a difference, or a debt. */
export interface SingleCharge {
  /** Our reference; the processor keeps it and finds the charge by it. */
  readonly reference: string;
  /** The processor refuses charges by card below R$ 5,00. */
  readonly amountCentavos: number;
  /** `YYYY-MM-DD`, America/Sao_Paulo. */
  readonly dueDate: string;
  readonly description: string;
  /** Where the customer comes back to from the page of the charge. */
  readonly returnUrl: string;
}

/** Which card pays a single charge: one on file with a subscription of ours, one just typed, or whatever the page gets. */
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
  /** The processor's id of the page; finds what was bought there. */
  readonly pageId: string;
  readonly payUrl: string;
}

/** What comes after a sale, and sales on the processor's own page. */
export interface BillingGateway extends CardGateway {
  /**
   * Opens a subscription of a known customer without a card: its first charge is paid on the processor's page, where
   * the card is left for the renewals too. `payUrl` of the first payment is that page. Not idempotent: look up first.
   */
  openUnpaidSubscription(
    customerId: string,
    order: Omit<SubscriptionOrder, 'remoteIp'> & { readonly returnUrl: string },
  ): Promise<SubscriptionSnapshot>;

  /**
   * Opens a subscription with the card on file of an earlier one. Not idempotent: look up first.
   * @throws DomainError `payment-declined` when there is no such card, or it is refused; nothing was created.
   */
  openSubscriptionOnFile(
    customerId: string,
    cardOf: string,
    order: SubscriptionOrder,
  ): Promise<SubscriptionSnapshot>;

  /** Opens a page where a customer of whom the processor knows nothing buys a subscription. Each call makes a page. */
  openHostedPage(order: HostedOrder): Promise<HostedPage>;
  /** What was bought on a page, or `null` when nothing was (yet). */
  findHostedPurchase(pageId: string): Promise<SubscriptionSnapshot | null>;
  /** Closes a page so that nothing can be bought there any more. Closing a closed one is success. */
  closeHostedPage(pageId: string): Promise<void>;

  /** Reads a subscription with all its payments, oldest first; `null` when the processor does not know it. */
  readSubscription(subscriptionId: string): Promise<SubscriptionDetails | null>;
  /** The payments of a subscription, oldest first; of a removed one those that were paid before. */
  listSubscriptionPayments(subscriptionId: string): Promise<readonly PaymentSnapshot[]>;
  /**
   * Gives a subscription another price and, if asked, another cycle.
   * @param updatesPending True: a payment that is already generated and not paid takes the new price too.
   * @param nextDueDate Day of the next payment that is not generated yet (`YYYY-MM-DD`). Left out it stays as it is,
   *   which is one old cycle after the newest one generated, also where the cycle changes.
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
   * Charges an unpaid payment to the card that the subscription holds, or to another one of the customer's.
   * @throws DomainError `payment-declined`.
   */
  chargeAgain(
    payment: { paymentId: string; subscriptionId: string },
    token?: string,
  ): Promise<PaymentSnapshot>;
  /**
   * Makes one charge. By card it is `confirmed` or `pending` in the answer; with no card on file, or by page, it waits to
   * be paid at its `payUrl`. Not idempotent: call `findCharge` first, and again after `payment-unclear`.
   * @throws DomainError `payment-declined` when the card was refused; no charge is left.
   */
  openCharge(customerId: string, charge: SingleCharge, card: ChargedCard): Promise<PaymentSnapshot>;
  /** Finds a single charge by our reference, the newest that was not removed; `null` when there is none. */
  findCharge(reference: string): Promise<PaymentSnapshot | null>;
  /** CPF or CNPJ of a customer as the processor holds it, without punctuation; `null` when it has none. */
  readTaxId(customerId: string): Promise<string | null>;
  /** Gives a paid payment back in full. Refunding a refunded one is success. */
  refund(paymentId: string, reason: string): Promise<PaymentSnapshot>;
  /** Removes a charge that was not paid. Removing one that is gone is success. */
  removeCharge(paymentId: string): Promise<void>;
  /** Stops a subscription from making new charges, without removing anything. */
  pauseSubscription(subscriptionId: string): Promise<void>;
  /** Lets it charge again from `nextDueDate` (`YYYY-MM-DD`) on. */
  resumeSubscription(subscriptionId: string, nextDueDate: string): Promise<void>;
  /**
   * All payments created on or after `day` (`YYYY-MM-DD`), page by page, for the daily reconciliation.
   * @param skip So many of them are left out, to go on where an earlier reading ended.
   */
  listPaymentsSince(day: string, skip?: number): AsyncIterable<readonly PaymentSnapshot[]>;
}

interface WebhookSetUp {
  /** Our public address of `POST /api/webhooks/asaas`. */
  readonly url: string;
  /** 32 to 255 characters; comes back with every event and proves its sender. */
  readonly token: string;
  /** Whom the processor writes to when it cannot deliver. Taken when the webhook is made; later it is changed there. */
  readonly email: string;
}

/** Where the processor reports what happens to payments. Set up by an operator's command, not by requests. */
export interface PaymentWebhooks {
  /**
   * Sees to it that events reach `url`: makes the webhook, or brings the one of this address up to date. A queue
   * that the processor has stopped runs again. Idempotent; after `payment-unclear` call it again.
   * @throws DomainError `payment-unavailable`, `payment-unclear`.
   */
  ensure(target: WebhookSetUp): Promise<'created' | 'updated'>;
}
