/** Checkout in workerd with a real database, against the stand-ins over HTTP. */
import { beforeEach, describe, expect, test } from 'vitest';
import { checkoutEndpoint } from '#domain/contracts/checkout.ts';
import { cardNumbers, newCard, newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
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
  runJobs,
  sendEvent,
  sendOrder,
  setFaults,
  stateOf,
  statusOf,
} from './support.ts';

beforeEach(calmServices);

/** As a lost answer leaves an order. */
const setPayment = (id: string, payment: string, unclearUntil: number) =>
  env.DB.prepare('UPDATE orders SET payment = ?, unclear_until = ?, lease_until = 0 WHERE id = ?')
    .bind(payment, unclearUntil, id)
    .run();

const errorOf = async (
  response: Response,
): Promise<{ status: number; code: string; body: Record<string, unknown> }> => {
  const body = await response.json<Record<string, unknown>>();
  return { status: response.status, code: String(body['code']), body };
};

describe('who may order', () => {
  test('a call without a token is refused', async () => {
    const response = await sendOrder('', newFreeOrder());
    expect(await errorOf(response)).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  test('a call without an Idempotency-Key is refused with 400', async () => {
    const { token } = await signUp();
    const response = await sendOrder(token, newFreeOrder(), '');
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'idempotency-key-missing' });
  });

  test('a body with wrong fields names each of them and leaves no order behind', async () => {
    const { token, subject } = await signUp();
    const order = newPaidOrder({
      subdominio: 'a--b',
      card: newCard({ number: '4111111111111112', ccv: '1' }),
    });
    const { status, body } = await errorOf(await sendOrder(token, order));
    expect(status).toBe(422);
    expect(body['fields']).toEqual({
      subdominio: 'Subdomínio não pode ter hífens consecutivos',
      'card.number': 'Número do cartão inválido',
      'card.ccv': 'CVV deve ter 3 ou 4 dígitos',
    });
    await expect(orderRow(subject)).rejects.toThrow('no order');
  });

  test('card blocks on a free order are refused', async () => {
    const { token } = await signUp();
    const response = await sendOrder(token, { ...newFreeOrder(), card: newCard() });
    expect(await errorOf(response)).toMatchObject({
      status: 422,
      body: { fields: { '*': 'Campo não esperado' } },
    });
  });

  test('accepting an old version of the terms is told, and nothing is reserved', async () => {
    const { token, subject } = await signUp();
    const response = await sendOrder(token, newFreeOrder({ termosVersao: '2020-01-01-v1' }));
    expect(await errorOf(response)).toMatchObject({ status: 409, code: 'terms-outdated' });
    await expect(orderRow(subject)).rejects.toThrow('no order');
  });
});

describe('free plan', () => {
  test('provisioning begins at once', async () => {
    const { token } = await signUp();
    const order = newFreeOrder();
    const response = await sendOrder(token, order);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ cliente: { subdominio: order.subdominio } });
    expect(await statusOf(token)).toMatchObject({
      provisionamentoStatus: 'EM_ANDAMENTO',
      tenant: order.subdominio,
      plano: 'free',
    });
  });

  test('a second subdomain while one is open is refused with the way to go', async () => {
    const { token } = await signUp();
    const first = newFreeOrder();
    await sendOrder(token, first);
    expect(await errorOf(await sendOrder(token, newFreeOrder()))).toMatchObject({
      status: 409,
      code: 'order-open',
      body: { details: { redirect: '/provisionamento', tenant: first.subdominio } },
    });
  });

  test('sending the same order under a new key continues it', async () => {
    const { token } = await signUp();
    const order = newFreeOrder();
    await sendOrder(token, order);
    expect((await sendOrder(token, order)).status).toBe(200);
  });
});

describe('paid plan', () => {
  test('Pro yearly is charged once, at the price the server computes', async () => {
    const { token, subject } = await signUp();
    const order = newPaidOrder({
      plano: 'pro',
      ciclo: 'yearly',
      cardHolder: { cpfCnpj: '12.ABC.345/01DE-35' },
    });
    const response = await sendOrder(token, order);
    expect(response.status).toBe(200);
    const row = await orderRow(subject);
    const { subscriptions, payments } = await chargesOf(String(row['id']));
    expect(subscriptions).toMatchObject([{ value: Math.round(99 * 12 * 0.9), cycle: 'YEARLY' }]);
    expect(payments).toHaveLength(1);
    expect(row).toMatchObject({ payment: 'pending', status: 'AGUARDANDO', amount_centavos: 106_900 });
  });

  test('the processor and the accepted terms have the address that the edge saw, not one that is claimed', async () => {
    const { token, subject } = await signUp();
    const headers = { 'CF-Connecting-IP': '203.0.113.50', 'X-Forwarded-For': '198.51.100.9' };
    await call(checkoutEndpoint, { token, key: newKey(), body: newPaidOrder(), headers });
    const { id, terms_address } = await orderRow(subject);
    const [subscription] = (await chargesOf(String(id))).subscriptions;
    const { tokens } = await stateOf<{ tokens: { token: string; remoteIp: string }[] }>(at.asaasUrl);
    const card = tokens.find((each) => each.token === subscription?.creditCardToken);
    expect([card?.remoteIp, terms_address]).toEqual(['203.0.113.50', '203.0.113.50']);
  });

  test('a confirmed payment starts provisioning, and five replays of its event change nothing', async () => {
    const { token, subject } = await signUp();
    await sendOrder(token, newPaidOrder());
    const { id } = await orderRow(subject);
    const [payment] = (await chargesOf(String(id))).payments;
    await confirmPayment(payment?.id ?? '');
    const eventId = `evt_${crypto.randomUUID()}`;
    for (let round = 0; round < 5; round += 1) {
      expect((await sendEvent(eventId, 'PAYMENT_CONFIRMED', payment?.id)).status).toBe(200);
    }
    await expect
      .poll(() => orderRow(subject))
      .toMatchObject({ payment: 'confirmed', status: 'EM_ANDAMENTO', attempt: 0 });
    const { results } = await env.DB.prepare(
      "SELECT kind FROM events WHERE order_id = ? AND kind = 'provisioning-began'",
    )
      .bind(id)
      .all();
    expect(results).toHaveLength(1);
    expect((await chargesOf(String(id))).subscriptions).toHaveLength(1);
  });

  test('an event is not believed: the payment is read again', async () => {
    const { token, subject } = await signUp();
    await sendOrder(token, newPaidOrder());
    const { id } = await orderRow(subject);
    const [payment] = (await chargesOf(String(id))).payments;
    await sendEvent(`evt_${crypto.randomUUID()}`, 'PAYMENT_CONFIRMED', payment?.id);
    expect(await orderRow(subject)).toMatchObject({ payment: 'pending', status: 'AGUARDANDO' });
  });

  test('the button pressed twice charges once', async () => {
    const { token, subject } = await signUp();
    const order = newPaidOrder();
    const key = newKey();
    const responses = await Promise.all([sendOrder(token, order, key), sendOrder(token, order, key)]);
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
    const { id } = await orderRow(subject);
    expect((await chargesOf(String(id))).subscriptions).toHaveLength(1);
  });

  test('two windows with keys of their own charge once', async () => {
    const { token, subject } = await signUp();
    const order = newPaidOrder();
    const responses = await Promise.all([1, 2, 3].map(() => sendOrder(token, order)));
    expect(responses.map((response) => response.status)).toContain(200);
    const { id } = await orderRow(subject);
    expect((await chargesOf(String(id))).subscriptions).toHaveLength(1);
  });

  test('a replay under the same key answers as the first time and says so', async () => {
    const { token } = await signUp();
    const order = newPaidOrder();
    const key = newKey();
    const first = await sendOrder(token, order, key);
    const again = await sendOrder(token, order, key);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect([again.status, await again.json()]).toEqual([first.status, await first.json()]);
  });

  test('the same key with another body is refused', async () => {
    const { token } = await signUp();
    const order = newPaidOrder();
    const key = newKey();
    await sendOrder(token, order, key);
    const response = await sendOrder(token, { ...order, ciclo: 'yearly' }, key);
    expect(await errorOf(response)).toMatchObject({ status: 422, code: 'idempotency-key-reused' });
  });

  test('a declined card costs nothing, and the corrected card goes through at once', async () => {
    const { token, subject } = await signUp();
    const order = newPaidOrder({ card: newCard({ number: cardNumbers.refused }) });
    const declined = await errorOf(await sendOrder(token, order));
    expect(declined).toMatchObject({ status: 402, code: 'payment-declined' });
    const { id } = await orderRow(subject);
    expect((await chargesOf(String(id))).subscriptions).toHaveLength(0);
    expect(await statusOf(token)).not.toHaveProperty('tenant');
    expect((await sendOrder(token, { ...order, card: newCard() })).status).toBe(200);
    expect((await chargesOf(String(id))).subscriptions).toHaveLength(1);
  });

  test('after a declined card another subdomain, plan and cycle may be chosen', async () => {
    const { token, subject } = await signUp();
    await sendOrder(token, newPaidOrder({ card: newCard({ number: cardNumbers.refused }) }));
    const other = newPaidOrder({ plano: 'essential', ciclo: 'yearly' });
    expect((await sendOrder(token, other)).status).toBe(200);
    expect(await orderRow(subject)).toMatchObject({ subdominio: other.subdominio, amount_centavos: 52_900 });
  });

  test('the processor down: nothing is charged, the customer is told, and trying again works', async () => {
    const { token, subject } = await signUp();
    const order = newPaidOrder();
    const key = newKey();
    await setFaults(at.asaasUrl, { down: true });
    expect(await errorOf(await sendOrder(token, order, key))).toMatchObject({ status: 503 });
    await setFaults(at.asaasUrl, noFaults);
    expect((await sendOrder(token, order, key)).status).toBe(200);
    const { id } = await orderRow(subject);
    expect((await chargesOf(String(id))).subscriptions).toHaveLength(1);
  });

  test('the answer to the charge lost: the customer is told to wait, and sending again charges once', async () => {
    const { token, subject } = await signUp();
    const order = newPaidOrder();
    const key = newKey();
    await setFaults(at.asaasUrl, { loseAnswers: 1, losePath: '/v3/subscriptions' });
    const lost = await errorOf(await sendOrder(token, order, key));
    expect(lost).toMatchObject({ status: 503, code: 'payment-unclear' });
    expect((await sendOrder(token, order, key)).status).toBe(200);
    const { id } = await orderRow(subject);
    expect((await chargesOf(String(id))).subscriptions).toHaveLength(1);
  });

  test('an unclear charge that left nothing behind is not tried again before the processor must have answered', async () => {
    const { token, subject } = await signUp();
    const order = newPaidOrder({ card: newCard({ number: cardNumbers.refused }) });
    await sendOrder(token, order);
    const id = String((await orderRow(subject))['id']);
    const corrected = { ...order, card: newCard() };
    await setPayment(id, 'unclear', Date.now() + 30_000);
    expect(await errorOf(await sendOrder(token, corrected))).toMatchObject({ code: 'payment-unclear' });
    await setPayment(id, 'unclear', Date.now() - 1);
    expect((await sendOrder(token, corrected)).status).toBe(200);
    expect((await chargesOf(id)).subscriptions).toHaveLength(1);
  });

  test('a payment confirmed while nobody was listening is found by the sweep', async () => {
    const { token, subject } = await signUp();
    await sendOrder(token, newPaidOrder());
    const { id } = await orderRow(subject);
    const [payment] = (await chargesOf(String(id))).payments;
    await confirmPayment(payment?.id ?? '');
    await runJobs(60_000);
    // The environment may be ready before the other jobs of this run are.
    const status = expect.stringMatching(/^(EM_ANDAMENTO|CONCLUIDO)$/);
    expect(await orderRow(subject)).toMatchObject({ payment: 'confirmed', status });
  });
});

test('a request that lost its lease while the processor was slow charges nothing', async () => {
  const { subject } = await signUp();
  const { orders } = depsAt(0);
  const order = newPaidOrder();
  const now = Date.now();
  await orders.reserve(
    {
      ...{
        id: crypto.randomUUID(),
        subject,
        email: null,
        emailVerified: false,
        name: null,
        subdomain: order.subdominio,
      },
      ...{
        plan: 'pro',
        cycle: 'monthly',
        amountCentavos: 9900,
        termsVersion: 'x',
        termsAddress: '127.0.0.1',
      },
    },
    now - 200_000,
  );
  const slow = await orders.findLiveBySubject(subject);
  expect(await orders.acquireLease(slow?.id ?? '', now)).toBe(true);
  const expected = { unclearUntil: now, cardEntry: 'form' } as const;
  expect(await orders.markUnclear(slow?.id ?? '', slow?.leaseUntil ?? 0, expected, now)).toBeNull();
  const quick = await orders.findLiveBySubject(subject);
  expect(await orders.markUnclear(quick?.id ?? '', quick?.leaseUntil ?? 0, expected, now)).not.toBeNull();
});

describe('two people, one subdomain', () => {
  test('one wins, the other is told at once and is not charged', async () => {
    const people = await Promise.all([signUp(), signUp()]);
    const order = newPaidOrder();
    const responses = await Promise.all(people.map(({ token }) => sendOrder(token, order)));
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
    const rows = await Promise.all(people.map(({ subject }) => orderRow(subject).catch(() => null)));
    const winners = rows.filter((row) => row !== null);
    expect(winners).toHaveLength(1);
    expect((await chargesOf(String(winners[0]?.['id']))).subscriptions).toHaveLength(1);
  });

  test('a lapsed, unpaid reservation is freed for the next person', async () => {
    const [first, second] = await Promise.all([signUp(), signUp()]);
    const order = newPaidOrder({ card: newCard({ number: cardNumbers.refused }) });
    await sendOrder(first.token, order);
    expect(await errorOf(await sendOrder(second.token, { ...order, card: newCard() }))).toMatchObject({
      status: 409,
      code: 'subdomain-taken',
    });
    await runJobs(20 * 60_000);
    expect((await sendOrder(second.token, { ...order, card: newCard() })).status).toBe(200);
  });

  test('a name whose charge may still come into being is not freed', async () => {
    const { token, subject } = await signUp();
    await sendOrder(token, newPaidOrder());
    await setPayment(String((await orderRow(subject))['id']), 'unclear', 0);
    await runJobs(20 * 60_000);
    expect(await orderRow(subject)).toMatchObject({ released_at: null });
  });
});

test('neither card nor CPF nor token is in any row of the database', async () => {
  const { token } = await signUp();
  const order = newPaidOrder();
  await sendOrder(token, order);
  const tables = ['orders', 'idempotency', 'events', 'webhook_events', 'outbox', 'tenants'];
  const rows = await Promise.all(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`).all()));
  const everything = JSON.stringify(rows.map(({ results }) => results));
  for (const secret of [order.card.number, order.cardHolder.cpfCnpj, token])
    expect(everything).not.toContain(secret);
});
