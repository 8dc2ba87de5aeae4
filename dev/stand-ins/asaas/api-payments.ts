/** The API's payments: create single charges; list, read, pay, refund and remove all. */
import { Hono } from 'hono';
import { bodyOf, cardIn, knownCustomer, page } from './api-parts.ts';
import { inspectCharge } from './inspect.ts';
import type { Ledger } from './ledger.ts';
import { isBody, refuse } from './refusal.ts';
import type { AsaasStore } from './state.ts';

export interface PaymentRoutesOptions {
  readonly store: AsaasStore;
  readonly ledger: Ledger;
  readonly now: () => number;
}

export function paymentRoutes({ store, ledger, now }: PaymentRoutesOptions): Hono {
  const { state } = store;
  const api = new Hono();

  function refuseDeclined(): void {
    if (state.settings.declinesCharges) {
      refuse('invalid_creditCard', 'Transação não autorizada. Verifique os dados do cartão de crédito.');
    }
  }

  api.post('/v3/payments', async (c) => {
    const body = await bodyOf(c);
    const customer = knownCustomer(store, body['customer']).id;
    const fields = inspectCharge(body, now());
    const hasCard = isBody(body['creditCard']) || body['creditCardToken'] !== undefined;
    // A refused card leaves no charge: docs.asaas.com/docs/cobrancas-via-cartao-de-credito
    const card = hasCard ? cardIn(ledger, body, customer, { now: now(), needsAddress: true }) : null;
    if (card !== null) refuseDeclined();
    return c.json(ledger.openCharge(customer, fields, card));
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
  api.post('/v3/payments/:id/refund', async (c) => {
    const body: unknown = await c.req.json().catch(() => ({}));
    const { value, description } = isBody(body) ? body : {};
    if (value !== undefined && typeof value !== 'number')
      refuse('invalid_value', 'O valor informado é inválido.');
    const why = typeof description === 'string' ? description : null;
    return c.json(ledger.refundPayment(c.req.param('id'), value, why));
  });
  api.post('/v3/payments/:id/payWithCreditCard', async (c) => {
    const payment = ledger.paymentOf(c.req.param('id'));
    refuseDeclined();
    const card = cardIn(ledger, await bodyOf(c), payment.customer, { now: now(), needsAddress: false });
    return c.json(ledger.confirm(payment.id, card));
  });
  return api;
}
