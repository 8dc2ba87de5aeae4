/**
 * Asaas's documentation of the calls that we make: method, path, query, request, response; written from its reference.
 *
 * Strict: a field that we send, or that the stand-in returns, and that the reference does not name, fails. `source` is
 * the page on docs.asaas.com; a comment names another page when that one is silent.
 */
import * as z from 'zod';
import { Invoice, invoiceCalls } from './payments-vendor-invoices.ts';
import {
  Callback,
  Card,
  CardHolderInfo,
  Checkout,
  CheckoutItem,
  Customer,
  CustomerRequest,
  chargeRequest,
  checkoutCustomer,
  checkoutFields,
  cycles,
  Day,
  listOf,
  Payment,
  Reais,
  ShownCard,
  Subscription,
  subscriptionRequest,
  Webhook,
  WebhookRequest,
} from './payments-vendor-shapes.ts';

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
  { source: 'recuperar-um-unico-cliente', call: 'GET /v3/customers/{id}', answer: Customer },
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
      // On the page, but missing in the published OpenAPI file.
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
    // The page names neither, although its response is a page of a list.
    query: ['limit', 'offset'],
    answer: listOf(Payment),
  },
  {
    source: 'criar-nova-cobranca, create-new-payment-with-credit-card',
    call: 'POST /v3/payments',
    request: z.union([
      z.strictObject({ ...chargeRequest, callback: Callback }),
      z.strictObject({ ...chargeRequest, creditCardToken: z.string(), remoteIp: z.ipv4() }),
    ]),
    answer: Payment,
  },
  {
    source: 'listar-cobrancas',
    call: 'GET /v3/payments',
    query: ['dateCreated[ge]', 'checkoutSession', 'subscription', 'externalReference', 'limit', 'offset'],
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
    request: z.strictObject({ ...checkoutFields, ...checkoutCustomer, items: z.array(CheckoutItem) }),
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
  ...invoiceCalls,
];

const event = {
  id: z.string().regex(/^evt_[0-9a-f]{32}&\d+$/),
  dateCreated: z.iso.datetime({ local: true }),
};
const DayFirst = z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/);

/** docs.asaas.com/docs/{payment-events,subscription-events,eventos-para-checkout} */
export const DocumentedEvent = z
  .record(z.string(), z.unknown())
  // Date and time separated by a space.
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
      // The page's example also has the account, like newer payment events.
      z.strictObject({ ...event, event: z.string().startsWith('INVOICE_'), invoice: Invoice }),
    ]),
  );
