/**
 * What Asaas documents of the calls that we make: method, path, query, request, answer; written by us from its reference.
 *
 * Strict on purpose: a field that we send, or that the stand-in answers, and that the reference does not name, fails.
 * `source` is the page of docs.asaas.com; where that page is silent and another one speaks, a comment says which.
 */
import * as z from 'zod';

const Day = z.iso.date();
/** Reais with at most two decimals. */
const Reais = z.number().refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6);
const cycles = ['WEEKLY', 'BIWEEKLY', 'MONTHLY', 'BIMONTHLY', 'QUARTERLY', 'SEMIANNUALLY', 'YEARLY'] as const;
const brands = [
  ...['VISA', 'MASTERCARD', 'ELO', 'DINERS', 'DISCOVER', 'AMEX', 'CABAL', 'BANESCARD', 'CREDZ', 'SOROCRED'],
  ...['CREDSYSTEM', 'JCB', 'UNKNOWN'],
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

const CardHolderInfo = z.strictObject({
  name: z.string(),
  email: z.string(),
  cpfCnpj: z.string(),
  postalCode: z.string(),
  addressNumber: z.string(),
  addressComplement: z.string().optional(),
  phone: z.string(),
  mobilePhone: z.string().optional(),
});
const Card = z.strictObject({
  holderName: z.string(),
  number: z.string(),
  expiryMonth: z.string(),
  expiryYear: z.string(),
  ccv: z.string(),
});
const ShownCard = z.strictObject({
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
const CustomerRequest = z.strictObject({
  name: z.string(),
  cpfCnpj: z.string(),
  ...z.object(customerFields).partial().shape,
});
const Customer = z.strictObject({
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
const Callback = z.strictObject({ successUrl: z.url().max(255), autoRedirect: z.boolean().optional() });

const subscriptionRequest = {
  customer: z.string(),
  billingType: z.enum(['UNDEFINED', 'BOLETO', 'CREDIT_CARD', 'PIX']),
  value: Reais,
  nextDueDate: Day,
  cycle: z.enum(cycles),
  description: z.string().max(500).optional(),
  externalReference: z.string().optional(),
};
const Subscription = z.strictObject({
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

/** The reference's list; what else may come is mapped in functions/vendors/asaas/wire.ts. */
const paymentStatuses = [
  ...['PENDING', 'RECEIVED', 'CONFIRMED', 'OVERDUE', 'REFUNDED', 'RECEIVED_IN_CASH', 'REFUND_REQUESTED'],
  ...['REFUND_IN_PROGRESS', 'CHARGEBACK_REQUESTED', 'CHARGEBACK_DISPUTE', 'AWAITING_CHARGEBACK_REVERSAL'],
  ...['DUNNING_REQUESTED', 'DUNNING_RECEIVED', 'AWAITING_RISK_ANALYSIS'],
];

const Payment = z.strictObject({
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
  // Named in the example of docs.asaas.com/docs/payment-events, not in the reference.
  confirmedDate: Day.nullable(),
  clientPaymentDate: Day.nullable(),
  deleted: z.boolean(),
});

const checkoutFields = {
  billingTypes: z.array(z.enum(['CREDIT_CARD', 'PIX'])),
  chargeTypes: z.array(z.enum(['DETACHED', 'RECURRENT', 'INSTALLMENT'])),
  minutesToExpire: z.int().min(10).max(1440),
  externalReference: z.string().max(200),
  callback: z.strictObject({ successUrl: z.url(), cancelUrl: z.url(), expiredUrl: z.url() }),
  subscription: z.strictObject({ cycle: z.enum(cycles), nextDueDate: Day }),
};
const CheckoutItem = z.strictObject({
  name: z.string().max(30),
  description: z.string().max(150),
  quantity: z.int(),
  value: Reais,
  imageBase64: z.base64(),
});
const Checkout = z.strictObject({
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
  events: z.array(z.string().regex(/^(PAYMENT|SUBSCRIPTION|CHECKOUT)_[A-Z_]+$/)),
};
const WebhookRequest = z.strictObject({ ...webhookFields, authToken: z.string().min(32).max(255) });
const Webhook = z.strictObject({
  ...webhookFields,
  id: z.string(),
  apiVersion: z.literal(3),
  hasAuthToken: z.boolean(),
});

const listOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    object: z.literal('list'),
    hasMore: z.boolean(),
    totalCount: z.int(),
    limit: z.int().max(100),
    offset: z.int(),
    data: z.array(item),
  });

export interface DocumentedCall {
  /** Page of docs.asaas.com/reference. */
  readonly source: string;
  readonly call: string;
  readonly query?: readonly string[];
  readonly request?: z.ZodType;
  readonly answer: z.ZodType;
}

/** Every call that the adapters make. */
export const documentedCalls: readonly DocumentedCall[] = [
  {
    source: 'listar-clientes',
    call: 'GET /v3/customers',
    query: ['externalReference', 'limit', 'offset'],
    answer: listOf(Customer),
  },
  { source: 'criar-novo-cliente', call: 'POST /v3/customers', request: CustomerRequest, answer: Customer },
  {
    source: 'atualizar-cliente-existente',
    call: 'PUT /v3/customers/{id}',
    request: CustomerRequest.partial(),
    answer: Customer,
  },
  {
    source: 'tokenizacao-de-cartao-de-credito',
    call: 'POST /v3/creditCard/tokenizeCreditCard',
    request: z.strictObject({
      customer: z.string(),
      creditCard: Card,
      creditCardHolderInfo: CardHolderInfo,
      remoteIp: z.ipv4(),
    }),
    answer: ShownCard,
  },
  {
    source: 'criar-nova-assinatura, criar-assinatura-com-cartao-de-credito',
    call: 'POST /v3/subscriptions',
    request: z.union([
      z.strictObject({ ...subscriptionRequest, callback: Callback }),
      z.strictObject({ ...subscriptionRequest, creditCardToken: z.string(), remoteIp: z.ipv4() }),
    ]),
    answer: Subscription,
  },
  {
    source: 'listar-assinaturas',
    call: 'GET /v3/subscriptions',
    query: ['externalReference', 'limit', 'offset'],
    answer: listOf(Subscription),
  },
  { source: 'recuperar-uma-unica-assinatura', call: 'GET /v3/subscriptions/{id}', answer: Subscription },
  {
    source: 'atualizar-assinatura-existente',
    call: 'PUT /v3/subscriptions/{id}',
    request: z.strictObject({
      // The page names it, the published OpenAPI file forgets it.
      value: Reais.optional(),
      cycle: z.enum(cycles).optional(),
      description: z.string().max(500).optional(),
      nextDueDate: Day.optional(),
      status: z.enum(['ACTIVE', 'INACTIVE']).optional(),
      updatePendingPayments: z.boolean().optional(),
    }),
    answer: Subscription,
  },
  {
    source: 'remover-assinatura',
    call: 'DELETE /v3/subscriptions/{id}',
    answer: z.strictObject({ deleted: z.boolean(), id: z.string() }),
  },
  {
    source: 'atualizar-cartao-de-credito-assinatura',
    call: 'PUT /v3/subscriptions/{id}/creditCard',
    request: z.strictObject({ creditCardToken: z.string(), remoteIp: z.ipv4() }),
    answer: Subscription,
  },
  {
    source: 'listar-cobrancas-de-uma-assinatura',
    call: 'GET /v3/subscriptions/{id}/payments',
    // The page names neither, and its answer is a page of a list.
    query: ['limit', 'offset'],
    answer: listOf(Payment),
  },
  {
    source: 'listar-cobrancas',
    call: 'GET /v3/payments',
    query: ['dateCreated[ge]', 'checkoutSession', 'limit', 'offset'],
    answer: listOf(Payment),
  },
  { source: 'recuperar-uma-unica-cobranca', call: 'GET /v3/payments/{id}', answer: Payment },
  {
    source: 'excluir-cobranca',
    call: 'DELETE /v3/payments/{id}',
    answer: z.strictObject({ deleted: z.boolean(), id: z.string() }),
  },
  {
    source: 'pagar-uma-cobranca-com-cartao-de-credito',
    call: 'POST /v3/payments/{id}/payWithCreditCard',
    request: z.strictObject({ creditCardToken: z.string() }),
    answer: Payment,
  },
  {
    source: 'estornar-cobranca',
    call: 'POST /v3/payments/{id}/refund',
    request: z.strictObject({ value: Reais.optional(), description: z.string().optional() }),
    answer: Payment,
  },
  {
    source: 'criar-novo-checkout',
    call: 'POST /v3/checkouts',
    request: z.strictObject({ ...checkoutFields, items: z.array(CheckoutItem) }),
    answer: Checkout,
  },
  { source: 'cancelar-um-checkout', call: 'POST /v3/checkouts/{id}/cancel', answer: Checkout },
  { source: 'listar-webhooks', call: 'GET /v3/webhooks', query: ['limit'], answer: listOf(Webhook) },
  { source: 'criar-novo-webhook', call: 'POST /v3/webhooks', request: WebhookRequest, answer: Webhook },
  {
    source: 'atualizar-webhook-existente',
    call: 'PUT /v3/webhooks/{id}',
    request: WebhookRequest.omit({ email: true }),
    answer: Webhook,
  },
];

const event = {
  id: z.string().regex(/^evt_[0-9a-f]{32}&\d+$/),
  dateCreated: z.iso.datetime({ local: true }),
};
const DayFirst = z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/);

/** docs.asaas.com/docs/{payment-events,subscription-events,eventos-para-checkout} */
export const DocumentedEvent = z
  .record(z.string(), z.unknown())
  // A date and a time with a space between.
  .transform((body) => ({ ...body, dateCreated: String(body['dateCreated']).replace(' ', 'T') }))
  .pipe(
    z.union([
      z.strictObject({ ...event, event: z.string().startsWith('PAYMENT_'), payment: Payment }),
      z.strictObject({
        ...event,
        event: z.string().startsWith('SUBSCRIPTION_'),
        subscription: Subscription.extend({ dateCreated: DayFirst, nextDueDate: DayFirst }),
      }),
      z.strictObject({ ...event, event: z.string().startsWith('CHECKOUT_'), checkout: Checkout }),
    ]),
  );
