/** The vendor's API v3, as far as a shop with card subscriptions needs it. */
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { addCustomer, type Checkouts } from './checkouts.ts';
import { dateAt, isCycle } from './dates.ts';
import {
  inspectCard,
  inspectCustomer,
  inspectDueDate,
  inspectRemoteIp,
  inspectSubscription,
  inspectValue,
  maskTaxId,
} from './inspect.ts';
import { inspectCheckout, inspectWebhook } from './inspect-checkout.ts';
import { type Ledger, shownSubscription } from './ledger.ts';
import { type Body, Inspection, isBody, refuse } from './refusal.ts';
import type { AsaasStore, Checkout, Customer, Subscription, WebhookConfig } from './state.ts';

export interface ApiOptions {
  readonly store: AsaasStore;
  readonly ledger: Ledger;
  readonly checkouts: Checkouts;
  readonly apiKey: string;
  readonly now: () => number;
}

export function apiRoutes({ store, ledger, checkouts, apiKey, now }: ApiOptions): Hono {
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

  function customerOf(id: unknown): Customer {
    const customer = state.customers.find((each) => each.id === id && !each.deleted);
    return customer ?? refuse('invalid_customer', 'Customer inválido ou não informado.');
  }

  api.post('/v3/customers', async (c) => {
    return c.json(addCustomer(store, inspectCustomer(await bodyOf(c), false), now()));
  });
  api.get('/v3/customers', (c) => c.json(page(c, state.customers, ['externalReference', 'email'])));
  api.get('/v3/customers/:id', (c) => c.json(known(state.customers, c.req.param('id'))));
  api.on(['PUT', 'POST'], '/v3/customers/:id', async (c) => {
    const customer = known(state.customers, c.req.param('id'));
    const { cpfCnpj, ...fields } = inspectCustomer(await bodyOf(c), true);
    Object.assign(customer, fields);
    if (cpfCnpj !== undefined) {
      customer.cpfCnpj = maskTaxId(cpfCnpj);
      customer.personType = cpfCnpj.length === 11 ? 'FISICA' : 'JURIDICA';
    }
    store.save();
    return c.json(customer);
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
    ledger.holdCard(subscription.id, cardIn(await bodyOf(c), subscription.customer, true));
    return c.json(shownSubscription(subscription));
  });

  api.get('/v3/payments', (c) => {
    const since = c.req.query('dateCreated[ge]') ?? '';
    const payments = state.payments.filter((each) => each.dateCreated >= since);
    const filters = ['subscription', 'externalReference', 'customer', 'status', 'checkoutSession'];
    return c.json(page(c, payments, filters));
  });
  api.get('/v3/payments/:id', (c) => c.json(ledger.paymentOf(c.req.param('id'))));
  api.delete('/v3/payments/:id', (c) => {
    const { id } = ledger.removePayment(c.req.param('id'));
    return c.json({ deleted: true, id });
  });
  api.post('/v3/payments/:id/refund', (c) => c.json(ledger.refundPayment(c.req.param('id'))));
  api.post('/v3/payments/:id/payWithCreditCard', async (c) => {
    const payment = ledger.paymentOf(c.req.param('id'));
    if (state.settings.declinesCharges === true) {
      refuse('invalid_creditCard', 'Transação não autorizada. Verifique os dados do cartão de crédito.');
    }
    return c.json(ledger.confirm(payment.id, cardIn(await bodyOf(c), payment.customer, false)));
  });

  api.post('/v3/checkouts', async (c) => {
    const checkout = checkouts.open(inspectCheckout(await bodyOf(c), dateAt(now())));
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

  /**
   * A token of this customer, or a card presented right now. To replace a card the payer's address goes along with a
   * token too; to pay with one the token alone was seen to do.
   */
  function cardIn(body: Body, customer: string, needsAddress: boolean) {
    if (isBody(body['creditCard'])) return ledger.issueToken(customer, inspectCard(body, now()));
    const inspection = new Inspection();
    const token = inspection.text(body, 'creditCardToken');
    if (needsAddress) inspectRemoteIp(inspection, body);
    inspection.conclude();
    return ledger.tokenOf(token ?? '', customer);
  }

  /** A new value reaches payments not yet generated; the pending one only with `updatePendingPayments`. */
  function updateSubscription(subscription: Subscription, body: Body): void {
    const inspection = new Inspection();
    const change: Partial<Subscription> = {};
    if (body['value'] !== undefined) {
      change.value = inspectValue(inspection, body, subscription.billingType === 'CREDIT_CARD');
    }
    if (body['cycle'] !== undefined) {
      if (isCycle(body['cycle'])) change.cycle = body['cycle'];
      else inspection.complain('invalid_cycle', 'O campo cycle é inválido.');
    }
    if (body['nextDueDate'] !== undefined) change.nextDueDate = inspectDueDate(inspection, body, now());
    if (body['description'] !== undefined) change.description = inspection.text(body, 'description', true);
    if (body['status'] === 'ACTIVE' || body['status'] === 'INACTIVE') change.status = body['status'];
    else if (body['status'] !== undefined)
      inspection.complain('invalid_status', 'O campo status é inválido.');
    const isResumed = change.status === 'ACTIVE' && subscription.status === 'INACTIVE';
    if (isResumed && change.nextDueDate === undefined) inspection.text({}, 'nextDueDate');
    inspection.conclude();

    const isSuspended = change.status === 'INACTIVE' && subscription.status === 'ACTIVE';
    Object.assign(subscription, change);
    ledger.tellSubscription(isSuspended ? 'SUBSCRIPTION_INACTIVATED' : 'SUBSCRIPTION_UPDATED', subscription);
    if (body['updatePendingPayments'] === true) {
      for (const payment of state.payments) {
        if (payment.subscription === subscription.id && payment.status === 'PENDING') {
          payment.value = subscription.value;
        }
      }
    }
  }

  return api;
}

async function bodyOf(c: Context): Promise<Body> {
  const body: unknown = await c.req.json().catch(() => null);
  return isBody(body) ? body : refuse('invalid_action', 'O corpo da requisição não é um JSON válido.');
}

function known<T extends { id: string; deleted: boolean }>(list: readonly T[], id: string): T {
  return (
    list.find((each) => each.id === id && !each.deleted) ?? refuse('invalid_object', 'Não encontrado.', 404)
  );
}

/** How many the vendor takes per account. */
const WEBHOOKS_MAX = 10;

/** The token of a webhook is written, never read. */
function shownWebhook({ authToken, ...webhook }: WebhookConfig) {
  return { ...webhook, hasAuthToken: authToken !== null };
}

function shownCheckout({ expiresAt: _, ...checkout }: Checkout) {
  return checkout;
}

/** The list shape of v3: filters by equality, newest first, removed ones left out unless asked for. */
function page<T extends { deleted: boolean }>(c: Context, list: readonly T[], filters: readonly string[]) {
  const limit = Math.min(Math.max(Number(c.req.query('limit') ?? 10), 1), 100);
  const offset = Math.max(Number(c.req.query('offset') ?? 0), 0);
  const matches = list.filter((each) => {
    if (each.deleted && c.req.query('includeDeleted') !== 'true') return false;
    return filters.every((field) => {
      const wanted = c.req.query(field);
      return wanted === undefined || (each as Record<string, unknown>)[field] === wanted;
    });
  });
  const data = matches.toReversed().slice(offset, offset + limit);
  const hasMore = offset + data.length < matches.length;
  return { object: 'list', hasMore, totalCount: matches.length, limit, offset, data };
}
