/** Sales with the card typed on the processor's page: one charge, one page. */
import { beforeEach, expect, test } from 'vitest';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { startCheckout } from '#functions/checkout/start-checkout.ts';
import { reais } from '#tests/support/catalog.ts';
import { newHostedOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { callHosted, payOn, sendHosted, waitingOrder } from './checkout-hosted-support.ts';
import { checkoutOf } from './order-support.ts';
import {
  addresses,
  answerOf,
  call,
  calmServices,
  chargesOf,
  depsWith,
  newKey,
  noFaults,
  orderIdOf,
  orderRow,
  sendEvent,
  sendOrder,
  setFaults,
  stateOf,
  statusOf,
  textOf,
} from './support.ts';

beforeEach(calmServices);

test('visitors can read which card entry mode is on', async () => {
  expect(await (await call(checkoutEndpoint)).json()).toEqual({ cardEntry: 'form', challenge: false });
  expect(await (await callHosted(checkoutEndpoint)).json()).toEqual({
    cardEntry: 'hosted',
    challenge: false,
  });
});

test('an order without a card waits on the processor’s page and returns', async () => {
  const { token, subject } = await signUp();
  const order = newHostedOrder({ plano: 'pro', ciclo: 'yearly' });
  const answer = await sendHosted(token, order);

  expect(answer.status).toBe(200);
  const body = await answer.json<{ paymentUrl: string }>();
  expect(body).toEqual({
    cliente: { subdominio: order.subdominio },
    paymentUrl: expect.stringContaining(`${addresses.asaasUrl}/i/`),
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
  }>(addresses.asaasUrl);
  expect(subscriptions.at(-1)).toMatchObject({
    callback: {
      successUrl: `${addresses.siteUrl}/provisionamento?tenant=${order.subdominio}&plan=pro&cycle=yearly`,
    },
    creditCardToken: null,
    value: reais('pro', 'yearly'),
  });
  expect(customers.find((each) => each.externalReference === subject)).toMatchObject({
    mobilePhone: order.cardHolder.phone,
    postalCode: order.billingAddress.cep,
  });
});

test('once paid there, the environment is created', async () => {
  const { token, paymentUrl, paymentId } = await waitingOrder();
  expect((await payOn(paymentUrl)).status).toBe(303);
  await sendEvent(newKey(), 'PAYMENT_CONFIRMED', paymentId);

  await expect
    .poll(async () => (await statusOf(token))['provisionamentoStatus'])
    .toMatch(/EM_ANDAMENTO|CONCLUIDO/);
  expect(await statusOf(token)).not.toHaveProperty('paymentUrl');
});

test('repeated with any key, it returns the same page and charge', async () => {
  const { token } = await signUp();
  const [order, key] = [newHostedOrder(), newKey()];
  const pages = new Set<unknown>();
  for (const again of [key, key, newKey()]) {
    pages.add((await (await sendHosted(token, order, again)).json<{ paymentUrl: string }>()).paymentUrl);
  }
  expect(pages.size).toBe(1);
});

test('a lost response is unclear; a retry finds charge and page', async () => {
  const { token, subject } = await signUp();
  const order = newHostedOrder();
  await setFaults(addresses.asaasUrl, { loseAnswers: 1, losePath: '/v3/subscriptions' });
  const lost = await sendHosted(token, order);
  expect(await lost.json()).toMatchObject({ code: 'payment-unclear' });

  await setFaults(addresses.asaasUrl, noFaults);
  const found = await sendHosted(token, order);
  expect(await found.json()).toMatchObject({ paymentUrl: expect.stringContaining('/i/') });
  expect((await chargesOf(await orderIdOf(subject))).subscriptions).toHaveLength(1);
});

test('a charge with an unreadable page is unclear; a retry finds it', async () => {
  const { token, subject } = await signUp();
  const order = newHostedOrder();
  // The subscription is created; only its payment list is lost.
  await setFaults(addresses.asaasUrl, { loseAnswers: 1, losePath: '/v3/subscriptions/' });
  expect(await (await sendHosted(token, order)).json()).toMatchObject({ code: 'payment-unclear' });

  await setFaults(addresses.asaasUrl, noFaults);
  const again = await sendHosted(token, order);
  expect(await again.json()).toMatchObject({ paymentUrl: expect.stringContaining('/i/') });
  expect((await chargesOf(await orderIdOf(subject))).subscriptions).toHaveLength(1);
});

test('a body for the other card entry mode is refused unread', async () => {
  const { token } = await signUp();
  const answers = [await sendHosted(token, newPaidOrder()), await sendOrder(token, newHostedOrder())];
  for (const answer of answers) {
    expect(await answerOf(answer)).toMatchObject({
      status: 422,
      code: 'card-entry-changed',
      error: expect.stringContaining('Recarregue a página'),
    });
  }
  expect(await statusOf(token)).not.toHaveProperty('tenant');
});

test('the phone is required without a card too', async () => {
  const { token } = await signUp();
  const order = newHostedOrder();
  const { phone: _, ...cardHolder } = order.cardHolder;
  const answer = await sendHosted(token, { ...order, cardHolder: { ...cardHolder, phone: '11' } });
  expect(await answerOf(answer)).toMatchObject({
    status: 422,
    fields: { 'cardHolder.phone': expect.any(String) },
  });
});

test('a free order needs no page', async () => {
  const { token } = await signUp();
  const { plano: _, cardHolder, billingAddress, ...order } = newHostedOrder();
  const answer = await sendHosted(token, { ...order, plano: 'free', pagamento: 'gratuito' });
  expect(await answer.json()).toEqual({ cliente: { subdominio: order.subdominio } });
});

test('another plan removes the old charge and opens a new page', async () => {
  const { token, order, orderId, paymentUrl } = await waitingOrder();
  const answer = await sendHosted(token, { ...order, plano: 'enterprise', ciclo: 'monthly' });
  const { paymentUrl: newUrl } = await answer.json<{ paymentUrl: string }>();

  expect(newUrl).not.toBe(paymentUrl);
  const { subscriptions, payments } = await chargesOf(orderId);
  expect(subscriptions.filter((each) => !each.deleted)).toMatchObject([
    { value: reais('enterprise', 'monthly') },
  ]);
  expect(payments).toHaveLength(2);
  expect((await payOn(paymentUrl)).status).toBe(400);
  expect((await payOn(newUrl)).status).toBe(303);
});

test('another plan removes an old charge that is not listed yet', async () => {
  const { subject, orderId } = await waitingOrder();
  const blind = depsWith({ processor: { findSubscription: async () => null } });
  await startCheckout({ ...blind, cardEntry: 'hosted' }, checkoutOf(subject, newHostedOrder()));
  const { subscriptions } = await chargesOf(orderId);
  expect(subscriptions.map(({ deleted }) => deleted)).toEqual([true, false]);
});

test('another plan after paying: the paid order continues', async () => {
  const { token, order, paymentUrl } = await waitingOrder();
  await payOn(paymentUrl);
  const answer = await sendHosted(token, { ...order, plano: 'enterprise' });
  expect(await answerOf(answer)).toMatchObject({
    status: 409,
    code: 'order-open',
    details: { redirect: '/provisionamento' },
  });
});

test('after the operator switches back, an open page still works', async () => {
  const { token, order, paymentUrl } = await waitingOrder();
  const { subdominio, plano, ciclo } = order;
  const answer = await sendOrder(token, newPaidOrder({ subdominio, plano, ciclo }));
  expect(await answer.json()).toMatchObject({ paymentUrl });
});

test('no database row contains CPF or phone', async () => {
  const { order } = await waitingOrder();
  const everything = await textOf('orders', 'idempotency', 'events', 'webhook_events', 'outbox');
  for (const secret of Object.values(order.cardHolder)) expect(everything).not.toContain(secret);
});
