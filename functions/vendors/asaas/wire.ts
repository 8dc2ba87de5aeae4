/**
 * Asaas v3 response schemas, and their mapping to our types.
 *
 * The schemas are tolerant: the vendor adds attributes and states without notice, so only the fields we use are read,
 * and an unknown payment status counts as unpaid.
 */
import * as z from 'zod/mini';
import type {
  ListedSubscription,
  PaymentSnapshot,
  PaymentState,
  SubscriptionOrder,
  SubscriptionSnapshot,
} from '#functions/vendors/processor.ts';

const OptionalText = z.nullish(z.string());

export const WireCustomer = z.object({
  id: z.string(),
  externalReference: OptionalText,
  cpfCnpj: OptionalText,
  name: OptionalText,
  phone: OptionalText,
  mobilePhone: OptionalText,
  postalCode: OptionalText,
  address: OptionalText,
  addressNumber: OptionalText,
  complement: OptionalText,
  province: OptionalText,
  cityName: OptionalText,
  state: OptionalText,
  deleted: z.nullish(z.boolean()),
});

export type WireCustomer = z.output<typeof WireCustomer>;

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
  dateCreated: OptionalText,
  deleted: z.nullish(z.boolean()),
});
export type WireSubscription = z.output<typeof WireSubscription>;

/** docs.asaas.com/docs/refunds */
const WireRefund = z.object({ status: OptionalText, value: z.number() });

/** `creditCardNumber` contains only the last four digits. */
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
  refunds: z.nullish(z.array(WireRefund)),
  deleted: z.nullish(z.boolean()),
});
export type WirePayment = z.output<typeof WirePayment>;

/** A response whose body is not needed. */
export const WireIgnored = z.unknown();

/** Response to a DELETE. */
export const WireRemoval = z.object({ deleted: z.boolean() });

export const WireCustomers = z.object({ data: z.array(WireCustomer) });
export const WireSubscriptions = z.object({
  data: z.array(WireSubscription),
  hasMore: z.nullish(z.boolean()),
});
export const WirePayments = z.object({ data: z.array(WirePayment), hasMore: z.nullish(z.boolean()) });

/** The reference lists no `link`; the guide says that the page's URL is built from the id. */
export const WireCheckout = z.object({ id: z.string(), link: OptionalText });

export const WireWebhook = z.object({ id: z.string(), url: OptionalText });
export const WireWebhooks = z.object({ data: z.array(WireWebhook) });

export const WireErrors = z.object({
  errors: z.array(z.object({ code: OptionalText, description: OptionalText })),
});

/** Our cycles under the vendor's names. */
export const wireCycles: Readonly<Record<SubscriptionOrder['cycle'], string>> = {
  monthly: 'MONTHLY',
  yearly: 'YEARLY',
};

/** Centavos as the decimal number of reais that the vendor expects. Division by 100 serialises exactly: 4990 → 49.9. */
export function reaisOf(amountCentavos: number): number {
  return amountCentavos / 100;
}

/** Converts the vendor's reais to centavos; rounding removes the binary fraction (1069.2 → 106920). */
function centavosOf(reais: number): number {
  return Math.round(reais * 100);
}

/** What has gone back or is on its way back. */
export function refundedCentavosOf({ refunds }: WirePayment): number {
  const made = (refunds ?? []).filter(({ status }) => status !== 'CANCELLED');
  return made.reduce((sum, { value }) => sum + centavosOf(value), 0);
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
  // A partial refund; the rest of the sale is still paid.
  PARTIALLY_REFUNDED: 'confirmed',
  OVERDUE: 'overdue',
  DUNNING_REQUESTED: 'overdue',
  REFUNDED: 'refunded',
  REFUND_REQUESTED: 'refunded',
  REFUND_IN_PROGRESS: 'refunded',
  CHARGEBACK_REQUESTED: 'disputed',
  CHARGEBACK_DISPUTE: 'disputed',
  AWAITING_CHARGEBACK_REVERSAL: 'disputed',
  // Missing in the vendor's list of states, but used in its events and in some responses.
  CREDIT_CARD_CAPTURE_REFUSED: 'refused',
  REPROVED_BY_RISK_ANALYSIS: 'refused',
  REFUSED: 'refused',
};

/** Maps the vendor's payment status. Unknown ones are `pending`, so that nothing is granted by mistake. */
function paymentStateOf(payment: Pick<WirePayment, 'status' | 'deleted'>): PaymentState {
  if (payment.deleted === true) return 'deleted';
  return states[payment.status] ?? 'pending';
}

export function paymentSnapshotOf(payment: WirePayment): PaymentSnapshot {
  return {
    paymentId: payment.id,
    subscriptionId: payment.subscription ?? null,
    reference: payment.externalReference ?? null,
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

export const cycleOf = ({ cycle }: Pick<WireSubscription, 'cycle'>): SubscriptionOrder['cycle'] =>
  cycle === wireCycles.yearly ? 'yearly' : 'monthly';

export function listedSubscriptionOf(subscription: WireSubscription): ListedSubscription {
  return {
    subscriptionId: subscription.id,
    customerId: subscription.customer,
    reference: subscription.externalReference ?? null,
    amountCentavos: centavosOf(subscription.value),
    cycle: cycleOf(subscription),
    createdOn: subscription.dateCreated ?? null,
  };
}
