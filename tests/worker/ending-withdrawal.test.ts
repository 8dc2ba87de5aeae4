/** A withdrawal within the legal seven days: everything is refunded, once. */

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays } from '#domain/billing/days.ts';
import { withdrawalEnd } from '#domain/billing/withdrawal.ts';
import { readAccount } from '#functions/account/read-account.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { withdraw } from '#functions/ending/withdraw.ts';
import { refundWork } from '#functions/ledger/refunds.ts';
import { priceWork } from '#functions/ledger/send-prices.ts';
import { readLedger } from '#functions/ledger/store.ts';
import { syncContractCharge } from '#functions/renewals/sync-contract-charge.ts';
import { accountIn, cancel, lastPaidDay, read, undo } from './account-support.ts';
import {
  calmBilling,
  dispute,
  lose,
  mailsAbout,
  runJobsOnDay,
  setProcessor,
  templatesAbout,
} from './billing-support.ts';
import { marksOf } from './debts-support.ts';
import {
  type Customer,
  cardBlocks,
  contractOf,
  eventsOf,
  firstCharge,
  isRenewing,
  limitsOf,
  newTenant,
  press,
  processorObjectsOf,
  readCharge,
  report,
  today,
  upgrade,
} from './plan-change-support.ts';
import { addresses, depsAt, depsWith, noFaults, runDue, setFaults, sql, stateOf } from './support.ts';

beforeEach(calmBilling);

describe('within seven days', () => {
  const refundsOf = async (customer: Customer): Promise<string[]> =>
    (await processorObjectsOf(customer)).payments
      .filter(({ deleted }) => !deleted)
      .map(({ status }) => status);

  test('everything is refunded, nothing renews, the environment ends, data are kept', async () => {
    const customer = await newTenant('pro', 'yearly');
    const account = await accountIn(await undo(customer));
    expect(account).toMatchObject({
      situacao: 'encerrada',
      terminaEm: addDays(today(), 30),
      faturas: [{ situacao: 'devolvida', valorCentavos: 106_900 }],
    });
    expect(await refundsOf(customer)).toEqual(['REFUNDED']);
    expect(await isRenewing(customer)).toBe(false);
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    expect(await mailsAbout(customer)).toMatchObject([
      { template: 'withdrawn', refundedCentavos: 106_900, dataUntil: addDays(today(), 30) },
      { template: 'operator-notice', kind: 'withdrawal', amountCentavos: 106_900 },
    ]);
    await runJobsOnDay(31);
    await expect(contractOf(customer)).rejects.toThrow('no row');
  });

  test('repeated requests refund once', async () => {
    const customer = await newTenant('pro');
    await Promise.all([undo(customer), undo(customer), undo(customer)]);
    expect(await accountIn(await undo(customer))).toMatchObject({ situacao: 'encerrada' });
    await runJobsOnDay(0);
    expect(await templatesAbout(customer)).toEqual(['withdrawn', 'operator-notice']);
    const { events } = await stateOf<{
      events: { body: { event: string; payment?: { subscription: string } } }[];
    }>(addresses.asaasUrl);
    const refunds = events.filter(
      ({ body }) =>
        body.event === 'PAYMENT_REFUNDED' && body.payment?.subscription === customer.subscriptionId,
    );
    expect(refunds).toHaveLength(1);
  });

  test('the event about our own refund sends no notice', async () => {
    const customer = await newTenant('pro');
    await undo(customer);
    const [charge] = (await processorObjectsOf(customer)).payments;
    await report(charge?.id ?? '', 'PAYMENT_REFUNDED');
    await expect.poll(() => eventsOf(customer)).toContain('payment-event');
    expect(await templatesAbout(customer)).toEqual(['withdrawn', 'operator-notice']);
  });

  test('works after the renewal was cancelled', async () => {
    const customer = await newTenant('pro');
    await cancel(customer);
    const account = await accountIn(await read(customer));
    expect(account).toHaveProperty('arrependimentoAte');
    expect(await accountIn(await undo(customer))).toMatchObject({ situacao: 'encerrada' });
    expect(await refundsOf(customer)).toEqual(['REFUNDED']);
    expect(await templatesAbout(customer)).toEqual(['cancelled', 'withdrawn', 'operator-notice']);
  });

  test('the first purchase can still be undone after a new contract', async () => {
    const customer = await newTenant('pro');
    await cancel(customer);
    const again = await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    expect(await again.json()).toMatchObject({ status: 'applied' });
    expect(await accountIn(await read(customer))).toMatchObject({
      situacao: 'ativa',
      proximaCobranca: addDays(lastPaidDay(), 1),
      arrependimentoAte: expect.any(String),
    });
    expect(await accountIn(await undo(customer))).toMatchObject({ situacao: 'encerrada' });
    expect(await accountIn(await undo(customer))).toMatchObject({ situacao: 'encerrada' });
    expect(await refundsOf(customer)).toEqual(['REFUNDED']);
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    expect(await isRenewing(customer)).toBe(false);
    expect(await templatesAbout(customer)).not.toContain('ended');
    expect(await readAccount(depsAt(0), customer.subject)).not.toHaveProperty('arrependimentoAte');
  });

  test('a later uncharged renewal can be cancelled by its id', async () => {
    const customer = await newTenant('pro');
    await cancel(customer);
    await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    const late = depsAt(withdrawalEnd(Date.now()) - Date.now() + 60_000);
    await withdraw(late, customer.subject);
    expect(await refundsOf(customer)).toEqual(['CONFIRMED']);
    expect(await readAccount(late, customer.subject)).toMatchObject({
      situacao: 'cancelamento-agendado',
      terminaEm: lastPaidDay(),
    });
  });

  test('undoing the contract refunds a later difference too', async () => {
    const customer = await newTenant('essential', 'yearly');
    await setProcessor({ confirmMode: 'automatic' });
    const raised = await upgrade(customer, { targetPlan: 'pro' });
    await setProcessor({ confirmMode: 'manual' });
    expect(await raised.json()).toMatchObject({ status: 'applied' });
    const { charges } = (await readLedger(depsAt(0).db, customer.orderId)).facts;
    expect(charges.map(({ kind }) => kind).toSorted()).toEqual(['difference', 'period']);
    expect(await accountIn(await undo(customer))).toMatchObject({ situacao: 'encerrada' });
    for (const { paymentId } of charges)
      expect(await depsAt(0).processor.readPayment(paymentId)).toMatchObject({ state: 'refunded' });
  });

  test('undoing a difference restores the former plan and price', async () => {
    const customer = await newTenant('essential', 'yearly');
    await setProcessor({ confirmMode: 'automatic' });
    await upgrade(customer, { targetPlan: 'pro' });
    await setProcessor({ confirmMode: 'manual' });
    const { charges } = (await readLedger(depsAt(0).db, customer.orderId)).facts;
    const difference = charges.find(({ kind }) => kind === 'difference')?.paymentId ?? '';
    await withdraw(depsAt(0), customer.subject, difference);
    expect(await depsAt(0).processor.readPayment(difference)).toMatchObject({ state: 'refunded' });
    expect(await limitsOf(customer)).toMatchObject({ planId: 'essential', suspended: false });
    expect(await accountIn(await read(customer))).toMatchObject({
      situacao: 'ativa',
      plano: 'essential',
      valorCentavos: 52_900,
      compras: [{ tipo: 'contrato' }],
    });
    await runDue(priceWork, depsAt(0));
    expect((await processorObjectsOf(customer)).subscriptions.map(({ value }) => value)).toEqual([529]);
  });

  test('during a dispute it is refunded once the dispute is won', async () => {
    const customer = await newTenant('pro');
    const charge = await firstCharge(customer);
    await dispute(customer, charge);
    expect(await accountIn(await undo(customer))).toMatchObject({ situacao: 'encerrada' });
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    expect(await mailsAbout(customer)).toContainEqual(
      expect.objectContaining({ template: 'withdrawn', isDisputed: true }),
    );
    await press('payments', charge, 'win');
    await report(charge, 'PAYMENT_CONFIRMED');
    await expect
      .poll(async () => (await marksOf({ subject: customer.subject })).map(({ settledBy }) => settledBy))
      .toEqual(['won', null]);
    await runJobsOnDay(0);
    expect(await refundsOf(customer)).toEqual(['REFUNDED']);
  });

  test('a dispute lost afterwards leaves no debt', async () => {
    const customer = await newTenant('pro');
    const charge = await firstCharge(customer);
    await dispute(customer, charge);
    await undo(customer);
    await lose(charge);
    await expect
      .poll(async () =>
        (await marksOf({ subject: customer.subject })).map(({ kind, settledBy }) => [kind, settledBy]),
      )
      .toEqual([
        ['dispute', 'lost'],
        ['withdrawal', null],
      ]);
  });

  test('until the last minute of the last day, and not after', async () => {
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
    ['the refund’s response is lost', 'refund'],
    ['the response to removing the subscription is lost', 'subscription'],
  ])('%s: one refund, and the mail waits for it', async (_case, which) => {
    const customer = await newTenant('pro');
    const [charge] = (await processorObjectsOf(customer)).payments;
    const losePath =
      which === 'refund'
        ? `/v3/payments/${charge?.id}/refund`
        : `/v3/subscriptions/${customer.subscriptionId}`;
    await setFaults(addresses.asaasUrl, { loseAnswers: 1, losePath });
    expect((await undo(customer)).status).toBe(200);
    await setFaults(addresses.asaasUrl, noFaults);
    expect(await templatesAbout(customer)).toEqual([]);
    await runJobsOnDay(0);
    expect(await refundsOf(customer)).toEqual(['REFUNDED']);
    expect(await templatesAbout(customer)).toEqual(['withdrawn', 'operator-notice']);
  });

  test('during a running cancellation, no mail says the environment continues', async () => {
    const customer = await newTenant('pro', 'yearly');
    const deps = depsAt(0);
    let isUndone = false;
    const listSubscriptionPayments: typeof deps.processor.listSubscriptionPayments = async (id) => {
      if (!isUndone) {
        isUndone = true;
        await withdraw(deps, customer.subject);
      }
      return deps.processor.listSubscriptionPayments(id);
    };
    await cancelSubscription(depsWith({ processor: { listSubscriptionPayments } }), customer.subject);
    await runJobsOnDay(0);
    expect(await templatesAbout(customer)).toEqual(['withdrawn', 'operator-notice']);
  });

  test('a later charge is refunded too, without touching a later owner', async () => {
    const before = await newTenant('pro');
    await undo(before);
    await runJobsOnDay(31);
    const after = await newTenant();
    for (const [table, key] of [
      ['orders', 'id'],
      ['tenants', 'order_id'],
    ])
      await sql(`UPDATE ${table} SET subdominio = ? WHERE ${key} = ?`, before.subdominio, after.orderId);
    const [charge] = (await processorObjectsOf(before)).payments;
    const read = await readCharge(charge?.id ?? '');
    const late = { ...read, paymentId: 'pay_late', state: 'confirmed' } as const;
    const refund = vi.fn(async (_paymentId: string) => read);
    const listSubscriptionPayments = async () => [late];
    const deps = depsWith({ processor: { listSubscriptionPayments, refund } });
    await syncContractCharge(deps, late);
    await runDue(refundWork, deps);
    expect(refund.mock.calls.map(([paymentId]) => paymentId)).toEqual(['pay_late']);
    const { subdominio } = before;
    expect(await contractOf({ ...after, subdominio })).toMatchObject({ state: 'active' });
  });

  test('during an outage it is carried out later', async () => {
    const customer = await newTenant('pro');
    await setFaults(addresses.asaasUrl, { down: true });
    await setFaults(addresses.argocdUrl, { down: true });
    expect(await accountIn(await undo(customer))).toMatchObject({ situacao: 'encerrada' });
    await runJobsOnDay(0);
    await setFaults(addresses.asaasUrl, noFaults);
    await runJobsOnDay(0, 10 * 60_000);
    expect(await refundsOf(customer)).toEqual(['REFUNDED']);
    expect(await templatesAbout(customer)).toEqual([]);
    await setFaults(addresses.argocdUrl, noFaults);
    await runJobsOnDay(0, 60 * 60_000);
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    expect(await templatesAbout(customer)).toEqual(['withdrawn', 'operator-notice']);
  });
});

test('a stuck refund stops the environment and is reported after a day', async () => {
  const customer = await newTenant('pro');
  const [charge] = (await processorObjectsOf(customer)).payments;
  await setFaults(addresses.asaasUrl, { loseAnswers: 99, losePath: `/v3/payments/${charge?.id}` });
  await undo(customer);
  expect(await limitsOf(customer)).toMatchObject({ suspended: true });
  for (const days of [1, 2]) await runJobsOnDay(days);
  expect((await mailsAbout(customer)).map(({ kind }) => kind)).toEqual(['end-stuck']);
  await setFaults(addresses.asaasUrl, noFaults);
  await runJobsOnDay(3);
  expect((await templatesAbout(customer)).slice(1)).toEqual(['withdrawn', 'operator-notice']);
});
