/** A cancelled renewal: no more charges, the last paid day, and the end of environment and data. */
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#domain/billing/days.ts';
import { readAccount } from '#functions/account/read-account.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { listDunning } from '#functions/ledger/failed-renewals.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { accountIn, cancel, lastPaidDay, read, undo } from './account-support.ts';
import {
  calmBilling,
  DAY_MS,
  mailsAbout,
  overdueCustomer,
  runJobsOnDay,
  templatesAbout,
} from './billing-support.ts';
import { marksOf } from './debts-support.ts';
import {
  contractOf,
  eventsOf,
  isRenewing,
  limitsOf,
  newTenant,
  processorObjectsOf,
  today,
} from './plan-change-support.ts';
import {
  addresses,
  answerOf,
  depsAt,
  depsWith,
  noFaults,
  sendOrder,
  setFaults,
  sql,
  stateOf,
} from './support.ts';

beforeEach(calmBilling);

const daysUntil = (day: string): number => Math.round((Date.parse(day) - Date.parse(today())) / DAY_MS);

describe('cancelled', () => {
  test('nothing renews, and the environment works through the last paid day', async () => {
    const customer = await newTenant('pro');
    const account = await accountIn(await cancel(customer));
    expect(account).toMatchObject({
      situacao: 'cancelamento-agendado',
      terminaEm: lastPaidDay(),
      plano: 'pro',
      faturas: [{ situacao: 'paga' }],
    });
    expect(account).not.toHaveProperty('proximaCobranca');
    const { subscriptions, payments } = await processorObjectsOf(customer);
    expect(subscriptions.every(({ deleted }) => deleted)).toBe(true);
    expect(payments.filter(({ deleted }) => !deleted).map(({ status }) => status)).toEqual(['CONFIRMED']);
    await runJobsOnDay(daysUntil(lastPaidDay()));
    expect(await limitsOf(customer)).toMatchObject({ suspended: false });
    expect(await mailsAbout(customer)).toMatchObject([
      { template: 'cancelled', endsOn: lastPaidDay(), dataUntil: addDays(lastPaidDay(), 31) },
    ]);
  });

  test('a second time changes nothing and sends no mail', async () => {
    const customer = await newTenant('pro');
    await cancel(customer);
    expect(await accountIn(await cancel(customer))).toMatchObject({ terminaEm: lastPaidDay() });
    await Promise.all([cancel(customer), cancel(customer)]);
    expect(await templatesAbout(customer)).toEqual(['cancelled']);
  });

  test('after its last day it stops, and later loses data and name', async () => {
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
      'INSERT INTO quota_readings (subdomain, monitors, exact, read_at) VALUES (?, 3, 1, 1)',
      customer.subdominio,
    );
    // The announced last day still counts in full.
    await runJobsOnDay(over + 30, 60_000);
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    await runJobsOnDay(over + 31);
    await expect(limitsOf(customer)).rejects.toThrow('no application');
    const { erasedClaims } = await stateOf<{ erasedClaims: string[] }>(addresses.argocdUrl);
    expect(erasedClaims).toContain(`t-${customer.orderId.replace(/-/g, '').slice(0, 16)}-data`);
    const { groups } = await stateOf<{ groups: { name: string }[] }>(addresses.identityUrl);
    expect(groups.map(({ name }) => name)).not.toContain(`tenant:${customer.subdominio}`);
    expect(await (await read(customer)).json()).toEqual({ ambiente: 'nenhum' });
    expect(await eventsOf(customer)).toEqual(expect.arrayContaining(['tenant-ended', 'tenant-removed']));
    // The name is in quarantine first: orders-quarantined-names.test.ts.
    await sql('DELETE FROM quarantined_names WHERE subdomain = ?', customer.subdominio);
    const { token } = await signUp();
    expect((await sendOrder(token, newFreeOrder({ subdominio: customer.subdominio }))).status).toBe(200);
  });

  test('a later owner of the name sees nothing of the former one', async () => {
    const before = await newTenant('pro');
    await cancel(before);
    const over = daysUntil(lastPaidDay()) + 1;
    await runJobsOnDay(over);
    await runJobsOnDay(over + 31);
    await expect(contractOf(before)).rejects.toThrow('no row');
    const after = await newTenant();
    for (const [table, key] of [
      ['orders', 'id'],
      ['tenants', 'order_id'],
    ])
      await sql(`UPDATE ${table} SET subdominio = ? WHERE ${key} = ?`, before.subdominio, after.orderId);
    expect(await accountIn(await read(after))).toMatchObject({ situacao: 'gratuita', faturas: [] });
    expect(await answerOf(await undo(after))).toMatchObject({ code: 'subscription-missing' });
  });

  test('while the cluster is down, data and name are kept', async () => {
    const customer = await newTenant('pro');
    await cancel(customer);
    const over = daysUntil(lastPaidDay()) + 1;
    await runJobsOnDay(over);
    await setFaults(addresses.argocdUrl, { down: true });
    await runJobsOnDay(over + 31);
    await setFaults(addresses.argocdUrl, noFaults);
    expect(await contractOf(customer)).toMatchObject({ state: 'ended' });
  });

  test('while the processor is down it counts at once; the job finishes it', async () => {
    const customer = await newTenant('pro');
    await setFaults(addresses.asaasUrl, { down: true });
    const account = await accountIn(await cancel(customer));
    expect(account).toMatchObject({ situacao: 'cancelamento-agendado', terminaEm: lastPaidDay() });
    await setFaults(addresses.asaasUrl, noFaults);
    expect(await templatesAbout(customer)).toEqual([]);
    await runJobsOnDay(0);
    expect(await isRenewing(customer)).toBe(false);
    expect(await templatesAbout(customer)).toEqual(['cancelled']);
  });

  test('after a crash the scheduled job ends it at the processor', async () => {
    const customer = await newTenant('pro');
    const killed = () => Promise.reject(new Error('killed'));
    await cancelSubscription(depsWith({ processor: { cancelSubscription: killed } }), customer.subject);
    expect(await accountIn(await read(customer))).toMatchObject({ situacao: 'cancelamento-agendado' });
    expect(await templatesAbout(customer)).toEqual([]);
    await runJobsOnDay(0);
    expect(await contractOf(customer)).toMatchObject({ subscriptionId: null, endsOn: lastPaidDay() });
    expect(await isRenewing(customer)).toBe(false);
    expect(await templatesAbout(customer)).toEqual(['cancelled']);
  });

  test('during grace it works that day, and unpaid days become debt', async () => {
    const { customer } = await overdueCustomer();
    await cancelSubscription(depsAt(2 * DAY_MS), customer.subject);
    expect(await contractOf(customer)).toMatchObject({ endsOn: addDays(today(), 2), state: 'active' });
    expect(await limitsOf(customer)).toMatchObject({ suspended: false });
    expect(await listDunning(depsAt(0).db, customer.subscriptionId ?? '')).toEqual([]);
    const debts = (await marksOf({ subject: customer.subject })).filter(({ kind }) => kind === 'debt');
    expect(debts).toMatchObject([{ reference: `${customer.orderId}:${today()}`, days: 3, settledAt: null }]);
    await runJobsOnDay(3);
    expect(await contractOf(customer)).toMatchObject({ state: 'ended' });
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
  });

  test('during grace, less than R$ 5,00 is waived', async () => {
    const { customer } = await overdueCustomer();
    await cancelSubscription(depsAt(0), customer.subject);
    expect(await marksOf({ subject: customer.subject })).toEqual([]);
  });
});
