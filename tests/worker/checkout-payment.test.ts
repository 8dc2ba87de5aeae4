/** What a checkout by card charges: once, whatever is repeated, lost or refused. */
import { beforeEach, describe, expect, test } from 'vitest';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { billingCycles } from '#domain/plans/ids.ts';
import { catalog, centavos, reais } from '#tests/support/catalog.ts';
import { declinedOrder, newCard, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { placeOrder } from './order-support.ts';
import {
  addresses,
  answerOf,
  call,
  calmServices,
  chargesOf,
  confirmPayment,
  firstChargeOf,
  newKey,
  noFaults,
  orderIdOf,
  orderRow,
  runJobs,
  sendEvent,
  sendOrder,
  setFaults,
  sql,
  stateOf,
  statusOf,
} from './support.ts';

beforeEach(calmServices);

const subscriptionsOf = async (subject: string) => (await chargesOf(await orderIdOf(subject))).subscriptions;

const paidPlans = catalog.plans.map(({ id }) => id).filter((id) => id !== 'free');

describe('paid plan', () => {
  const sold = paidPlans.flatMap((plano) => billingCycles.map((ciclo) => ({ plano, ciclo })));
  test.each(sold)('$plano $ciclo is charged once, at the catalogue’s price', async ({ plano, ciclo }) => {
    const cardHolder = { cpfCnpj: '12.ABC.345/01DE-35' };
    const { answer, subject, id } = await placeOrder(newPaidOrder({ plano, ciclo, cardHolder }));
    expect(answer.status).toBe(200);
    const { subscriptions, payments } = await chargesOf(id);
    expect(subscriptions).toMatchObject([{ value: reais(plano, ciclo), cycle: ciclo.toUpperCase() }]);
    expect(payments).toMatchObject([{ value: reais(plano, ciclo) }]);
    expect(await orderRow(subject)).toMatchObject({
      payment: 'pending',
      status: 'AGUARDANDO',
      amount_centavos: centavos(plano, ciclo),
    });
  });

  test('processor and accepted terms get the caller’s real IP address', async () => {
    const { token, subject } = await signUp();
    const headers = { 'CF-Connecting-IP': '203.0.113.50', 'X-Forwarded-For': '198.51.100.9' };
    await call(checkoutEndpoint, { token, key: newKey(), body: newPaidOrder(), headers });
    const { id, address } = await orderRow(subject);
    const [subscription] = (await chargesOf(String(id))).subscriptions;
    const { tokens } = await stateOf<{ tokens: { token: string; remoteIp: string }[] }>(addresses.asaasUrl);
    const card = tokens.find((each) => each.token === subscription?.creditCardToken);
    expect([card?.remoteIp, address]).toEqual(['203.0.113.50', '203.0.113.50']);
  });

  test('a confirmed payment starts provisioning, and five replays of its event change nothing', async () => {
    const { subject, id } = await placeOrder(newPaidOrder());
    const charge = await firstChargeOf(id);
    await confirmPayment(charge);
    const eventId = `evt_${crypto.randomUUID()}`;
    for (let round = 0; round < 5; round += 1) {
      expect((await sendEvent(eventId, 'PAYMENT_CONFIRMED', charge)).status).toBe(200);
    }
    await expect
      .poll(() => orderRow(subject))
      .toMatchObject({ payment: 'confirmed', status: 'EM_ANDAMENTO', attempt: 0 });
    const began = "SELECT kind FROM events WHERE order_id = ? AND kind = 'provisioning-began'";
    expect(await sql(began, id)).toHaveLength(1);
    expect((await chargesOf(id)).subscriptions).toHaveLength(1);
  });

  test('an event is not trusted: the payment is read again', async () => {
    const { subject, id } = await placeOrder(newPaidOrder());
    await sendEvent(`evt_${crypto.randomUUID()}`, 'PAYMENT_CONFIRMED', await firstChargeOf(id));
    expect(await orderRow(subject)).toMatchObject({ payment: 'pending', status: 'AGUARDANDO' });
  });

  test('clicking the button twice charges once', async () => {
    const { token, subject } = await signUp();
    const order = newPaidOrder();
    const key = newKey();
    const responses = await Promise.all([sendOrder(token, order, key), sendOrder(token, order, key)]);
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
    expect(await subscriptionsOf(subject)).toHaveLength(1);
  });

  test('a replay under the same key gets the first response, marked as replay', async () => {
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
    expect(await answerOf(response)).toMatchObject({ status: 422, code: 'idempotency-key-reused' });
  });

  test('a declined card costs nothing, and the corrected card works at once', async () => {
    const { token, order, answer, id } = await placeOrder(declinedOrder());
    expect(await answerOf(answer)).toMatchObject({ status: 402, code: 'payment-declined' });
    expect((await chargesOf(id)).subscriptions).toHaveLength(0);
    expect(await statusOf(token)).not.toHaveProperty('tenant');
    expect((await sendOrder(token, { ...order, card: newCard() })).status).toBe(200);
    expect((await chargesOf(id)).subscriptions).toHaveLength(1);
  });

  test('after a declined card another subdomain, plan and cycle may be chosen', async () => {
    const { token, subject } = await placeOrder(declinedOrder());
    const other = newPaidOrder({ plano: 'essential', ciclo: 'yearly' });
    expect((await sendOrder(token, other)).status).toBe(200);
    expect(await orderRow(subject)).toMatchObject({
      subdomain: other.subdominio,
      amount_centavos: centavos('essential', 'yearly'),
    });
  });

  test('processor down: nothing is charged, and a retry works', async () => {
    const { token, subject } = await signUp();
    const order = newPaidOrder();
    const key = newKey();
    await setFaults(addresses.asaasUrl, { down: true });
    expect(await answerOf(await sendOrder(token, order, key))).toMatchObject({ status: 503 });
    await setFaults(addresses.asaasUrl, noFaults);
    expect((await sendOrder(token, order, key)).status).toBe(200);
    expect(await subscriptionsOf(subject)).toHaveLength(1);
  });

  test('lost response: the customer is asked to wait, and a retry charges once', async () => {
    const { token, subject } = await signUp();
    const order = newPaidOrder();
    const key = newKey();
    await setFaults(addresses.asaasUrl, { loseAnswers: 1, losePath: '/v3/subscriptions' });
    const lost = await answerOf(await sendOrder(token, order, key));
    expect(lost).toMatchObject({ status: 503, code: 'payment-unclear' });
    expect((await sendOrder(token, order, key)).status).toBe(200);
    expect(await subscriptionsOf(subject)).toHaveLength(1);
  });

  test('the sweep finds a payment whose event was lost', async () => {
    const { subject, id } = await placeOrder(newPaidOrder());
    const charge = await firstChargeOf(id);
    await confirmPayment(charge);
    await runJobs(60_000);
    // The other jobs of this run may finish the environment.
    const status = expect.stringMatching(/^(EM_ANDAMENTO|CONCLUIDO)$/);
    expect(await orderRow(subject)).toMatchObject({ payment: 'confirmed', status });
  });
});
