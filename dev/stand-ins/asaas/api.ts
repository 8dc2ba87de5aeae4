/** The vendor's API v3, as far as a shop with card subscriptions needs it. */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { invoiceRoutes } from './api-invoices.ts';
import { bodyOf, cardIn, known, knownCustomer, page } from './api-parts.ts';
import { paymentRoutes } from './api-payments.ts';
import { addCustomer, type Checkouts } from './checkouts.ts';
import { shownSubscription } from './events.ts';
import {
  inspectCard,
  inspectCheckout,
  inspectCustomer,
  inspectCustomerChange,
  inspectSubscription,
  inspectSubscriptionChange,
  inspectWebhook,
  maskTaxId,
} from './inspect.ts';
import type { Invoices } from './invoices.ts';
import type { Ledger } from './ledger.ts';
import type { Checkout, Customer, Subscription } from './objects.ts';
import { type Body, refuse } from './refusal.ts';
import type { AsaasStore, WebhookConfig } from './state.ts';

export interface ApiOptions {
  readonly store: AsaasStore;
  readonly ledger: Ledger;
  readonly checkouts: Checkouts;
  readonly invoices: Invoices;
  readonly apiKey: string;
  readonly now: () => number;
}

export function apiRoutes({ store, ledger, checkouts, invoices, apiKey, now }: ApiOptions): Hono {
  const { state } = store;
  const api = new Hono();

  api.use('/v3/*', async (c, next) => {
    const hasBody = Number(c.req.header('content-length') ?? 0) > 0 || c.req.header('transfer-encoding');
    if (c.req.method === 'GET' && hasBody) return c.html('<h1>403 Forbidden</h1>', 403);
    if (c.req.header('access_token') !== apiKey) {
      refuse('invalid_access_token', 'A chave de API fornecida é inválida', 401);
    }
    return next();
  });

  const customerOf = (id: unknown): Customer => knownCustomer(store, id);

  /** The vendor returns the whole CPF or CNPJ; after a restart the stand-in only has the masked one. */
  const shownCustomer = (customer: Customer): Customer => ({
    ...customer,
    cpfCnpj: store.taxIds.get(customer.id) ?? customer.cpfCnpj,
  });

  api.post('/v3/customers', async (c) => {
    return c.json(shownCustomer(addCustomer(store, inspectCustomer(await bodyOf(c)), now())));
  });
  api.get('/v3/customers', (c) => {
    const found = page(c, state.customers, ['externalReference', 'email']);
    return c.json({ ...found, data: found.data.map(shownCustomer) });
  });
  api.get('/v3/customers/:id', (c) => c.json(shownCustomer(known(state.customers, c.req.param('id')))));
  api.on(['PUT', 'POST'], '/v3/customers/:id', async (c) => {
    const customer = known(state.customers, c.req.param('id'));
    const { cpfCnpj, ...fields } = inspectCustomerChange(await bodyOf(c));
    Object.assign(customer, fields);
    if (cpfCnpj !== undefined) {
      store.taxIds.set(customer.id, cpfCnpj);
      customer.cpfCnpj = maskTaxId(cpfCnpj);
      customer.personType = cpfCnpj.length === 11 ? 'FISICA' : 'JURIDICA';
    }
    store.save();
    return c.json(shownCustomer(customer));
  });

  api.post('/v3/creditCard/tokenizeCreditCard', async (c) => {
    const body = await bodyOf(c);
    const customer = customerOf(body['customer']);
    const { token, lastFour, brand } = ledger.issueToken(customer.id, inspectCard(body, now()));
    return c.json({ creditCardNumber: lastFour, creditCardBrand: brand, creditCardToken: token });
  });

  api.post('/v3/subscriptions', async (c) => {
    const body = await bodyOf(c);
    const customer = customerOf(body['customer']);
    const subscription = ledger.openSubscription(customer.id, inspectSubscription(body, now()));
    return c.json(shownSubscription(subscription));
  });
  api.get('/v3/subscriptions', (c) => {
    const found = page(c, state.subscriptions, ['externalReference', 'customer', 'status', 'billingType']);
    return c.json({ ...found, data: found.data.map(shownSubscription) });
  });
  api.get('/v3/subscriptions/:id', (c) =>
    c.json(shownSubscription(ledger.subscriptionOf(c.req.param('id')))),
  );
  api.get('/v3/subscriptions/:id/payments', (c) => {
    const { id } = ledger.subscriptionOf(c.req.param('id'));
    const payments = state.payments.filter((each) => each.subscription === id);
    return c.json(page(c, payments, ['status']));
  });
  api.put('/v3/subscriptions/:id', async (c) => {
    const subscription = ledger.subscriptionOf(c.req.param('id'));
    updateSubscription(subscription, await bodyOf(c));
    store.save();
    return c.json(shownSubscription(subscription));
  });
  api.delete('/v3/subscriptions/:id', (c) => {
    ledger.removeSubscription(c.req.param('id'));
    return c.json({ deleted: true, id: c.req.param('id') });
  });
  api.put('/v3/subscriptions/:id/creditCard', async (c) => {
    const subscription = ledger.subscriptionOf(c.req.param('id'));
    // The new card reaches the next payment, which the vendor has made weeks before its due date.
    ledger.generateAhead();
    ledger.setCard(
      subscription.id,
      cardIn(ledger, await bodyOf(c), subscription.customer, { now: now(), needsAddress: true }),
    );
    return c.json(shownSubscription(subscription));
  });

  api.route('/', paymentRoutes({ store, ledger, now }));
  api.route('/', invoiceRoutes(store, invoices));

  api.post('/v3/checkouts', async (c) => {
    const fields = inspectCheckout(await bodyOf(c), now());
    if (fields.customer !== null) customerOf(fields.customer);
    const checkout = checkouts.open(fields);
    return c.json(shownCheckout(checkout));
  });
  api.post('/v3/checkouts/:id/cancel', (c) => c.json(shownCheckout(checkouts.cancel(c.req.param('id')))));

  api.post('/v3/webhooks', async (c) => {
    if (state.webhooks.length >= WEBHOOKS_MAX) refuse('invalid_action', 'Limite de webhooks atingido.');
    const webhook = { id: randomUUID(), ...inspectWebhook(await bodyOf(c)) };
    state.webhooks.push(webhook);
    store.save();
    return c.json(shownWebhook(webhook));
  });
  api.get('/v3/webhooks', (c) => {
    const data = state.webhooks.map(shownWebhook);
    return c.json({ object: 'list', hasMore: false, totalCount: data.length, limit: 100, offset: 0, data });
  });
  api.put('/v3/webhooks/:id', async (c) => {
    const webhook = state.webhooks.find((each) => each.id === c.req.param('id'));
    if (webhook === undefined) refuse('invalid_object', 'Webhook não encontrado.', 404);
    Object.assign(webhook, inspectWebhook({ ...webhook, ...(await bodyOf(c)) }));
    store.save();
    return c.json(shownWebhook(webhook));
  });

  /** A new value applies to payments not yet generated; to the pending one only with `updatePendingPayments`. */
  function updateSubscription(subscription: Subscription, body: Body): void {
    const change = inspectSubscriptionChange(subscription, body, now());
    const isSuspended = change.status === 'INACTIVE' && subscription.status === 'ACTIVE';
    Object.assign(subscription, change);
    ledger.sendSubscription(isSuspended ? 'SUBSCRIPTION_INACTIVATED' : 'SUBSCRIPTION_UPDATED', subscription);
    if (body['updatePendingPayments'] !== true) return;
    for (const payment of state.payments) {
      if (payment.subscription === subscription.id && payment.status === 'PENDING') {
        payment.value = subscription.value;
      }
    }
  }

  return api;
}

/** The vendor's maximum per account. */
const WEBHOOKS_MAX = 10;

/** A webhook's token is never returned. */
function shownWebhook({ authToken, ...webhook }: WebhookConfig) {
  return { ...webhook, hasAuthToken: authToken !== null };
}

function shownCheckout({ expiresAt: _, customer: __, ...checkout }: Checkout) {
  return checkout;
}
