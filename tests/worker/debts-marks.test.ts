/** Withdrawals, disputes and debts follow payer, account and tenant, and block the next purchase. */
import { describe, expect } from 'vitest';
import type {
  DeletedCustomer,
  ExportedCustomer,
  OrderHistory,
  ReleasedPurchase,
} from '#domain/api-schemas/operation-answers.ts';
import { startCheckout } from '#functions/checkout/start-checkout.ts';
import { findMarks, markStatements, settleMark, settleStatements } from '#functions/debts/marks-store.ts';
import { type Buyer, partiesOf } from '#functions/debts/parties.ts';
import { requireMayBuy } from '#functions/debts/require-may-buy.ts';
import { withdraw } from '#functions/ending/withdraw.ts';
import { purge } from '#functions/privacy/retention-store.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { newCpf } from '#tests/support/people.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { failedOrder, orderOf, paidOrder } from './checkout-undelivered-support.ts';
import { marksOf, newReference, putDebt, putMark, withdrawTwice } from './debts-support.ts';
import { test } from './fixtures.ts';
import { eventsOf, OPERATOR, operate, operated } from './operations-support.ts';
import { checkoutOf } from './order-support.ts';
import { answerOf, codeOf, depsAt, env, mailsSent, orderRow, sendMails, sendOrder, sql } from './support.ts';

const nobody = { contact: { email: null, emailVerified: false, name: null }, customer: async () => null };
const mayBuy = (buyer: Buyer & { subject: string }, aheadMs = 0) =>
  requireMayBuy(depsAt(aheadMs), { ...nobody, ...buyer });
const newSubject = (): string => crypto.randomUUID();
const DAY_MS = 86_400_000;

describe('a mark', () => {
  test('is written once; writing it again only adds parties', async () => {
    const [subject, orderId] = [newSubject(), newReference()];
    const mark = { kind: 'withdrawal', reference: newReference(), at: 5 } as const;
    const write = async (buyer: Buyer, at = 5) =>
      env.DB.batch(markStatements(env.DB, { ...mark, at }, await partiesOf(depsAt(0), buyer)));
    await write({ subject });
    await write({ orderId }, 9);
    const ids = async (buyer: Buyer) => (await marksOf(buyer)).map(({ id }) => id);
    expect(await ids({ subject })).toEqual(await ids({ orderId }));
    expect(await marksOf({ subject })).toMatchObject([{ id: `withdrawal:${mark.reference}`, at: 5 }]);
  });

  test('is settled once', async () => {
    const subject = newSubject();
    const id = await putMark({ subject }, 'dispute');
    expect(await settleMark(depsAt(0).db, id, 'won', 7)).toBe(true);
    await env.DB.batch(settleStatements(env.DB, [id], 'lost', 8));
    expect(await settleMark(depsAt(0).db, id, 'lost', 8)).toBe(false);
    expect(await marksOf({ subject })).toMatchObject([{ settledAt: 7, settledBy: 'won' }]);
  });

  test('contains no name', async () => {
    const [subject, taxId] = [newSubject(), newCpf()];
    await putDebt({ subject, taxId });
    const [{ parties } = { parties: '' }] = await sql<{ parties: string }>(
      `SELECT group_concat(party) AS parties FROM mark_parties`,
    );
    expect(parties).toMatch(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/);
    expect(parties).not.toContain(subject);
  });
});

describe('the third purchase after two withdrawals', () => {
  test('is held, also with a new e-mail or another CPF', async () => {
    const [first, second, third] = [newSubject(), newSubject(), newSubject()];
    const [taxId, otherTaxId] = [newCpf(), newCpf()];
    await putMark({ subject: first, taxId }, 'withdrawal');
    await mayBuy({ subject: first, taxId });
    await putMark({ subject: first, taxId }, 'withdrawal');
    await expect(mayBuy({ subject: first, taxId })).rejects.toThrow('purchase-held');
    await expect(mayBuy({ subject: second, taxId })).rejects.toThrow('purchase-held');
    await expect(mayBuy({ subject: second, taxId: otherTaxId })).rejects.toThrow('purchase-held');
    // A refused purchase must not link that CPF to the marks.
    await expect(mayBuy({ subject: third, taxId: otherTaxId })).resolves.toBeUndefined();
    await expect(mayBuy({ subject: newSubject(), taxId: newCpf() })).resolves.toBeUndefined();
  });

  test('is not held for two people who withdrew once each', async () => {
    const [person, company] = [newSubject(), newCpf()];
    await putMark({ subject: person, taxId: newCpf() }, 'withdrawal');
    await putMark({ subject: newSubject(), taxId: company }, 'withdrawal');
    await mayBuy({ subject: person, taxId: company });
    // The purchase must not have added one person's withdrawal to the other.
    await expect(mayBuy({ subject: person, taxId: company })).resolves.toBeUndefined();
    await expect(mayBuy({ subject: newSubject(), taxId: company })).resolves.toBeUndefined();
  });

  test('is not held a year later, nor for the free plan', async () => {
    const subject = newSubject();
    await withdrawTwice({ subject });
    await expect(mayBuy({ subject })).rejects.toThrow('purchase-held');
    await expect(mayBuy({ subject }, 367 * DAY_MS)).resolves.toBeUndefined();
    const free = { ...nobody, subject, isFree: true };
    await expect(requireMayBuy(depsAt(0), free)).resolves.toBeUndefined();
  });

  test('is refused before reserving; customer and operators are notified daily', async () => {
    const person = await signUp();
    const order = newPaidOrder();
    await withdrawTwice({ taxId: order.cardHolder.cpfCnpj });
    for (const tried of [order, { ...order, subdominio: newPaidOrder().subdominio }])
      expect(await codeOf(await sendOrder(person.token, tried))).toEqual([409, 'purchase-held']);
    await expect(orderRow(person.subject)).rejects.toThrow('no order');
    await sendMails();
    const toOperators = await mailsSent(`Conta: ${person.subject}`);
    expect(toOperators.map(({ subject }) => subject)).toEqual([
      '[Operação] Compra que espera por uma pessoa',
    ]);
    expect((await mailsSent(person.email)).map(({ subject }) => subject)).toContain(
      'A sua contratação passa por uma pessoa da nossa equipe',
    );
    const again = await sendOrder(person.token, newFreeOrder());
    expect(again.status).toBe(200);
  });

  test('an accepted order continues', async () => {
    const subject = newSubject();
    const order = newPaidOrder();
    const taxId = order.cardHolder.cpfCnpj;
    const { subdomain } = await startCheckout(depsAt(0), checkoutOf(subject, order));
    await withdrawTwice({ subject, taxId });
    expect(await startCheckout(depsAt(0), checkoutOf(subject, order))).toMatchObject({ subdomain });
  });
});

test('an open dispute refuses a free plan too', async () => {
  const person = await signUp();
  const id = await putMark({ subject: person.subject }, 'dispute');
  expect(await codeOf(await sendOrder(person.token, newFreeOrder()))).toEqual([409, 'payment-disputed']);
  await settleMark(depsAt(0).db, id, 'lost', Date.now());
  expect((await sendOrder(person.token, newFreeOrder())).status).toBe(200);
});

describe('an operator', () => {
  test('releases a person without an order, and the purchase works', async () => {
    const person = await signUp();
    const order = newPaidOrder();
    await withdrawTwice({ taxId: order.cardHolder.cpfCnpj });
    expect(await codeOf(await sendOrder(person.token, order))).toEqual([409, 'purchase-held']);
    const answer = await operated<ReleasedPurchase>('liberar', { who: person.email });
    expect(answer).toMatchObject({
      refusedFor: 'withdrawals',
      stillRefusedFor: null,
      released: [{ kind: 'withdrawal' }, { kind: 'withdrawal' }],
    });
    expect((await sendOrder(person.token, order)).status).toBe(200);
    expect(await operated('liberar', { who: person.subject })).toEqual({
      ...{ refusedFor: null, released: [], stillRefusedFor: null },
    });
  });

  test('sees why, is recorded by name, and forgives debts only on request', async ({
    tenant: { subdominio, orderId, subject },
  }) => {
    await putDebt({ orderId });
    const kept = await operated<ReleasedPurchase>('liberar', { who: subdominio });
    expect(kept).toMatchObject({ refusedFor: 'debt', released: [], stillRefusedFor: 'debt' });
    const forgiven = await operated<ReleasedPurchase>('liberar', { who: subdominio, withDebts: true });
    expect(forgiven).toMatchObject({
      refusedFor: 'debt',
      stillRefusedFor: null,
      released: [{ kind: 'debt', amountCentavos: 1_320, days: 4 }],
    });
    expect(await eventsOf(orderId)).toContainEqual(
      expect.objectContaining({ kind: 'operator-command', detail: 'liberar: feito', operator: OPERATOR }),
    );
    const [history] = await operated<OrderHistory[]>('historico', { who: subject });
    expect(history?.entries.filter(({ source }) => source === 'marca').map(({ what }) => what)).toEqual([
      'dívida',
      'dívida liberada por operador',
    ]);
    expect((await operate('liberar', { who: newReference() })).status).toBe(404);
  });
});

describe('a person’s data', () => {
  test('include the marks; a deletion keeps them and says until when', async ({
    tenant: { subdominio, subject, email },
  }) => {
    await putDebt({ subject });
    await withdrawTwice({ subject });
    const { tables } = await operated<ExportedCustomer>('exportar', { who: subdominio });
    expect(tables['marks']?.map(({ kind }) => kind).sort()).toEqual(['debt', 'withdrawal', 'withdrawal']);
    expect(tables['mark_parties']).toHaveLength(3);
    const { kept } = await operated<DeletedCustomer>('apagar', { who: email, confirm: subdominio });
    expect(kept).toContainEqual(
      expect.objectContaining({
        title: 'Desistências e upgrades em confiança',
        basis: 'legítimo interesse (art. 7º, IX); exercício de direitos em processo (art. 7º, VI)',
        until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      }),
    );
    expect(kept.map(({ title }) => title)).toContain('Dívidas e contestações');
    expect(await marksOf({ subject })).toHaveLength(3);
  });

  test('omit marks when there are none', async ({ tenant: { subdominio } }) => {
    const { kept } = await operated<DeletedCustomer>('apagar', { who: subdominio, confirm: subdominio });
    expect(kept.map(({ title }) => title)).not.toContain('Dívidas e contestações');
    expect(kept.map(({ title }) => title)).toContain('Contratação');
  });

  test('include those of a held purchase in the export', async () => {
    const person = await signUp();
    await withdrawTwice({ subject: person.subject });
    expect(await answerOf(await sendOrder(person.token, newPaidOrder()))).toMatchObject({ status: 409 });
    const { tables } = await operated<ExportedCustomer>('exportar', { who: person.subject });
    expect(tables['billing_notices']).toHaveLength(2);
    expect(tables['outbox']?.map(({ template }) => template)).toEqual(
      expect.arrayContaining(['operator-notice', 'purchase-held']),
    );
  });

  test('lose a mark’s parties when its period is over', async () => {
    const subject = newSubject();
    await putMark({ subject }, 'trust', { at: 5 });
    await purge(depsAt(0).db, 'purchase-marks', 6, 200);
    expect(await marksOf({ subject })).toEqual([]);
    const parties = JSON.stringify(await partiesOf(depsAt(0), { subject }));
    expect(
      await sql('SELECT 1 FROM mark_parties WHERE party IN (SELECT value FROM json_each(?))', parties),
    ).toEqual([]);
  });
});

describe('leaving during provisioning', () => {
  test('counts as a withdrawal of account, payer and tenant', async () => {
    const { id, subject } = await paidOrder();
    await withdraw(depsAt(0), subject);
    await withdraw(depsAt(0), subject);
    const { payer } = await orderOf(id);
    const marks = await findMarks(depsAt(0).db, [payer ?? '']);
    expect(marks).toMatchObject([{ kind: 'withdrawal', reference: id, settledAt: null }]);
    expect([await marksOf({ orderId: id }), await marksOf({ subject })]).toMatchObject([
      [{ id: `withdrawal:${id}` }],
      [{ id: `withdrawal:${id}` }],
    ]);
  });

  test('does not count after a failure or a long delay', async () => {
    const [failed, slow] = [await failedOrder(), await paidOrder()];
    await withdraw(depsAt(0), failed.subject);
    await withdraw(depsAt(2 * 3_600_000), slow.subject);
    expect([await marksOf({ orderId: failed.id }), await marksOf({ orderId: slow.id })]).toEqual([[], []]);
  });
});
