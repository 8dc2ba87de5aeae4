/**
 * What the shop needs from the payment processor after, or without, its own card form. Our words, not the vendor's.
 *
 * Fails as `PaymentGateway` does: `payment-declined`, `payment-unavailable`, `payment-unclear`.
 */
import type {
  CardData,
  Payer,
  PaymentSnapshot,
  SubscriptionOrder,
  SubscriptionSnapshot,
} from './payment-gateway.ts';

/** A subscription as it stands, for the account page and for reconciliation. */
export interface SubscriptionDetails extends SubscriptionSnapshot {
  readonly cycle: 'monthly' | 'yearly';
  /** Next charge, `YYYY-MM-DD`; `null` when none will come. */
  readonly nextDueDate: string | null;
  readonly status: 'active' | 'inactive' | 'expired' | 'deleted';
  /** Brand and last four digits as the processor shows them; `null` while no card was left. */
  readonly card: { readonly brand: string; readonly lastFour: string } | null;
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
}

export interface HostedPage {
  /** The processor's id of the page; finds what was bought there. */
  readonly pageId: string;
  readonly payUrl: string;
}

export interface BillingGateway {
  /**
   * Opens a subscription of a known customer without a card: its first charge is paid on the processor's page, where
   * the card is left for the renewals too. `payUrl` of the first payment is that page. Not idempotent: look up first.
   */
  openUnpaidSubscription(
    customerId: string,
    order: Omit<SubscriptionOrder, 'remoteIp'> & { readonly returnUrl: string },
  ): Promise<SubscriptionSnapshot>;

  /** Opens a page where somebody of whom we know nothing buys a subscription. Each call makes a page. */
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
  /** Puts another card on a subscription, without charging it. @throws DomainError `payment-declined`. */
  replaceCard(
    subscription: { subscriptionId: string; customerId: string },
    payer: Payer,
    card: CardData,
    remoteIp: string,
  ): Promise<void>;
  /** Charges an unpaid payment to the card that the subscription holds. @throws DomainError `payment-declined`. */
  chargeAgain(payment: { paymentId: string; subscriptionId: string }): Promise<PaymentSnapshot>;
  /** Gives a paid payment back in full. Refunding a refunded one is success. */
  refund(paymentId: string, reason: string): Promise<PaymentSnapshot>;
  /** Takes back a charge that was not paid. Taking back one that is gone is success. */
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
