/**
 * Asaas v3 on the wire: what we read of its answers, and how its words map to ours.
 *
 * Schemas are tolerant on purpose: the vendor adds attributes and states without notice, so only what we use is
 * read, and an unknown payment status counts as not paid.
 */
import * as z from 'zod/mini';
import type {
  PaymentSnapshot,
  PaymentState,
  SubscriptionOrder,
  SubscriptionSnapshot,
} from '#functions/vendors/payments.ts';

const OptionalText = z.nullish(z.string());

export const WireCustomer = z.object({
  id: z.string(),
  externalReference: OptionalText,
  cpfCnpj: OptionalText,
  deleted: z.nullish(z.boolean()),
});

export const WireCardToken = z.object({
  creditCardToken: z.string(),
  creditCardNumber: OptionalText,
  creditCardBrand: OptionalText,
});

export const WireSubscription = z.object({
  id: z.string(),
  customer: z.string(),
  value: z.number(),
  externalReference: OptionalText,
  status: OptionalText,
  cycle: OptionalText,
  nextDueDate: OptionalText,
  deleted: z.nullish(z.boolean()),
});
export type WireSubscription = z.output<typeof WireSubscription>;

/** `creditCardNumber` holds the last four digits only. */
const WireCard = z.object({
  creditCardNumber: OptionalText,
  creditCardBrand: OptionalText,
  creditCardToken: OptionalText,
});

export const WirePayment = z.object({
  id: z.string(),
  subscription: OptionalText,
  checkoutSession: OptionalText,
  externalReference: OptionalText,
  value: z.number(),
  status: z.string(),
  dateCreated: OptionalText,
  dueDate: z.string(),
  invoiceUrl: OptionalText,
  creditCard: z.nullish(WireCard),
  deleted: z.nullish(z.boolean()),
});
export type WirePayment = z.output<typeof WirePayment>;

/** An answer whose content says nothing that its status does not. */
export const WireIgnored = z.unknown();

/** What a DELETE answers. */
export const WireRemoval = z.object({ deleted: z.boolean() });

export const WireCustomers = z.object({ data: z.array(WireCustomer) });
export const WireSubscriptions = z.object({ data: z.array(WireSubscription) });
export const WirePayments = z.object({ data: z.array(WirePayment), hasMore: z.nullish(z.boolean()) });

/** The reference lists no `link`; the guide says that the page's address is made from the id. */
export const WireCheckout = z.object({ id: z.string(), link: OptionalText });

export const WireWebhook = z.object({ id: z.string(), url: OptionalText });
export const WireWebhooks = z.object({ data: z.array(WireWebhook) });

export const WireErrors = z.object({
  errors: z.array(z.object({ code: OptionalText, description: OptionalText })),
});

/** Our cycles in the vendor's words. */
export const wireCycles: Readonly<Record<SubscriptionOrder['cycle'], string>> = {
  monthly: 'MONTHLY',
  yearly: 'YEARLY',
};

/** Centavos as the decimal number of reais that the vendor wants. A quotient by 100 prints as written: 4990 → 49.9. */
export function reaisOf(amountCentavos: number): number {
  return amountCentavos / 100;
}

/** Reais as the vendor writes them, in centavos; rounding takes the binary fraction away (1069.2 → 106920). */
function centavosOf(reais: number): number {
  return Math.round(reais * 100);
}

const states: Readonly<Record<string, PaymentState>> = {
  PENDING: 'pending',
  AWAITING_RISK_ANALYSIS: 'pending',
  // Reserved on the card, not charged yet.
  AUTHORIZED: 'pending',
  CONFIRMED: 'confirmed',
  RECEIVED: 'confirmed',
  RECEIVED_IN_CASH: 'confirmed',
  DUNNING_RECEIVED: 'confirmed',
  // A part went back; the rest of the sale is still paid.
  PARTIALLY_REFUNDED: 'confirmed',
  OVERDUE: 'overdue',
  DUNNING_REQUESTED: 'overdue',
  REFUNDED: 'refunded',
  REFUND_REQUESTED: 'refunded',
  REFUND_IN_PROGRESS: 'refunded',
  CHARGEBACK_REQUESTED: 'disputed',
  CHARGEBACK_DISPUTE: 'disputed',
  AWAITING_CHARGEBACK_REVERSAL: 'disputed',
  // Not in the vendor's list of states, but its events carry these names and some answers repeat them.
  CREDIT_CARD_CAPTURE_REFUSED: 'refused',
  REPROVED_BY_RISK_ANALYSIS: 'refused',
  REFUSED: 'refused',
};

/** The vendor's payment status in our words. Unknown ones are `pending`: nothing is granted on a guess. */
function paymentStateOf(payment: Pick<WirePayment, 'status' | 'deleted'>): PaymentState {
  if (payment.deleted === true) return 'deleted';
  return states[payment.status] ?? 'pending';
}

export function paymentSnapshotOf(payment: WirePayment): PaymentSnapshot {
  return {
    paymentId: payment.id,
    subscriptionId: payment.subscription ?? null,
    orderId: payment.externalReference ?? null,
    pageId: payment.checkoutSession ?? null,
    state: paymentStateOf(payment),
    amountCentavos: centavosOf(payment.value),
    dueDate: payment.dueDate,
    payUrl: payment.invoiceUrl ?? null,
  };
}

export function subscriptionSnapshotOf(
  subscription: WireSubscription,
  payments: readonly PaymentSnapshot[],
): SubscriptionSnapshot {
  return {
    subscriptionId: subscription.id,
    customerId: subscription.customer,
    amountCentavos: centavosOf(subscription.value),
    payments,
  };
}
