/** A purchase undone within the legal seven days: all money goes back, once. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays } from '#domain/billing/days.ts';
import { withdrawalEnd } from '#domain/billing/withdrawal.ts';
import { readAccount } from '#functions/account/read-account.ts';
import { cancelSubscription } from '#functions/contract/cancel-subscription.ts';
import { followPayment } from '#functions/contract/follow-payment.ts';
import { withdraw } from '#functions/contract/withdraw.ts';
import { accountIn, cancel, lastPaidDay, read, undo } from './account-support.ts';
import { calmBilling, mailsAbout, runJobsOnDay, templatesAbout } from './billing-support.ts';
import { at, depsAt, depsWith, noFaults, setFaults, sql, stateOf } from './support.ts';
import {
  type Customer,
  cardBlocks,
  contractOf,
  eventsOf,
  limitsOf,
  newTenant,
  purseOf,
  report,
  today,
  upgrade,
} from './upgrade-support.ts';

beforeEach(calmBilling);

describe('undone within seven days', () => {
  const refundsOf = async (customer: Customer): Promise<string[]> =>
    (await purseOf(customer)).payments.filter(({ deleted }) => !deleted).map(({ status }) => status);

  test('everything paid goes back, nothing renews, the environment ends at once and its data are kept', async () => {
    const customer = await newTenant('pro', 'yearly');
    const account = await accountIn(await undo(customer));
    expect(account).toMatchObject({
      ...{ situacao: 'encerrada', terminaEm: addDays(today(), 30) },
      faturas: [{ situacao: 'devolvida', valorCentavos: 106_900 }],
    });
    expect(await refundsOf(customer)).toEqual(['REFUNDED']);
    expect((await purseOf(customer)).subscriptions.every(({ deleted }) => deleted)).toBe(true);
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    expect(await mailsAbout(customer)).toMatchObject([
      { template: 'withdrawn', refundedCentavos: 106_900, dataUntil: addDays(today(), 30) },
      { template: 'operator-notice', kind: 'withdrawal', amountCentavos: 106_900 },
    ]);
    await runJobsOnDay(31);
    await expect(contractOf(customer)).rejects.toThrow('no row');
  });

  test('asked for again and again, it goes back once', async () => {
    const customer = await newTenant('pro');
    await Promise.all([undo(customer), undo(customer), undo(customer)]);
    expect(await accountIn(await undo(customer))).toMatchObject({ situacao: 'encerrada' });
    await runJobsOnDay(0);
    expect(await templatesAbout(customer)).toEqual(['withdrawn', 'operator-notice']);
    const { events } = await stateOf<{
      events: { body: { event: string; payment?: { subscription: string } } }[];
    }>(at.asaasUrl);
    const refunds = events.filter(
      ({ body }) =>
        body.event === 'PAYMENT_REFUNDED' && body.payment?.subscription === customer.subscriptionId,
    );
    expect(refunds).toHaveLength(1);
  });

  test('the report of our own refund tells an operator nothing new', async () => {
    const customer = await newTenant('pro');
    await undo(customer);
    const [charge] = (await purseOf(customer)).payments;
    await report(charge?.id ?? '', 'PAYMENT_REFUNDED');
    await expect.poll(() => eventsOf(customer)).toContain('payment-event');
    expect(await templatesAbout(customer)).toEqual(['withdrawn', 'operator-notice']);
  });

  test('also after the renewal was cancelled', async () => {
    const customer = await newTenant('pro');
    await cancel(customer);
    const account = await accountIn(await read(customer));
    expect(account).toHaveProperty('arrependimentoAte');
    expect(await accountIn(await undo(customer))).toMatchObject({ situacao: 'encerrada' });
    expect(await refundsOf(customer)).toEqual(['REFUNDED']);
    expect(await templatesAbout(customer)).toEqual(['cancelled', 'withdrawn', 'operator-notice']);
  });

  test('a contract that has charged nothing yet gives nothing back and leaves what was paid before', async () => {
    const customer = await newTenant('pro');
    await cancel(customer);
    const again = await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    expect(await again.json()).toMatchObject({ status: 'applied' });
    expect(await accountIn(await read(customer))).toMatchObject({
      ...{ situacao: 'ativa', proximaCobranca: addDays(lastPaidDay(), 1) },
      arrependimentoAte: expect.any(String),
    });
    expect(await accountIn(await undo(customer))).toMatchObject({
      ...{ situacao: 'cancelamento-agendado', terminaEm: lastPaidDay() },
    });
    expect(await accountIn(await undo(customer))).toMatchObject({ situacao: 'cancelamento-agendado' });
    expect(await refundsOf(customer)).toEqual(['CONFIRMED']);
    expect(await limitsOf(customer)).toMatchObject({ suspended: false });
    expect((await purseOf(customer)).subscriptions.every(({ deleted }) => deleted)).toBe(true);
  });

  test('also after such a contract was raised to a higher plan', async () => {
    const customer = await newTenant('essential', 'yearly');
    await cancel(customer);
    const { endsOn } = await contractOf(customer);
    for (const request of [{ targetPlan: 'essential', ...cardBlocks() }, { targetPlan: 'pro' }])
      expect(await (await upgrade(customer, request)).json()).toMatchObject({ status: 'applied' });
    expect(await accountIn(await undo(customer))).toMatchObject({
      ...{ situacao: 'cancelamento-agendado', terminaEm: endsOn },
    });
    expect(await refundsOf(customer)).toEqual(['CONFIRMED']);
    expect(await limitsOf(customer)).toMatchObject({ suspended: false });
  });

  test('to the last minute of the last day, and not after it', async () => {
    const customer = await newTenant('pro');
    const { contractedAt } = await contractOf(customer);
    const left = withdrawalEnd(contractedAt ?? 0) - Date.now();
    const late = depsAt(left + 60_000);
    await expect(withdraw(late, customer.subject)).rejects.toMatchObject({ code: 'withdrawal-over' });
    expect(await readAccount(late, customer.subject)).not.toHaveProperty('arrependimentoAte');
    await withdraw(depsAt(left - 60_000), customer.subject);
    expect(await refundsOf(customer)).toEqual(['REFUNDED']);
  });

  test.each([
    ['the answer to the refund is lost', 'refund'],
    ['the answer to the end of the subscription is lost', 'subscription'],
  ])('%s: it goes back once, and the mail waits until it is certain', async (_case, which) => {
    const customer = await newTenant('pro');
    const [charge] = (await purseOf(customer)).payments;
    const losePath =
      which === 'refund'
        ? `/v3/payments/${charge?.id}/refund`
        : `/v3/subscriptions/${customer.subscriptionId}`;
    await setFaults(at.asaasUrl, { loseAnswers: 1, losePath });
    expect((await undo(customer)).status).toBe(200);
    await setFaults(at.asaasUrl, noFaults);
    expect(await templatesAbout(customer)).toEqual([]);
    await runJobsOnDay(0);
    expect(await refundsOf(customer)).toEqual(['REFUNDED']);
    expect(await templatesAbout(customer)).toEqual(['withdrawn', 'operator-notice']);
  });

  test('asked for while a cancellation is being worked, no mail says that the environment works on', async () => {
    const customer = await newTenant('pro', 'yearly');
    const deps = depsAt(0);
    let isUndone = false;
    const listSubscriptionPayments: typeof deps.billing.listSubscriptionPayments = async (id) => {
      if (!isUndone) {
        isUndone = true;
        await withdraw(deps, customer.subject);
      }
      return deps.billing.listSubscriptionPayments(id);
    };
    await cancelSubscription(depsWith({ billing: { listSubscriptionPayments } }), customer.subject);
    await runJobsOnDay(0);
    expect(await templatesAbout(customer)).toEqual(['withdrawn', 'operator-notice']);
  });

  test('a charge that comes through afterwards goes back too, and touches no later owner of the name', async () => {
    const before = await newTenant('pro');
    await undo(before);
    await runJobsOnDay(31);
    const after = await newTenant();
    for (const [table, key] of [
      ['orders', 'id'],
      ['tenants', 'order_id'],
    ])
      await sql(`UPDATE ${table} SET subdominio = ? WHERE ${key} = ?`, before.subdominio, after.orderId);
    const [charge] = (await purseOf(before)).payments;
    const read = await depsAt(0).payments.readPayment(charge?.id ?? '');
    if (read === null) throw new Error('The processor does not know this charge.');
    const late = { ...read, paymentId: 'pay_late', state: 'confirmed' } as const;
    const refund = vi.fn(async (_paymentId: string) => read);
    const listSubscriptionPayments = async () => [late];
    await followPayment(depsWith({ billing: { listSubscriptionPayments, refund } }), late);
    expect(refund.mock.calls.map(([paymentId]) => paymentId)).toEqual(['pay_late']);
    const { subdominio } = before;
    expect(await contractOf({ ...after, subdominio })).toMatchObject({ state: 'active' });
  });

  test('asked for while processor and cluster are silent, it is worked once they answer', async () => {
    const customer = await newTenant('pro');
    await setFaults(at.asaasUrl, { down: true });
    await setFaults(at.argocdUrl, { down: true });
    expect(await accountIn(await undo(customer))).toMatchObject({ situacao: 'encerrada' });
    await runJobsOnDay(0);
    await setFaults(at.asaasUrl, noFaults);
    await runJobsOnDay(0, 10 * 60_000);
    expect(await refundsOf(customer)).toEqual(['REFUNDED']);
    expect(await templatesAbout(customer)).toEqual([]);
    await setFaults(at.argocdUrl, noFaults);
    await runJobsOnDay(0, 60 * 60_000);
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    expect(await templatesAbout(customer)).toEqual(['withdrawn', 'operator-notice']);
  });
});

test('money that cannot go back keeps nothing running, and after a day a person is told, once', async () => {
  const customer = await newTenant('pro');
  const [charge] = (await purseOf(customer)).payments;
  await setFaults(at.asaasUrl, { loseAnswers: 99, losePath: `/v3/payments/${charge?.id}` });
  await undo(customer);
  expect(await limitsOf(customer)).toMatchObject({ suspended: true });
  for (const days of [1, 2]) await runJobsOnDay(days);
  expect((await mailsAbout(customer)).map(({ kind }) => kind)).toEqual(['end-stuck']);
  await setFaults(at.asaasUrl, noFaults);
  await runJobsOnDay(3);
  expect((await templatesAbout(customer)).slice(1)).toEqual(['withdrawn', 'operator-notice']);
});
