/** Asaas's documented objects in calls and events; strict, see payments-vendor.ts. */
import * as z from 'zod';

export const Day = z.iso.date();
/** Reais with at most two decimals. */
export const Reais = z.number().refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6);
export const cycles = [
  'WEEKLY',
  'BIWEEKLY',
  'MONTHLY',
  'BIMONTHLY',
  'QUARTERLY',
  'SEMIANNUALLY',
  'YEARLY',
] as const;
const brands = [
  'VISA',
  'MASTERCARD',
  'ELO',
  'DINERS',
  'DISCOVER',
  'AMEX',
  'CABAL',
  'BANESCARD',
  'CREDZ',
  'SOROCRED',
  'CREDSYSTEM',
  'JCB',
  'UNKNOWN',
];
const billingTypes = [
  'UNDEFINED',
  'BOLETO',
  'CREDIT_CARD',
  'DEBIT_CARD',
  'TRANSFER',
  'DEPOSIT',
  'PIX',
] as const;

export const CardHolderInfo = z.strictObject({
  name: z.string(),
  email: z.string(),
  cpfCnpj: z.string(),
  postalCode: z.string(),
  addressNumber: z.string(),
  addressComplement: z.string().optional(),
  phone: z.string(),
  mobilePhone: z.string().optional(),
});
export const Card = z.strictObject({
  holderName: z.string(),
  number: z.string(),
  expiryMonth: z.string(),
  expiryYear: z.string(),
  ccv: z.string(),
});
export const ShownCard = z.strictObject({
  creditCardNumber: z.string().length(4),
  creditCardBrand: z.enum(brands),
  creditCardToken: z.string(),
});

const customerFields = {
  email: z.string(),
  phone: z.string(),
  mobilePhone: z.string(),
  address: z.string(),
  addressNumber: z.string(),
  complement: z.string().max(255),
  province: z.string(),
  postalCode: z.string(),
  externalReference: z.string(),
};
export const CustomerRequest = z.strictObject({
  name: z.string(),
  cpfCnpj: z.string(),
  ...z.object(customerFields).partial().shape,
});
export const Customer = z.strictObject({
  object: z.literal('customer'),
  id: z.string(),
  dateCreated: Day,
  name: z.string(),
  cpfCnpj: z.string(),
  personType: z.enum(['FISICA', 'JURIDICA']),
  deleted: z.boolean(),
  ...Object.fromEntries(Object.keys(customerFields).map((name) => [name, z.string().nullable()])),
});

/** docs.asaas.com/docs/redirecionamento-apos-o-pagamento */
export const Callback = z.strictObject({
  successUrl: z.url().max(255),
  autoRedirect: z.boolean().optional(),
});

export const subscriptionRequest = {
  customer: z.string(),
  billingType: z.enum(['UNDEFINED', 'BOLETO', 'CREDIT_CARD', 'PIX']),
  value: Reais,
  nextDueDate: Day,
  cycle: z.enum(cycles),
  description: z.string().max(500).optional(),
  externalReference: z.string().optional(),
};
export const Subscription = z.strictObject({
  object: z.literal('subscription'),
  id: z.string(),
  dateCreated: Day,
  customer: z.string(),
  billingType: z.enum(billingTypes),
  cycle: z.enum(cycles),
  value: Reais,
  nextDueDate: Day,
  description: z.string().nullable(),
  status: z.enum(['ACTIVE', 'EXPIRED', 'INACTIVE']),
  deleted: z.boolean(),
  externalReference: z.string().nullable(),
  checkoutSession: z.string().nullable(),
});

/** The reference's list; further ones are mapped in functions/vendors/asaas/wire.ts. */
const paymentStatuses = [
  'PENDING',
  'RECEIVED',
  'CONFIRMED',
  'OVERDUE',
  'REFUNDED',
  'RECEIVED_IN_CASH',
  'REFUND_REQUESTED',
  'REFUND_IN_PROGRESS',
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
  'DUNNING_REQUESTED',
  'DUNNING_RECEIVED',
  'AWAITING_RISK_ANALYSIS',
];

/** recuperar-um-unico-chargeback; a payment contains the same object. */
const Chargeback = z.strictObject({
  id: z.string(),
  payment: z.string(),
  customerAccount: z.string(),
  status: z.enum(['REQUESTED', 'IN_DISPUTE', 'DISPUTE_LOST', 'REVERSED', 'DONE']),
  reason: z.string(),
  disputeStartDate: Day,
  value: Reais,
  paymentDate: Day.nullable(),
  creditCard: z.strictObject({ number: z.string().length(4), brand: z.enum(brands) }).nullable(),
  disputeStatus: z.enum(['REQUESTED', 'ACCEPTED', 'REJECTED']).nullable(),
  deadlineToSendDisputeDocuments: Day,
});

/** docs.asaas.com/docs/refunds */
const Refund = z.strictObject({
  dateCreated: z.string(),
  status: z.enum(['PENDING', 'CANCELLED', 'DONE']),
  value: Reais,
  description: z.string().nullable(),
});

export const Payment = z.strictObject({
  object: z.literal('payment'),
  id: z.string(),
  dateCreated: Day,
  customer: z.string(),
  subscription: z.string().nullable(),
  checkoutSession: z.string().nullable(),
  value: Reais,
  netValue: Reais,
  billingType: z.enum(billingTypes),
  creditCard: ShownCard.nullable(),
  status: z.enum(paymentStatuses),
  dueDate: Day,
  originalDueDate: Day,
  description: z.string().nullable(),
  externalReference: z.string().nullable(),
  invoiceUrl: z.url(),
  // In the example of docs.asaas.com/docs/payment-events, but not in the reference.
  confirmedDate: Day.nullable(),
  clientPaymentDate: Day.nullable(),
  chargeback: Chargeback.nullable(),
  refunds: z.array(Refund).optional(),
  deleted: z.boolean(),
});

export const chargeRequest = {
  customer: z.string(),
  billingType: z.enum(['UNDEFINED', 'BOLETO', 'CREDIT_CARD', 'PIX']),
  value: Reais,
  dueDate: Day,
  description: z.string().max(500).optional(),
  externalReference: z.string().optional(),
};

export const checkoutFields = {
  billingTypes: z.array(z.enum(['CREDIT_CARD', 'PIX'])),
  chargeTypes: z.array(z.enum(['DETACHED', 'RECURRENT', 'INSTALLMENT'])),
  minutesToExpire: z.int().min(10).max(1440),
  externalReference: z.string().max(200),
  callback: z.strictObject({ successUrl: z.url(), cancelUrl: z.url(), expiredUrl: z.url() }),
  subscription: z.strictObject({ cycle: z.enum(cycles), nextDueDate: Day }),
};
/** docs.asaas.com/docs/como-informar-os-dados-do-cliente; undocumented in responses. */
export const checkoutCustomer = { customer: z.string().optional() };
export const CheckoutItem = z.strictObject({
  name: z.string().max(30),
  description: z.string().max(150),
  quantity: z.int(),
  value: Reais,
  imageBase64: z.base64(),
});
export const Checkout = z.strictObject({
  ...checkoutFields,
  items: z.array(CheckoutItem.omit({ imageBase64: true })),
  // docs.asaas.com/docs/link-do-checkout-e-redirecionamento-do-cliente and …/eventos-para-checkout
  id: z.uuid(),
  status: z.enum(['ACTIVE', 'PAID', 'CANCELED', 'EXPIRED']),
});

const webhookFields = {
  name: z.string(),
  url: z.url(),
  email: z.email(),
  enabled: z.boolean(),
  interrupted: z.boolean(),
  sendType: z.enum(['SEQUENTIALLY', 'NON_SEQUENTIALLY']),
  events: z.array(z.string().regex(/^(PAYMENT|SUBSCRIPTION|CHECKOUT|INVOICE)_[A-Z_]+$/)),
};
export const WebhookRequest = z.strictObject({ ...webhookFields, authToken: z.string().min(32).max(255) });
export const Webhook = z.strictObject({
  ...webhookFields,
  id: z.string(),
  apiVersion: z.literal(3),
  hasAuthToken: z.boolean(),
});

export const listOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    object: z.literal('list'),
    hasMore: z.boolean(),
    totalCount: z.int(),
    limit: z.int().max(100),
    offset: z.int(),
    data: z.array(item),
  });
