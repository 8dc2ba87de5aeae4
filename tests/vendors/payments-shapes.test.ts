/**
 * Both sides compared with the vendor's documentation: the adapters' requests, and the stand-in's responses and events.
 *
 * Plays one customer's whole story and checks every exchange against `payments-vendor.ts`.
 */
import { expect, test } from 'vitest';
import { createAsaasInvoices } from '#functions/vendors/asaas/invoices.ts';
import { createAsaasProcessor } from '#functions/vendors/asaas/processor.ts';
import { createAsaasWebhooks } from '#functions/vendors/asaas/webhooks.ts';
import {
  API_KEY,
  access,
  card,
  openBench,
  order,
  payer,
  press,
  TODAY,
  WEBHOOK_TOKEN,
} from './payments-setup.ts';
import { type DocumentedCall, DocumentedEvent, documentedCalls } from './payments-vendor.ts';

interface Exchange {
  readonly call: string;
  readonly query: readonly string[];
  readonly request: unknown;
  readonly answer: unknown;
  readonly headers: Headers;
}

const idIn = /^(\/v3\/(?:customers|subscriptions|payments|checkouts|webhooks|invoices)\/)[^/]+/;

/** Plays everything that the shop does at the processor, and records the exchanges. */
async function playStory() {
  const bench = await openBench();
  const exchanges: Exchange[] = [];
  const at = {
    ...access,
    fetch: async (input: string, init: RequestInit) => {
      const url = new URL(input);
      const response = await bench.fetch(input, init);
      exchanges.push({
        call: `${init.method} ${url.pathname.replace(idIn, '$1{id}')}`,
        query: [...url.searchParams.keys()],
        request: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        answer: await response.clone().json(),
        headers: new Headers(init.headers),
      });
      return response;
    },
  };
  const gateway = createAsaasProcessor(at);
  const notes = createAsaasInvoices(at);
  const webhooks = createAsaasWebhooks(at);
  const target = { url: 'https://vigia.example/api/webhooks/asaas', token: WEBHOOK_TOKEN };
  await webhooks.ensure({ ...target, email: 'suporte@vigia.example' });
  await webhooks.ensure({ ...target, email: 'financeiro@vigia.example' });

  const customerId = await gateway.ensureCustomer({ ...payer, complement: 'Sala 201' });
  await gateway.ensureCustomer({ ...payer, phone: '1132654321' });
  const { subscriptionId, payments } = await gateway.openSubscription(customerId, payer, card, order);
  const first = payments[0]?.paymentId ?? '';
  await gateway.findSubscription(order.orderId);
  await press(bench, `payments/${first}/confirm`);
  await gateway.readPayment(first);

  const price = {
    amountCentavos: 29_900,
    cycle: 'monthly',
    description: 'Vigia',
    updatesPending: true,
  } as const;
  await gateway.changeSubscription(subscriptionId, price);
  await gateway.replaceCard({ subscriptionId, customerId }, payer, card, order.remoteIp);
  const renewal = String((await press(bench, `subscriptions/${subscriptionId}/renew`))['id']);
  await press(bench, `payments/${renewal}/overdue`);
  await gateway.chargeAgain({ paymentId: renewal, subscriptionId });
  await press(bench, `payments/${renewal}/dispute`);
  await press(bench, `payments/${renewal}/win`);
  const difference = { reference: 'difference-1', amountCentavos: 12_000, dueDate: TODAY };
  const charge = { ...difference, description: 'Diferença', returnUrl: 'https://vigia.example/upgrade' };
  const { remoteIp } = order;
  await gateway.openCharge(customerId, charge, { from: 'page' });
  const paid = await gateway.openCharge(customerId, charge, { from: 'form', payer, card, remoteIp });
  await gateway.openCharge(customerId, charge, { from: 'subscription', subscriptionId, remoteIp });
  await gateway.findCharge(charge.reference);
  await gateway.readTaxId(customerId);
  await press(bench, `payments/${paid.paymentId}/confirm`);
  await press(bench, `payments/${paid.paymentId}/lose`);
  await gateway.readPayment(paid.paymentId);
  const { noteId } = await notes.issueNote(
    { paymentId: first, amountCentavos: 9_900, description: 'Pro', observations: 'PO 7', day: TODAY },
    {
      serviceCode: '1.07',
      serviceName: 'Suporte',
      retainIss: false,
      iss: 2,
      pis: 0,
      cofins: 0,
      csll: 0,
      inss: 0,
      ir: 0,
    },
  );
  await notes.findNote(first);
  await press(bench, `invoices/${noteId}/fail`);
  await notes.repeatNote(noteId);
  await notes.cancelNote(noteId);
  await notes.readNote(noteId);
  await gateway.refund(first, 'Arrependimento em 7 dias');
  const withdrawn = await press(bench, `subscriptions/${subscriptionId}/renew`);
  await gateway.removeCharge(String(withdrawn['id']));
  await gateway.pauseSubscription(subscriptionId);
  await gateway.resumeSubscription(subscriptionId, '2026-12-20');
  await gateway.readSubscription(subscriptionId);
  await gateway.listSubscriptionPayments(subscriptionId);
  for await (const page of gateway.listPaymentsSince(TODAY)) expect(page.length).toBeGreaterThan(0);
  await gateway.cancelSubscription(subscriptionId);

  const returnUrl = 'https://vigia.example/provisionamento?tenant=padaria&plan=pro&cycle=yearly';
  await gateway.openUnpaidSubscription(customerId, { ...order, returnUrl });
  const hosted = { reference: 'change-1', title: 'Vigia Pro', description: 'Vigia Pro (padaria)', returnUrl };
  const page = { ...hosted, amountCentavos: 9900, cycle: 'monthly', firstDueDate: TODAY } as const;
  const { pageId } = await gateway.openHostedPage({ ...page, minutesToExpire: 1440 });
  await press(bench, `checkouts/${pageId}/pay`);
  await gateway.findHostedPurchase(pageId);
  const closed = await gateway.openHostedPage({ ...page, minutesToExpire: 10, customerId });
  await gateway.closeHostedPage(closed.pageId);
  return { bench, exchanges };
}

const playing = playStory();

test.each(documentedCalls)('$call as documented ($source)', async (documented: DocumentedCall) => {
  const { exchanges } = await playing;
  const made = exchanges.filter(({ call }) => call === documented.call);
  expect(made.length, 'the story makes this call').toBeGreaterThan(0);
  for (const { query, request, answer } of made) {
    for (const name of query) expect(documented.query ?? []).toContain(name);
    if (documented.request) documented.request.parse(request);
    else expect(request).toBeUndefined();
    documented.answer.parse(answer);
  }
});

test('every call is checked against the documentation', async () => {
  const { exchanges } = await playing;
  const documented = documentedCalls.map(({ call }) => call);
  expect(exchanges.map(({ call }) => call).filter((call) => !documented.includes(call))).toEqual([]);
});

test('every call has key and User-Agent, and no unneeded body', async () => {
  const { exchanges } = await playing;
  for (const { headers, request } of exchanges) {
    expect(headers.get('access_token')).toBe(API_KEY);
    expect(headers.get('user-agent')).toBeTruthy();
    expect(headers.has('content-type')).toBe(request !== undefined);
  }
});

test('every event is as documented', async () => {
  const { bench } = await playing;
  const kinds = new Set(bench.standIn.state.events.map(({ body }) => body.event));
  for (const { body } of bench.standIn.state.events) DocumentedEvent.parse(body);
  expect([...kinds].sort()).toEqual([
    'CHECKOUT_CANCELED',
    'CHECKOUT_CREATED',
    'CHECKOUT_PAID',
    'INVOICE_AUTHORIZED',
    'INVOICE_CREATED',
    'INVOICE_ERROR',
    'INVOICE_PROCESSING_CANCELLATION',
    'INVOICE_SYNCHRONIZED',
    'PAYMENT_AWAITING_CHARGEBACK_REVERSAL',
    'PAYMENT_CHARGEBACK_DISPUTE',
    'PAYMENT_CHARGEBACK_REQUESTED',
    'PAYMENT_CONFIRMED',
    'PAYMENT_CREATED',
    'PAYMENT_DELETED',
    'PAYMENT_OVERDUE',
    'PAYMENT_REFUNDED',
    'SUBSCRIPTION_CREATED',
    'SUBSCRIPTION_DELETED',
    'SUBSCRIPTION_INACTIVATED',
    'SUBSCRIPTION_UPDATED',
  ]);
});
