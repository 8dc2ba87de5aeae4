/** Checkout in workerd with a real database, and the stand-ins over HTTP: who may order, and what. */
import { beforeEach, describe, expect, test } from 'vitest';
import { BILLING_RULES_VERSION, TERMS_VERSION } from '#domain/orders/order.ts';
import { startCheckout } from '#functions/checkout/start-checkout.ts';
import { declinedOrder, newCard, newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { checkoutOf, markUnclear, placeOrder } from './order-support.ts';
import {
  answerOf,
  calmServices,
  chargesOf,
  depsAt,
  orderRow,
  runJobs,
  sendOrder,
  sql,
  statusOf,
  textOf,
} from './support.ts';

beforeEach(calmServices);

describe('who may order', () => {
  test('a call without a token is refused', async () => {
    const response = await sendOrder('', newFreeOrder());
    expect(await answerOf(response)).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  test('a call without an Idempotency-Key is refused with 400', async () => {
    const { token } = await signUp();
    const response = await sendOrder(token, newFreeOrder(), '');
    expect(await answerOf(response)).toMatchObject({ status: 400, code: 'idempotency-key-missing' });
  });

  test('invalid fields are named one by one and leave no order', async () => {
    const { token, subject } = await signUp();
    const order = newPaidOrder({
      subdominio: 'a--b',
      card: newCard({ number: '4111111111111112', ccv: '1' }),
    });
    const { status, fields } = await answerOf(await sendOrder(token, order));
    expect([status, fields]).toEqual([
      422,
      {
        subdominio: 'Subdomínio não pode ter hífens consecutivos',
        'card.number': 'Número do cartão inválido',
        'card.ccv': 'CVV deve ter 3 ou 4 dígitos',
      },
    ]);
    await expect(orderRow(subject)).rejects.toThrow('no order');
  });

  test('card blocks on a free order are refused', async () => {
    const { token } = await signUp();
    const response = await sendOrder(token, { ...newFreeOrder(), card: newCard() });
    expect(await answerOf(response)).toMatchObject({
      status: 422,
      fields: { '*': 'Campo não esperado' },
    });
  });

  test('an old version of the terms is refused, and nothing is reserved', async () => {
    const { token, subject } = await signUp();
    const response = await sendOrder(token, newFreeOrder({ termosVersao: '2020-01-01-v1' }));
    expect(await answerOf(response)).toMatchObject({ status: 409, code: 'terms-outdated' });
    await expect(orderRow(subject)).rejects.toThrow('no order');
  });

  test('the accepted versions of terms and billing rules are stored', async () => {
    const { subject } = await placeOrder(newFreeOrder());
    const row = await orderRow(subject);
    expect([row['terms_version'], row['rules_version']]).toEqual([TERMS_VERSION, BILLING_RULES_VERSION]);
  });

  test('choosing again after a declined card accepts the rules anew', async () => {
    const { token, subject, order } = await placeOrder(declinedOrder());
    await sql(
      'UPDATE acceptances SET rules_version = NULL WHERE order_id IN (SELECT id FROM orders WHERE subject = ?)',
      subject,
    );
    await sendOrder(token, newPaidOrder({ subdominio: order.subdominio, plano: 'pro' }));
    expect((await orderRow(subject))['rules_version']).toBe(BILLING_RULES_VERSION);
  });
});

describe('free plan', () => {
  test('provisioning begins at once', async () => {
    const { token, order, answer } = await placeOrder(newFreeOrder());
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { cliente: { subdominio: order.subdominio } },
    ]);
    expect(await statusOf(token)).toMatchObject({
      provisionamentoStatus: 'EM_ANDAMENTO',
      tenant: order.subdominio,
      plano: 'free',
    });
  });

  test('a second subdomain while one is open is refused with directions', async () => {
    const { token, order: first } = await placeOrder(newFreeOrder());
    expect(await answerOf(await sendOrder(token, newFreeOrder()))).toMatchObject({
      status: 409,
      code: 'order-open',
      details: { redirect: '/provisionamento', tenant: first.subdominio },
    });
  });

  test('sending the same order under a new key continues it', async () => {
    const { token, order } = await placeOrder(newFreeOrder());
    expect((await sendOrder(token, order)).status).toBe(200);
  });

  test('two windows that send the same order at once do not take the name from each other', async () => {
    const { token } = await signUp();
    const order = newFreeOrder();
    const answers = await Promise.all([sendOrder(token, order), sendOrder(token, order)]);
    const codes = await Promise.all(answers.map(answerOf));
    expect(codes.map(({ code }) => code ?? 'placed')).toContain('placed');
    expect(codes.map(({ code }) => code)).not.toContain('subdomain-taken');
  });
});

describe('a free environment and the proof of the e-mail', () => {
  const deps = () => depsAt(Date.now());
  const checkoutBy = (subject: string, emailVerified: boolean, order: object) => {
    const input = checkoutOf(subject, order);
    return startCheckout(deps(), { ...input, identity: { ...input.identity, emailVerified } });
  };

  test('an unverified address gets none, and no name is reserved', async () => {
    const subject = crypto.randomUUID();
    await expect(checkoutBy(subject, false, newFreeOrder())).rejects.toThrow('email-unproven');
    await expect(orderRow(subject)).rejects.toThrow('no order');
  });

  test('a verified one gets it; later tokens do not matter', async () => {
    const subject = crypto.randomUUID();
    const order = newFreeOrder();
    expect(await checkoutBy(subject, true, order)).toEqual({ subdomain: order.subdominio });
    expect(await checkoutBy(subject, false, order)).toEqual({ subdomain: order.subdominio });
  });
});

describe('two people, one subdomain', () => {
  test('one gets it, the other is refused at once and not charged', async () => {
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
    const { order } = await placeOrder(declinedOrder());
    const { token } = await signUp();
    const same = { ...order, card: newCard() };
    const refusal = { status: 409, code: 'subdomain-taken' };
    expect(await answerOf(await sendOrder(token, same))).toMatchObject(refusal);
    await runJobs(20 * 60_000);
    expect((await sendOrder(token, same)).status).toBe(200);
  });

  test('a name whose charge may still appear is not released', async () => {
    const { subject, id } = await placeOrder(newPaidOrder());
    await markUnclear(id, 0);
    await runJobs(20 * 60_000);
    expect(await orderRow(subject)).toMatchObject({ released_at: null });
  });
});

test('no database row contains card, CPF or token', async () => {
  const { token, order } = await placeOrder(newPaidOrder());
  const everything = await textOf('orders', 'idempotency', 'events', 'webhook_events', 'outbox', 'tenants');
  for (const secret of [order.card.number, order.cardHolder.cpfCnpj, token])
    expect(everything).not.toContain(secret);
});
