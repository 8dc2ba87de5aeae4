/// <reference types="@cloudflare/vitest-plugin/types" />
/** Selling where the card is typed on the processor's page: one charge, one page, and a name given back in time. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { checkoutEndpoint } from '#domain/contracts/checkout.ts';
import type { Deps } from '#functions/compose.ts';
import type { Env } from '#functions/env.ts';
import { provisioningJobs } from '#functions/provisioning/jobs.ts';
import worker from '#functions/worker.ts';
import { newHostedOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-door.ts';
import {
  at,
  call,
  calmServices,
  chargesOf,
  confirmPayment,
  depsAt,
  env,
  newKey,
  noFaults,
  orderRow,
  sendEvent,
  sendOrder,
  setFaults,
  stateOf,
  statusOf,
} from './support.ts';

const hostedEnv = { ...env, PAYMENT_CARD_ENTRY: 'hosted' } as Env;
const HOUR_MS = 3_600_000;
let calls = 0;

/** Other tests leave orders behind that a sweep would look at first. */
beforeEach(async () => {
  await calmServices();
  await env.DB.prepare("UPDATE orders SET released_at = 1 WHERE status <> 'CONCLUIDO'").run();
});

/** Sends an order to a Worker whose operator lets the card be typed on the processor's page. */
async function sendHosted(token: string, body: unknown, key: string = newKey()): Promise<Response> {
  calls += 1;
  const request = new Request(`${at.siteUrl}${checkoutEndpoint}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': key,
      'Content-Type': 'application/json',
      // Each call from an address of its own: the limits have a test to themselves.
      'CF-Connecting-IP': `198.19.${calls}.1`,
    },
    body: JSON.stringify(body),
  }) as Request<unknown, IncomingRequestCfProperties>;
  const context = createExecutionContext();
  const answer = await worker.fetch(request, hostedEnv, context);
  await waitOnExecutionContext(context);
  return answer;
}

interface Waiting {
  readonly token: string;
  readonly subject: string;
  readonly order: ReturnType<typeof newHostedOrder>;
  readonly orderId: string;
  readonly paymentUrl: string;
  readonly paymentId: string;
}

/** Somebody whose order waits on the processor's page. */
async function waitingOrder(): Promise<Waiting> {
  const { token, subject } = await signUp();
  const order = newHostedOrder();
  const { paymentUrl } = await (await sendHosted(token, order)).json<{ paymentUrl: string }>();
  const orderId = String((await orderRow(subject))['id']);
  const { payments } = await chargesOf(orderId);
  return { token, subject, order, orderId, paymentUrl, paymentId: payments[0]?.id ?? '' };
}

/** Types a card on the processor's page. */
const payOn = (paymentUrl: string): Promise<Response> =>
  fetch(paymentUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ nome: 'ANA', numero: '4111111111111111', validade: '12/40', cvv: '123' }),
  });

const sweepAt = (aheadMs: number, change: Partial<Deps> = {}): Promise<void> =>
  provisioningJobs.sweep({ ...depsAt(aheadMs), ...change });

async function detailsOf(orderId: string, kind: string): Promise<unknown[]> {
  const { results } = await env.DB.prepare('SELECT detail FROM events WHERE order_id = ? AND kind = ?')
    .bind(orderId, kind)
    .all();
  return results.map(({ detail }) => detail);
}

test('a page learns where the card is typed, without signing in', async () => {
  expect(await (await call(checkoutEndpoint)).json()).toEqual({ cardEntry: 'form' });
  const request = new Request(`${at.siteUrl}${checkoutEndpoint}`) as Request<
    unknown,
    IncomingRequestCfProperties
  >;
  const answer = await worker.fetch(request, hostedEnv, createExecutionContext());
  expect(await answer.json()).toEqual({ cardEntry: 'hosted' });
});

test('an order without a card waits on the page of the processor, and comes back to its own page', async () => {
  const { token, subject } = await signUp();
  const order = newHostedOrder({ plano: 'pro', ciclo: 'yearly' });
  const answer = await sendHosted(token, order);

  expect(answer.status).toBe(200);
  const body = await answer.json<{ paymentUrl: string }>();
  expect(body).toEqual({
    cliente: { subdominio: order.subdominio },
    paymentUrl: expect.stringContaining(`${at.asaasUrl}/i/`),
  });
  expect(await orderRow(subject)).toMatchObject({ payment: 'pending', card_entry: 'hosted' });
  expect(await statusOf(token)).toMatchObject({
    provisionamentoStatus: 'AGUARDANDO',
    tenant: order.subdominio,
    paymentUrl: body.paymentUrl,
  });
  const { subscriptions, customers } = await stateOf<{
    subscriptions: { callback: unknown; creditCardToken: unknown; value: number }[];
    customers: { externalReference: string; mobilePhone: string; postalCode: string }[];
  }>(at.asaasUrl);
  expect(subscriptions.at(-1)).toMatchObject({
    callback: {
      successUrl: `${at.siteUrl}/provisionamento?tenant=${order.subdominio}&plan=pro&cycle=yearly`,
    },
    creditCardToken: null,
    value: 1069,
  });
  expect(customers.find((each) => each.externalReference === subject)).toMatchObject({
    mobilePhone: order.cardHolder.phone,
    postalCode: order.billingAddress.cep,
  });
});

test('paid on that page, the environment is made', async () => {
  const { token, paymentUrl, paymentId } = await waitingOrder();
  expect((await payOn(paymentUrl)).status).toBe(303);
  await sendEvent(newKey(), 'PAYMENT_CONFIRMED', paymentId);

  await expect
    .poll(async () => (await statusOf(token))['provisionamentoStatus'])
    .toMatch(/EM_ANDAMENTO|CONCLUIDO/);
  expect(await statusOf(token)).not.toHaveProperty('paymentUrl');
});

test('pressed again, with the same key or another, it leads to the same page of the same charge', async () => {
  const { token } = await signUp();
  const [order, key] = [newHostedOrder(), newKey()];
  const pages = new Set<unknown>();
  for (const again of [key, key, newKey()]) {
    pages.add((await (await sendHosted(token, order, again)).json<{ paymentUrl: string }>()).paymentUrl);
  }
  expect(pages.size).toBe(1);
});

test('a lost answer is unclear; pressing again finds the one charge and its page', async () => {
  const { token, subject } = await signUp();
  const order = newHostedOrder();
  await setFaults(at.asaasUrl, { loseAnswers: 1, losePath: '/v3/subscriptions' });
  const lost = await sendHosted(token, order);
  expect(await lost.json()).toMatchObject({ code: 'payment-unclear' });

  await setFaults(at.asaasUrl, noFaults);
  const found = await sendHosted(token, order);
  expect(await found.json()).toMatchObject({ paymentUrl: expect.stringContaining('/i/') });
  const { subscriptions } = await chargesOf(String((await orderRow(subject))['id']));
  expect(subscriptions).toHaveLength(1);
});

test('a charge whose page cannot be read yet is unclear; pressing again finds it', async () => {
  const { token, subject } = await signUp();
  const order = newHostedOrder();
  // The subscription is made and told; only the list of its payments does not come.
  await setFaults(at.asaasUrl, { loseAnswers: 1, losePath: '/v3/subscriptions/' });
  expect(await (await sendHosted(token, order)).json()).toMatchObject({ code: 'payment-unclear' });

  await setFaults(at.asaasUrl, noFaults);
  const again = await sendHosted(token, order);
  expect(await again.json()).toMatchObject({ paymentUrl: expect.stringContaining('/i/') });
  expect((await chargesOf(String((await orderRow(subject))['id']))).subscriptions).toHaveLength(1);
});

test('a body made for the other way of paying is told clearly, and nothing is done with it', async () => {
  const { token } = await signUp();
  const answers = [await sendHosted(token, newPaidOrder()), await sendOrder(token, newHostedOrder())];
  for (const answer of answers) {
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: 'card-entry-changed',
      error: expect.stringContaining('Recarregue a página'),
    });
  }
  expect(await statusOf(token)).not.toHaveProperty('tenant');
});

test('the phone is asked for without a card too', async () => {
  const { token } = await signUp();
  const order = newHostedOrder();
  const { phone: _, ...cardHolder } = order.cardHolder;
  const answer = await sendHosted(token, { ...order, cardHolder: { ...cardHolder, phone: '11' } });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ fields: { 'cardHolder.phone': expect.any(String) } });
});

test('a free order needs no page', async () => {
  const { token } = await signUp();
  const { plano: _, cardHolder, billingAddress, ...order } = newHostedOrder();
  const answer = await sendHosted(token, { ...order, plano: 'free', pagamento: 'gratuito' });
  expect(await answer.json()).toEqual({ cliente: { subdominio: order.subdominio } });
});

test('the name is held for a day; then the charge is removed and the name is free', async () => {
  const { token, order, orderId, paymentUrl } = await waitingOrder();
  await sweepAt(23 * HOUR_MS);
  expect(await statusOf(token)).toMatchObject({ tenant: order.subdominio });

  await sweepAt(25 * HOUR_MS);
  expect((await chargesOf(orderId)).subscriptions).toMatchObject([{ deleted: true }]);
  expect((await payOn(paymentUrl)).status).toBe(400);
  expect(await statusOf(token)).not.toHaveProperty('tenant');
  expect(await detailsOf(orderId, 'order-expired')).toHaveLength(1);

  const { token: another } = await signUp();
  const taken = await sendHosted(another, newHostedOrder({ subdominio: order.subdominio }));
  expect(taken.status).toBe(200);
});

test('while the charge cannot be removed, the name stays held', async () => {
  const { token, order, orderId } = await waitingOrder();
  await setFaults(at.asaasUrl, { down: true });
  await sweepAt(25 * HOUR_MS);
  expect(await statusOf(token)).toMatchObject({ tenant: order.subdominio });

  await setFaults(at.asaasUrl, noFaults);
  await sweepAt(26 * HOUR_MS);
  expect(await statusOf(token)).not.toHaveProperty('tenant');
  expect((await chargesOf(orderId)).subscriptions).toMatchObject([{ deleted: true }]);
});

test('paid in the last moment, before anybody was told: it counts', async () => {
  const { token, orderId, paymentUrl } = await waitingOrder();
  await payOn(paymentUrl);
  await sweepAt(25 * HOUR_MS);
  expect(await statusOf(token)).toMatchObject({
    provisionamentoStatus: expect.stringMatching(/EM_ANDAMENTO|CONCLUIDO/),
  });
  expect((await chargesOf(orderId)).subscriptions).toMatchObject([{ deleted: false }]);
});

test('paid between the last look and the removal: nothing renews, and an operator is told to refund it', async () => {
  const { token, orderId, paymentId } = await waitingOrder();
  const deps = depsAt(25 * HOUR_MS);
  await sweepAt(25 * HOUR_MS, {
    payments: {
      ...deps.payments,
      cancelSubscription: async (id) => {
        await confirmPayment(paymentId);
        await deps.payments.cancelSubscription(id);
      },
    },
  });
  expect(await detailsOf(orderId, 'late-payment')).toEqual([paymentId]);
  expect(await detailsOf(orderId, 'operator-notice')).toEqual([`late-payment ${paymentId}`]);
  expect((await chargesOf(orderId)).subscriptions).toMatchObject([{ deleted: true }]);
  expect(await statusOf(token)).not.toHaveProperty('tenant');
});

test('coming back for another plan removes the old charge and opens the page of the new one', async () => {
  const { token, order, orderId, paymentUrl } = await waitingOrder();
  const answer = await sendHosted(token, { ...order, plano: 'enterprise', ciclo: 'monthly' });
  const { paymentUrl: newUrl } = await answer.json<{ paymentUrl: string }>();

  expect(newUrl).not.toBe(paymentUrl);
  const { subscriptions, payments } = await chargesOf(orderId);
  expect(subscriptions.filter((each) => !each.deleted)).toMatchObject([{ value: 299 }]);
  expect(payments).toHaveLength(2);
  expect((await payOn(paymentUrl)).status).toBe(400);
  expect((await payOn(newUrl)).status).toBe(303);
});

test('coming back for another plan after paying: the paid order goes on', async () => {
  const { token, order, paymentUrl } = await waitingOrder();
  await payOn(paymentUrl);
  const answer = await sendHosted(token, { ...order, plano: 'enterprise' });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    code: 'order-open',
    details: { redirect: '/provisionamento' },
  });
});

test('after the operator switched back, an order that waits is still paid where it waits', async () => {
  const { token, order, paymentUrl } = await waitingOrder();
  const { subdominio, plano, ciclo } = order;
  const answer = await sendOrder(token, newPaidOrder({ subdominio, plano, ciclo }));
  expect(await answer.json()).toMatchObject({ paymentUrl });
});

test('neither CPF nor phone is in any row of the database', async () => {
  const { order } = await waitingOrder();
  const tables = ['orders', 'idempotency', 'events', 'webhook_events', 'outbox'];
  const rows = await Promise.all(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`).all()));
  const everything = JSON.stringify(rows.map(({ results }) => results));
  for (const secret of Object.values(order.cardHolder)) expect(everything).not.toContain(secret);
});
