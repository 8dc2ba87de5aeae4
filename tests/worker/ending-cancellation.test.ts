/** A cancelled renewal: no more charges, the last paid day, and the end of environment and data. */

import { describe, expect } from 'vitest';
import { addDays } from '#domain/billing/days.ts';
import { readAccount } from '#functions/account/read-account.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { endWork } from '#functions/ending/end-contract.ts';
import { removeTenant } from '#functions/ending/end-tenant.ts';
import { listDunning } from '#functions/ledger/failed-renewals.ts';
import { renewalWork } from '#functions/renewals/dunning.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { accountIn, lastPaidDay } from './account-support.ts';
import { DAY_MS, MINUTE_MS } from './billing-support.ts';
import { test } from './fixtures.ts';
import { type Customer, today } from './plan-change-support.ts';
import { addresses, answerOf, depsWith, noFaults, sendOrder, setFaults, sql, stateOf } from './support.ts';

const daysUntil = (day: string): number => Math.round((Date.parse(day) - Date.parse(today())) / DAY_MS);

describe('cancelled', () => {
  test('nothing renews, and the environment works through the last paid day', async ({
    paidTenant,
    clock,
  }) => {
    const account = await accountIn(await paidTenant.cancel());
    expect(account).toMatchObject({
      state: 'cancelled',
      endsOn: lastPaidDay(),
      plan: 'pro',
      invoices: [{ state: 'confirmed' }],
    });
    expect(account).not.toHaveProperty('nextChargeOn');
    const { subscriptions, payments } = await paidTenant.atProcessor();
    expect(subscriptions.every(({ deleted }) => deleted)).toBe(true);
    expect(payments.filter(({ deleted }) => !deleted).map(({ status }) => status)).toEqual(['CONFIRMED']);
    await clock.jobsOnDay(daysUntil(lastPaidDay()));
    expect(await paidTenant.limits()).toMatchObject({ suspended: false });
    expect(await paidTenant.mails()).toMatchObject([
      { template: 'cancelled', endsOn: lastPaidDay(), dataUntil: addDays(lastPaidDay(), 31) },
    ]);
  });

  test('a second time changes nothing and sends no mail', async ({ paidTenant }) => {
    await paidTenant.cancel();
    expect(await accountIn(await paidTenant.cancel())).toMatchObject({ endsOn: lastPaidDay() });
    await Promise.all([paidTenant.cancel(), paidTenant.cancel()]);
    expect(await paidTenant.templates()).toEqual(['cancelled']);
  });

  test('after its last day it stops, and later loses data and name', async ({ paidTenant, clock }) => {
    await paidTenant.cancel();
    const over = daysUntil(lastPaidDay()) + 1;
    await clock.jobsOnDay(over);
    expect(await paidTenant.row()).toMatchObject({ state: 'ended' });
    expect(await paidTenant.limits()).toMatchObject({ suspended: true });
    expect(await paidTenant.templates()).toEqual(['cancelled', 'ended']);
    const ended = await readAccount(clock.at(over * DAY_MS), paidTenant.subject);
    expect(ended).toMatchObject({ state: 'ended', endsOn: addDays(lastPaidDay(), 31) });

    await sql(
      'INSERT INTO quota_readings (subdomain, monitors, exact, read_at) VALUES (?, 3, 1, 1)',
      paidTenant.subdominio,
    );
    // The announced last day still counts in full.
    await clock.jobsOnDay(over + 30, 60_000);
    expect(await paidTenant.limits()).toMatchObject({ suspended: true });
    await clock.jobsOnDay(over + 31);
    await expect(paidTenant.limits()).rejects.toThrow('no application');
    const { erasedClaims } = await stateOf<{ erasedClaims: string[] }>(addresses.argocdUrl);
    expect(erasedClaims).toContain(`t-${paidTenant.orderId.replace(/-/g, '').slice(0, 16)}-data`);
    const { groups } = await stateOf<{ groups: { name: string }[] }>(addresses.identityUrl);
    expect(groups.map(({ name }) => name)).not.toContain(`tenant:${paidTenant.subdominio}`);
    expect(await (await paidTenant.read()).json()).toEqual({ environment: 'none' });
    expect(await paidTenant.events()).toEqual(expect.arrayContaining(['tenant-ended', 'tenant-removed']));
    // The name is in quarantine first: orders-quarantined-names.test.ts.
    await sql('DELETE FROM quarantined_names WHERE subdomain = ?', paidTenant.subdominio);
    const { token } = await signUp();
    expect((await sendOrder(token, newFreeOrder({ subdominio: paidTenant.subdominio }))).status).toBe(200);
  });

  test('a later owner of the name sees nothing of the former one', async ({ customerOf, clock }) => {
    const before = await customerOf();
    await before.cancel();
    const over = daysUntil(lastPaidDay()) + 1;
    await clock.jobsOnDay(over);
    await clock.jobsOnDay(over + 31);
    await expect(before.row()).rejects.toThrow('no row');
    const after = await customerOf('free');
    for (const [table, key] of [
      ['orders', 'id'],
      ['tenants', 'order_id'],
    ])
      await sql(`UPDATE ${table} SET subdomain = ? WHERE ${key} = ?`, before.subdominio, after.orderId);
    expect(await accountIn(await after.read())).toMatchObject({ state: 'free', invoices: [] });
    expect(await answerOf(await after.undo())).toMatchObject({ code: 'subscription-missing' });
  });

  test('while the cluster is down, data and name are kept', async ({ paidTenant, clock }) => {
    await paidTenant.cancel();
    const over = daysUntil(lastPaidDay()) + 1;
    await clock.jobsOnDay(over);
    await setFaults(addresses.argocdUrl, { down: true });
    await clock.jobsOnDay(over + 31);
    await setFaults(addresses.argocdUrl, noFaults);
    expect(await paidTenant.row()).toMatchObject({ state: 'ended' });
  });

  test('while the processor is down it counts at once; the job finishes it', async ({
    paidTenant,
    clock,
  }) => {
    await setFaults(addresses.asaasUrl, { down: true });
    const account = await accountIn(await paidTenant.cancel());
    expect(account).toMatchObject({ state: 'cancelled', endsOn: lastPaidDay() });
    await setFaults(addresses.asaasUrl, noFaults);
    expect(await paidTenant.templates()).toEqual([]);
    await clock.jobsOnDay(0);
    expect(await paidTenant.isRenewing()).toBe(false);
    expect(await paidTenant.templates()).toEqual(['cancelled']);
  });

  test('after a crash the scheduled job ends it at the processor', async ({ paidTenant, clock }) => {
    const killed = () => Promise.reject(new Error('killed'));
    await cancelSubscription(depsWith({ processor: { cancelSubscription: killed } }), paidTenant.subject);
    expect(await accountIn(await paidTenant.read())).toMatchObject({ state: 'cancelled' });
    expect(await paidTenant.templates()).toEqual([]);
    await clock.jobsOnDay(0);
    expect(await paidTenant.row()).toMatchObject({ subscriptionId: null, endsOn: lastPaidDay() });
    expect(await paidTenant.isRenewing()).toBe(false);
    expect(await paidTenant.templates()).toEqual(['cancelled']);
  });

  test('during grace it works that day, and unpaid days become debt', async ({ overdue, clock, deps }) => {
    await cancelSubscription(clock.at(2 * DAY_MS), overdue.subject);
    expect(await overdue.row()).toMatchObject({ endsOn: addDays(today(), 2), state: 'active' });
    expect(await overdue.limits()).toMatchObject({ suspended: false });
    expect(await listDunning(deps.db, overdue.subscriptionId ?? '')).toEqual([]);
    const debts = (await overdue.marks()).filter(({ kind }) => kind === 'debt');
    expect(debts).toMatchObject([{ reference: `${overdue.orderId}:${today()}`, days: 3, settledAt: null }]);
    await clock.jobsOnDay(3);
    expect(await overdue.row()).toMatchObject({ state: 'ended' });
    expect(await overdue.limits()).toMatchObject({ suspended: true });
  });

  test('during grace, less than R$ 5,00 is waived', async ({ overdue, deps }) => {
    await cancelSubscription(deps, overdue.subject);
    expect(await overdue.marks()).toEqual([]);
  });
});

/** A cancellation that is recorded and not yet sent to the processor. */
async function cancelUnsent(customer: Customer, days = 0): Promise<void> {
  const away = () => Promise.reject(new Error('away'));
  const deps = depsWith({ processor: { cancelSubscription: away } }, days * DAY_MS);
  await cancelSubscription(deps, customer.subject);
}

test('a failed charge is not retried after cancelling, even before the processor knows', async ({
  overdue,
  clock,
}) => {
  await cancelUnsent(overdue);
  await clock.run(renewalWork, clock.at(3 * DAY_MS + MINUTE_MS));
  expect(await overdue.statuses()).toEqual(['CONFIRMED', 'OVERDUE']);
  await clock.run(endWork, clock.at(DAY_MS));
  expect(await overdue.statuses()).toEqual(['CONFIRMED']);
  expect((await overdue.templates()).slice(1)).toEqual(['ended']);
});

test('a suspended environment that is cancelled gets no reactivation mail', async ({
  suspended,
  clock,
  deps,
}) => {
  await cancelUnsent(suspended, 16);
  // The processor has removed subscription and charges; its response is on the way.
  await deps.processor.cancelSubscription(suspended.subscriptionId ?? '');
  await clock.run(renewalWork, clock.at(17 * DAY_MS));
  await clock.run(endWork, clock.at(17 * DAY_MS));
  expect(await suspended.state()).toBe('ended');
  expect(await suspended.templates()).not.toContain('reactivated');
  expect(await suspended.limits()).toMatchObject({ suspended: true });
});

test('an environment bought again since listing is not removed', async ({ paidTenant, deps }) => {
  const active = await paidTenant.row();
  const listed = { ...active, state: 'ended' as const, stateSince: 0 };
  await removeTenant(deps, listed);
  expect(await paidTenant.limits()).toMatchObject({ suspended: false });
  expect(await paidTenant.state()).toBe('active');
});

test('a cancelled contract does not count as "already ordered"', async ({ paidTenant }) => {
  const { subdominio } = paidTenant;
  const again = newPaidOrder({ subdominio, plano: 'pro', ciclo: 'monthly' });
  expect((await sendOrder(paidTenant.token, again)).status).toBe(200);
  await paidTenant.cancel();
  const refusal = await sendOrder(paidTenant.token, again);
  expect(await refusal.json()).toMatchObject({ code: 'tenant-exists', details: { redirect: '/conta' } });
});
