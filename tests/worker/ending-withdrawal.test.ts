/** A withdrawal within the legal seven days: everything is refunded, once. */

import { describe, expect, vi } from 'vitest';
import { addDays } from '#domain/billing/days.ts';
import { withdrawalEnd } from '#domain/billing/withdrawal.ts';
import { readAccount } from '#functions/account/read-account.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { withdraw } from '#functions/ending/withdraw.ts';
import { refundWork } from '#functions/ledger/refunds.ts';
import { priceWork } from '#functions/ledger/send-prices.ts';
import { readLedger } from '#functions/ledger/store.ts';
import { syncContractCharge } from '#functions/renewals/sync-contract-charge.ts';
import { accountIn, lastPaidDay } from './account-support.ts';
import { test } from './fixtures.ts';
import { cardBlocks, contractOf, today } from './plan-change-support.ts';
import { addresses, depsWith, noFaults, setFaults, sql, stateOf } from './support.ts';

describe('within seven days', () => {
  test('everything is refunded, nothing renews, the environment ends, data are kept', async ({
    customerOf,
    clock,
  }) => {
    const customer = await customerOf('pro', 'yearly');
    const account = await accountIn(await customer.undo());
    expect(account).toMatchObject({
      state: 'ended',
      endsOn: addDays(today(), 30),
      invoices: [{ state: 'refunded', amountCentavos: 106_900 }],
    });
    expect(await customer.statuses()).toEqual(['REFUNDED']);
    expect(await customer.isRenewing()).toBe(false);
    expect(await customer.limits()).toMatchObject({ suspended: true });
    expect(await customer.mails()).toMatchObject([
      { template: 'withdrawn', refundedCentavos: 106_900, dataUntil: addDays(today(), 30) },
      { template: 'operator-notice', kind: 'withdrawal', amountCentavos: 106_900 },
    ]);
    await clock.jobsOnDay(31);
    await expect(customer.row()).rejects.toThrow('no row');
  });

  test('repeated requests refund once', async ({ paidTenant, clock }) => {
    await Promise.all([paidTenant.undo(), paidTenant.undo(), paidTenant.undo()]);
    expect(await accountIn(await paidTenant.undo())).toMatchObject({ state: 'ended' });
    await clock.jobsOnDay(0);
    expect(await paidTenant.templates()).toEqual(['withdrawn', 'operator-notice']);
    const { events } = await stateOf<{
      events: { body: { event: string; payment?: { subscription: string } } }[];
    }>(addresses.asaasUrl);
    const refunds = events.filter(
      ({ body }) =>
        body.event === 'PAYMENT_REFUNDED' && body.payment?.subscription === paidTenant.subscriptionId,
    );
    expect(refunds).toHaveLength(1);
  });

  test('the event about our own refund sends no notice', async ({ paidTenant, processor }) => {
    await paidTenant.undo();
    const [charge] = (await paidTenant.atProcessor()).payments;
    await processor.report(charge?.id ?? '', 'PAYMENT_REFUNDED');
    await expect.poll(() => paidTenant.events()).toContain('payment-event');
    expect(await paidTenant.templates()).toEqual(['withdrawn', 'operator-notice']);
  });

  test('works after the renewal was cancelled', async ({ paidTenant }) => {
    await paidTenant.cancel();
    const account = await accountIn(await paidTenant.read());
    expect(account).toHaveProperty('withdrawUntil');
    expect(await accountIn(await paidTenant.undo())).toMatchObject({ state: 'ended' });
    expect(await paidTenant.statuses()).toEqual(['REFUNDED']);
    expect(await paidTenant.templates()).toEqual(['cancelled', 'withdrawn', 'operator-notice']);
  });

  test('the first purchase can still be undone after a new contract', async ({ paidTenant, deps }) => {
    await paidTenant.cancel();
    const again = await paidTenant.upgrade({ targetPlan: 'pro', ...cardBlocks() });
    expect(await again.json()).toMatchObject({ status: 'applied' });
    expect(await accountIn(await paidTenant.read())).toMatchObject({
      ...{ state: 'active', nextChargeOn: addDays(lastPaidDay(), 1) },
      withdrawUntil: expect.any(String),
    });
    expect(await accountIn(await paidTenant.undo())).toMatchObject({ state: 'ended' });
    expect(await accountIn(await paidTenant.undo())).toMatchObject({ state: 'ended' });
    expect(await paidTenant.statuses()).toEqual(['REFUNDED']);
    expect(await paidTenant.limits()).toMatchObject({ suspended: true });
    expect(await paidTenant.isRenewing()).toBe(false);
    expect(await paidTenant.templates()).not.toContain('ended');
    expect(await readAccount(deps, paidTenant.subject)).not.toHaveProperty('withdrawUntil');
  });

  test('a later uncharged renewal can be cancelled by its id', async ({ paidTenant, clock }) => {
    await paidTenant.cancel();
    await paidTenant.upgrade({ targetPlan: 'pro', ...cardBlocks() });
    const late = clock.at(withdrawalEnd(Date.now()) - Date.now() + 60_000);
    await withdraw(late, paidTenant.subject);
    expect(await paidTenant.statuses()).toEqual(['CONFIRMED']);
    expect(await readAccount(late, paidTenant.subject)).toMatchObject({
      ...{ state: 'cancelled', endsOn: lastPaidDay() },
    });
  });

  test('undoing the contract refunds a later difference too', async ({ customerOf, processor, deps }) => {
    const customer = await customerOf('essential', 'yearly');
    await processor.set({ confirmMode: 'automatic' });
    const raised = await customer.upgrade({ targetPlan: 'pro' });
    await processor.set({ confirmMode: 'manual' });
    expect(await raised.json()).toMatchObject({ status: 'applied' });
    const { charges } = (await readLedger(deps.db, customer.orderId)).facts;
    expect(charges.map(({ kind }) => kind).toSorted()).toEqual(['difference', 'period']);
    expect(await accountIn(await customer.undo())).toMatchObject({ state: 'ended' });
    for (const { paymentId } of charges)
      expect(await deps.processor.readPayment(paymentId)).toMatchObject({ state: 'refunded' });
  });

  test('undoing a difference restores the former plan and price', async ({
    customerOf,
    processor,
    clock,
    deps,
  }) => {
    const customer = await customerOf('essential', 'yearly');
    await processor.set({ confirmMode: 'automatic' });
    await customer.upgrade({ targetPlan: 'pro' });
    await processor.set({ confirmMode: 'manual' });
    const { charges } = (await readLedger(deps.db, customer.orderId)).facts;
    const difference = charges.find(({ kind }) => kind === 'difference')?.paymentId ?? '';
    await withdraw(deps, customer.subject, difference);
    expect(await deps.processor.readPayment(difference)).toMatchObject({ state: 'refunded' });
    expect(await customer.limits()).toMatchObject({ planId: 'essential', suspended: false });
    expect(await accountIn(await customer.read())).toMatchObject({
      ...{ state: 'active', plan: 'essential', amountCentavos: 52_900 },
      purchases: [{ kind: 'contract' }],
    });
    await clock.run(priceWork, deps);
    expect((await customer.atProcessor()).subscriptions.map(({ value }) => value)).toEqual([529]);
  });

  test('during a dispute it is refunded once the dispute is won', async ({
    paidTenant,
    processor,
    clock,
  }) => {
    const charge = await paidTenant.firstCharge();
    await paidTenant.dispute(charge);
    expect(await accountIn(await paidTenant.undo())).toMatchObject({ state: 'ended' });
    expect(await paidTenant.limits()).toMatchObject({ suspended: true });
    expect(await paidTenant.mails()).toContainEqual(
      expect.objectContaining({ template: 'withdrawn', isDisputed: true }),
    );
    await processor.press('payments', charge, 'win');
    await processor.report(charge, 'PAYMENT_CONFIRMED');
    await expect
      .poll(async () => (await paidTenant.marks()).map(({ settledBy }) => settledBy))
      .toEqual(['won', null]);
    await clock.jobsOnDay(0);
    expect(await paidTenant.statuses()).toEqual(['REFUNDED']);
  });

  test('a dispute lost afterwards leaves no debt', async ({ paidTenant, processor }) => {
    const charge = await paidTenant.firstCharge();
    await paidTenant.dispute(charge);
    await paidTenant.undo();
    await processor.lose(charge);
    await expect
      .poll(async () => (await paidTenant.marks()).map(({ kind, settledBy }) => [kind, settledBy]))
      .toEqual([
        ['dispute', 'lost'],
        ['withdrawal', null],
      ]);
  });

  test('until the last minute of the last day, and not after', async ({ paidTenant, clock }) => {
    const { contractedAt } = await paidTenant.row();
    const left = withdrawalEnd(contractedAt ?? 0) - Date.now();
    const late = clock.at(left + 60_000);
    await expect(withdraw(late, paidTenant.subject)).rejects.toMatchObject({ code: 'withdrawal-over' });
    expect(await readAccount(late, paidTenant.subject)).not.toHaveProperty('withdrawUntil');
    await withdraw(clock.at(left - 60_000), paidTenant.subject);
    expect(await paidTenant.statuses()).toEqual(['REFUNDED']);
  });

  test.for([
    ['the refund’s response is lost', 'refund'],
    ['the response to removing the subscription is lost', 'subscription'],
  ])('%s: one refund, and the mail waits for it', async ([, which], { paidTenant, clock }) => {
    const [charge] = (await paidTenant.atProcessor()).payments;
    const losePath =
      which === 'refund'
        ? `/v3/payments/${charge?.id}/refund`
        : `/v3/subscriptions/${paidTenant.subscriptionId}`;
    await setFaults(addresses.asaasUrl, { loseAnswers: 1, losePath });
    expect((await paidTenant.undo()).status).toBe(200);
    await setFaults(addresses.asaasUrl, noFaults);
    expect(await paidTenant.templates()).toEqual([]);
    await clock.jobsOnDay(0);
    expect(await paidTenant.statuses()).toEqual(['REFUNDED']);
    expect(await paidTenant.templates()).toEqual(['withdrawn', 'operator-notice']);
  });

  test('during a running cancellation, no mail says the environment continues', async ({
    customerOf,
    clock,
  }) => {
    const customer = await customerOf('pro', 'yearly');
    const deps = clock.at(0);
    let isUndone = false;
    const listSubscriptionPayments: typeof deps.processor.listSubscriptionPayments = async (id) => {
      if (!isUndone) {
        isUndone = true;
        await withdraw(deps, customer.subject);
      }
      return deps.processor.listSubscriptionPayments(id);
    };
    await cancelSubscription(depsWith({ processor: { listSubscriptionPayments } }), customer.subject);
    await clock.jobsOnDay(0);
    expect(await customer.templates()).toEqual(['withdrawn', 'operator-notice']);
  });

  test('a later charge is refunded too, without touching a later owner', async ({
    customerOf,
    processor,
    clock,
  }) => {
    const before = await customerOf();
    await before.undo();
    await clock.jobsOnDay(31);
    const after = await customerOf('free');
    for (const [table, key] of [
      ['orders', 'id'],
      ['tenants', 'order_id'],
    ])
      await sql(`UPDATE ${table} SET subdomain = ? WHERE ${key} = ?`, before.subdominio, after.orderId);
    const [charge] = (await before.atProcessor()).payments;
    const read = await processor.charge(charge?.id ?? '');
    const late = { ...read, paymentId: 'pay_late', state: 'confirmed' } as const;
    const refund = vi.fn(async (_paymentId: string) => read);
    const listSubscriptionPayments = async () => [late];
    const deps = depsWith({ processor: { listSubscriptionPayments, refund } });
    await syncContractCharge(deps, late);
    await clock.run(refundWork, deps);
    expect(refund.mock.calls.map(([paymentId]) => paymentId)).toEqual(['pay_late']);
    const { subdominio } = before;
    expect(await contractOf({ ...after, subdominio })).toMatchObject({ state: 'active' });
  });

  test('during an outage it is carried out later', async ({ paidTenant, clock }) => {
    await setFaults(addresses.asaasUrl, { down: true });
    await setFaults(addresses.argocdUrl, { down: true });
    expect(await accountIn(await paidTenant.undo())).toMatchObject({ state: 'ended' });
    await clock.jobsOnDay(0);
    await setFaults(addresses.asaasUrl, noFaults);
    await clock.jobsOnDay(0, 10 * 60_000);
    expect(await paidTenant.statuses()).toEqual(['REFUNDED']);
    expect(await paidTenant.templates()).toEqual([]);
    await setFaults(addresses.argocdUrl, noFaults);
    await clock.jobsOnDay(0, 60 * 60_000);
    expect(await paidTenant.limits()).toMatchObject({ suspended: true });
    expect(await paidTenant.templates()).toEqual(['withdrawn', 'operator-notice']);
  });
});

test('a stuck refund stops the environment and is reported after a day', async ({ paidTenant, clock }) => {
  const [charge] = (await paidTenant.atProcessor()).payments;
  await setFaults(addresses.asaasUrl, { loseAnswers: 99, losePath: `/v3/payments/${charge?.id}` });
  await paidTenant.undo();
  expect(await paidTenant.limits()).toMatchObject({ suspended: true });
  for (const days of [1, 2]) await clock.jobsOnDay(days);
  expect((await paidTenant.mails()).map(({ kind }) => kind)).toEqual(['end-stuck']);
  await setFaults(addresses.asaasUrl, noFaults);
  await clock.jobsOnDay(3);
  expect((await paidTenant.templates()).slice(1)).toEqual(['withdrawn', 'operator-notice']);
});
