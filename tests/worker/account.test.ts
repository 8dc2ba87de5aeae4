/** `/api/conta`: what it tells, and the two ways out of a contract, also when things go wrong on the way. */
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#domain/billing/days.ts';
import { withdrawalEnd } from '#domain/billing/withdrawal.ts';
import { AccountResponse } from '#domain/contracts/account.ts';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { businessDay, renewalDay } from '#domain/order/order.ts';
import { cancelSubscription } from '#functions/use-cases/cancel-subscription.ts';
import { followPayment } from '#functions/use-cases/follow-payment.ts';
import { readAccount } from '#functions/use-cases/read-account.ts';
import { withdraw } from '#functions/use-cases/withdraw.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-door.ts';
import { DAY_MS, failRenewal, mailsAbout, runJobsOnDay, templatesAbout } from './billing-support.ts';
import {
  at,
  call,
  calmServices,
  depsAt,
  env,
  noFaults,
  orderRow,
  sendOrder,
  setFaults,
  stateOf,
} from './support.ts';
import {
  type Customer,
  cardBlocks,
  contractOf,
  eventsOf,
  limitsOf,
  newTenant,
  purseOf,
  report,
  sql,
  upgrade,
} from './upgrade-support.ts';

beforeEach(calmServices);

const read = ({ token }: Pick<Customer, 'token'>) => call(apiRoutes.account, { token });
const post = (path: string, { token }: Pick<Customer, 'token'>) => call(path, { token, method: 'POST' });
const cancel = (customer: Customer) => post(apiRoutes.accountCancel, customer);
const undo = (customer: Customer) => post(apiRoutes.accountWithdraw, customer);

async function accountIn(response: Response): Promise<AccountResponse> {
  expect(response.status).toBe(200);
  return AccountResponse.parse(await response.json());
}
const refusalIn = async (response: Response) => ({
  status: response.status,
  ...(await response.json<{ code: string; details?: Record<string, string> }>()),
});

const today = (): string => businessDay(Date.now());
const nextCharge = (): string => renewalDay(today(), 'monthly');
/** The last day of the month that was paid today. */
const lastPaidDay = (): string => addDays(nextCharge(), -1);
const daysUntil = (day: string): number => Math.round((Date.parse(day) - Date.parse(today())) / DAY_MS);

describe('read', () => {
  test('a visitor is asked to sign in', async () => {
    for (const path of [apiRoutes.accountCancel, apiRoutes.accountWithdraw])
      expect((await call(path, { method: 'POST' })).status).toBe(401);
    expect((await call(apiRoutes.account)).status).toBe(401);
  });

  test('an account without an order is led to the checkout', async () => {
    const person = await signUp();
    expect(await (await read(person)).json()).toEqual({ ambiente: 'nenhum' });
    const refusal = await refusalIn(await call(apiRoutes.accountCancel, { ...person, method: 'POST' }));
    expect(refusal).toMatchObject({ status: 404, code: 'order-missing', details: { redirect: '/checkout' } });
  });

  test('an order that is still under way is led to its progress', async () => {
    const { token, subject } = await signUp();
    await sendOrder(token, newFreeOrder());
    await sql("UPDATE orders SET status = 'EM_ANDAMENTO' WHERE subject = ?", subject);
    await sql('DELETE FROM tenants WHERE subject = ?', subject);
    expect(await (await read({ token })).json()).toEqual({ ambiente: 'em-criacao' });
    const refusal = await refusalIn(await call(apiRoutes.accountCancel, { token, method: 'POST' }));
    expect(refusal).toMatchObject({
      ...{ status: 404, code: 'tenant-missing' },
      details: { redirect: '/provisionamento', tenant: (await orderRow(subject))['subdominio'] },
    });
  });

  test('a free environment has no charges and nothing to end', async () => {
    const customer = await newTenant();
    expect(await accountIn(await read(customer))).toEqual({
      ...{ tenant: customer.subdominio, url: at.tenantUrlTemplate.replace('{tenant}', customer.subdominio) },
      ...{ plano: 'free', ciclo: 'monthly', situacao: 'gratuita', valorCentavos: 0, faturas: [] },
    });
    for (const end of [cancel, undo])
      expect(await refusalIn(await end(customer))).toMatchObject({
        status: 409,
        code: 'subscription-missing',
      });
    expect(await limitsOf(customer)).toMatchObject({ suspended: false });
  });

  test('a paid one shows price, next charge, card, invoices and until when it may be undone', async () => {
    const customer = await newTenant('pro');
    const account = await accountIn(await read(customer));
    const { contractedAt } = await contractOf(customer);
    expect(account).toMatchObject({
      ...{ plano: 'pro', ciclo: 'monthly', situacao: 'ativa', valorCentavos: 9_900 },
      proximaCobranca: nextCharge(),
      cartao: { bandeira: 'VISA', final: '1111' },
      faturas: [
        { vencimento: today(), valorCentavos: 9_900, situacao: 'paga', url: expect.stringContaining('/i/') },
      ],
      arrependimentoAte: new Date(withdrawalEnd(contractedAt ?? 0) - 1).toISOString(),
    });
    expect(account).not.toHaveProperty('terminaEm');
  });

  test('a failed renewal shows the day of the next try and where to pay it', async () => {
    const customer = await newTenant('pro');
    await failRenewal(customer);
    await expect.poll(() => templatesAbout(customer)).toContain('payment-failed');
    const account = await accountIn(await read(customer));
    expect(account).toMatchObject({ situacao: 'atrasada', proximaCobranca: addDays(today(), 3) });
    expect(account.trocarCartaoUrl).toBe(account.faturas?.[0]?.url);
    expect(account.faturas?.map(({ situacao }) => situacao)).toEqual(['vencida', 'paga']);
  });

  test('stands without the processor, but for what only it knows', async () => {
    const customer = await newTenant('pro');
    await setFaults(at.asaasUrl, { down: true });
    const account = await accountIn(await read(customer));
    expect(account).toMatchObject({ plano: 'pro', situacao: 'ativa', valorCentavos: 9_900 });
    for (const unknown of ['faturas', 'cartao', 'proximaCobranca'])
      expect(account).not.toHaveProperty(unknown);
  });
});

describe('cancelled', () => {
  test('nothing renews any more, and the environment works through the last day that was paid', async () => {
    const customer = await newTenant('pro');
    const account = await accountIn(await cancel(customer));
    expect(account).toMatchObject({
      ...{ situacao: 'cancelamento-agendado', terminaEm: lastPaidDay(), plano: 'pro' },
      faturas: [{ situacao: 'paga' }],
    });
    expect(account).not.toHaveProperty('proximaCobranca');
    const { subscriptions, payments } = await purseOf(customer);
    expect(subscriptions.every(({ deleted }) => deleted)).toBe(true);
    expect(payments.filter(({ deleted }) => !deleted).map(({ status }) => status)).toEqual(['CONFIRMED']);
    await runJobsOnDay(daysUntil(lastPaidDay()));
    expect(await limitsOf(customer)).toMatchObject({ suspended: false });
    expect(await mailsAbout(customer)).toMatchObject([
      { template: 'cancelled', endsOn: lastPaidDay(), dataUntil: addDays(lastPaidDay(), 31) },
    ]);
  });

  test('a second time changes nothing and mails nobody', async () => {
    const customer = await newTenant('pro');
    await cancel(customer);
    expect(await accountIn(await cancel(customer))).toMatchObject({ terminaEm: lastPaidDay() });
    await Promise.all([cancel(customer), cancel(customer)]);
    expect(await templatesAbout(customer)).toEqual(['cancelled']);
  });

  test('after its last day it stands still, is told, and its data go after the promised time with the name', async () => {
    const customer = await newTenant('pro');
    await cancel(customer);
    const over = daysUntil(lastPaidDay()) + 1;
    await runJobsOnDay(over);
    expect(await contractOf(customer)).toMatchObject({ state: 'ended' });
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    expect(await templatesAbout(customer)).toEqual(['cancelled', 'ended']);
    const ended = await readAccount(depsAt(over * DAY_MS), customer.subject);
    expect(ended).toMatchObject({ situacao: 'encerrada', terminaEm: addDays(lastPaidDay(), 31) });

    await sql(
      'INSERT INTO quota_readings (subdominio, monitors, exact, read_at) VALUES (?, 3, 1, 1)',
      customer.subdominio,
    );
    await runJobsOnDay(over + 29);
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    await runJobsOnDay(over + 30, 60_000);
    await expect(limitsOf(customer)).rejects.toThrow('no application');
    const { erasedClaims } = await stateOf<{ erasedClaims: string[] }>(at.argocdUrl);
    expect(erasedClaims).toContain(`t-${customer.orderId.replace(/-/g, '').slice(0, 16)}-data`);
    const { groups } = await stateOf<{ groups: { name: string }[] }>(at.identityUrl);
    expect(groups.map(({ name }) => name)).not.toContain(`tenant:${customer.subdominio}`);
    expect(await (await read(customer)).json()).toEqual({ ambiente: 'nenhum' });
    expect(await eventsOf(customer)).toEqual(expect.arrayContaining(['tenant-ended', 'tenant-removed']));
    const { token } = await signUp();
    expect((await sendOrder(token, newFreeOrder({ subdominio: customer.subdominio }))).status).toBe(200);
  });

  test('who has the name afterwards sees nothing of who had it before', async () => {
    const before = await newTenant('pro');
    await cancel(before);
    const over = daysUntil(lastPaidDay()) + 1;
    await runJobsOnDay(over);
    await runJobsOnDay(over + 30, 60_000);
    await expect(contractOf(before)).rejects.toThrow('no row');
    const after = await newTenant();
    for (const [table, key] of [
      ['orders', 'id'],
      ['tenants', 'order_id'],
    ])
      await sql(`UPDATE ${table} SET subdominio = ? WHERE ${key} = ?`, before.subdominio, after.orderId);
    expect(await accountIn(await read(after))).toMatchObject({ situacao: 'gratuita', faturas: [] });
    expect(await refusalIn(await undo(after))).toMatchObject({ code: 'subscription-missing' });
  });

  test('with the cluster silent, no data go and the name stays taken', async () => {
    const customer = await newTenant('pro');
    await cancel(customer);
    const over = daysUntil(lastPaidDay()) + 1;
    await runJobsOnDay(over);
    await setFaults(at.argocdUrl, { down: true });
    await runJobsOnDay(over + 31);
    await setFaults(at.argocdUrl, noFaults);
    expect(await contractOf(customer)).toMatchObject({ state: 'ended' });
  });

  test('with the processor silent it is refused and nothing has changed', async () => {
    const customer = await newTenant('pro');
    await setFaults(at.asaasUrl, { down: true });
    expect(await refusalIn(await cancel(customer))).toMatchObject({
      status: 503,
      code: 'payment-unavailable',
    });
    await setFaults(at.asaasUrl, noFaults);
    expect(await accountIn(await read(customer))).toMatchObject({ situacao: 'ativa' });
  });

  test('killed after it was asked for, the scheduled job ends it at the processor', async () => {
    const customer = await newTenant('pro');
    const deps = depsAt(0);
    const killed = async () => {
      throw new Error('killed');
    };
    await cancelSubscription(
      { ...deps, payments: { ...deps.payments, cancelSubscription: killed } },
      customer.subject,
    );
    expect(await accountIn(await read(customer))).toMatchObject({ situacao: 'cancelamento-agendado' });
    expect(await templatesAbout(customer)).toEqual([]);
    await runJobsOnDay(0);
    expect(await contractOf(customer)).toMatchObject({ subscriptionId: null, endsOn: lastPaidDay() });
    expect((await purseOf(customer)).subscriptions.every(({ deleted }) => deleted)).toBe(true);
    expect(await templatesAbout(customer)).toEqual(['cancelled']);
  });

  test('with a charge overdue it works until the end of the day', async () => {
    const customer = await newTenant('pro');
    await failRenewal(customer);
    await expect.poll(() => templatesAbout(customer)).toContain('payment-failed');
    const lateDays = daysUntil(nextCharge()) + 2;
    await cancelSubscription(depsAt(lateDays * DAY_MS), customer.subject);
    expect(await contractOf(customer)).toMatchObject({ endsOn: addDays(today(), lateDays), state: 'active' });
    expect(await depsAt(0).billingWork.listDunning(customer.subscriptionId ?? '')).toEqual([]);
  });
});

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
    const deps = depsAt(0);
    const read = await deps.payments.readPayment(charge?.id ?? '');
    if (read === null) throw new Error('The processor does not know this charge.');
    const given: string[] = [];
    const billing: typeof deps.billing = {
      ...deps.billing,
      listSubscriptionPayments: async () => [{ ...read, paymentId: 'pay_late', state: 'confirmed' }],
      refund: async (paymentId) => {
        given.push(paymentId);
        return read;
      },
    };
    await followPayment({ ...deps, billing }, { ...read, paymentId: 'pay_late', state: 'confirmed' });
    expect(given).toEqual(['pay_late']);
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

test('no card, CPF or token stands in the rows about money', async () => {
  const customer = await newTenant('pro');
  await failRenewal(customer);
  await expect.poll(() => templatesAbout(customer)).toContain('payment-failed');
  await undo(customer);
  const dumps = await Promise.all(
    ['dunning', 'contract_ends', 'billing_notices', 'outbox', 'events', 'webhook_events'].map(async (table) =>
      JSON.stringify((await env.DB.prepare(`SELECT * FROM ${table}`).all()).results),
    ),
  );
  const { tokens } = await purseOf(customer);
  for (const dump of dumps) {
    expect(dump).not.toMatch(/4111 ?1111|\b\d{11}\b(?!-)/);
    for (const { token } of tokens) expect(dump).not.toContain(token);
  }
});
