/** Payments for a plan change that are late, missing, or arrive after a contract change. */

import { beforeEach, describe, expect } from 'vitest';
import type { Deps } from '#functions/compose.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { withdraw } from '#functions/ending/withdraw.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { catalog, reais } from '#tests/support/catalog.ts';
import { accountIn, cancel, undo } from './account-support.ts';
import { lose, payAtOnce } from './billing-support.ts';
import { test } from './fixtures.ts';
import {
  type Customer,
  cardBlocks,
  changesOf,
  contractOf,
  inputOf,
  lastCharge,
  limitsOf,
  mailsOf,
  newTenant,
  pay,
  press,
  processorObjectsOf,
  readCharge,
  report,
  standingOf,
  upgrade,
} from './plan-change-support.ts';
import { closeChanges, closeChangesOf, firstPage, lostAnswer, sweep } from './plan-change-waiting.ts';
import { confirmPayment, depsAt, depsWith, sql } from './support.ts';

beforeEach(closeChanges);

const HOUR_MS = 3_600_000;

describe('no payment', () => {
  test('an expired page is closed; the next request opens another', async ({ tenant }) => {
    await upgrade(tenant, { targetPlan: 'pro' });
    await sweep(tenant, 23 * HOUR_MS);
    expect(await changesOf(tenant)).toMatchObject([{ state: 'waiting' }]);
    await sweep(tenant, 25 * HOUR_MS);
    expect(await changesOf(tenant)).toMatchObject([{ state: 'closed' }]);
    expect((await processorObjectsOf(tenant)).checkouts).toMatchObject([{ status: 'CANCELED' }]);
    await upgrade(tenant, { targetPlan: 'pro' });
    expect((await processorObjectsOf(tenant)).checkouts.map(({ status }) => status)).toEqual([
      'CANCELED',
      'ACTIVE',
    ]);
  });

  test('an expired page is not offered again', async ({ tenant }) => {
    await upgrade(tenant, { targetPlan: 'pro' });
    const later = depsAt(24 * HOUR_MS + 1000);
    await changePlan(later, inputOf(tenant, { targetPlan: 'pro' }));
    expect((await processorObjectsOf(tenant)).checkouts.map(({ status }) => status)).toEqual([
      'CANCELED',
      'ACTIVE',
    ]);
  });

  test('a charge that stays refused ends with its subscription', async ({ tenant }) => {
    await upgrade(tenant, { targetPlan: 'pro', ...cardBlocks() });
    await press('payments', await lastCharge(tenant), 'refuse');
    await sweep(tenant, 25 * HOUR_MS);
    expect((await processorObjectsOf(tenant)).subscriptions).toMatchObject([{ deleted: true }]);
    expect(await changesOf(tenant)).toMatchObject([{ state: 'closed' }]);
  });

  test('it waits for a charge that may still be confirmed', async ({ tenant }) => {
    await upgrade(tenant, { targetPlan: 'pro', ...cardBlocks() });
    await sweep(tenant, 25 * HOUR_MS);
    expect((await processorObjectsOf(tenant)).subscriptions).toMatchObject([{ deleted: false }]);
    expect(await changesOf(tenant)).toMatchObject([{ state: 'waiting' }]);
  });

  test('an underpayment raises nothing and is reported once', async ({ tenant }) => {
    await upgrade(tenant, { targetPlan: 'pro', ...cardBlocks() });
    await confirmPayment(await lastCharge(tenant));
    await sql(
      'UPDATE plan_changes SET amount_centavos = amount_centavos + 1 WHERE order_id = ?',
      tenant.orderId,
    );
    await sweep(tenant);
    await sweep(tenant);
    expect(await contractOf(tenant)).toMatchObject({ plan: 'free' });
    expect((await tenant.events()).filter((kind) => kind === 'operator-notice')).toHaveLength(1);
  });
});

describe('a late payment', () => {
  /** A page paid although its change had been closed. */
  async function paidTooLate(customer: Customer): Promise<string> {
    await upgrade(customer, { targetPlan: 'pro' });
    await closeChangesOf(customer);
    await press('checkouts', await firstPage(customer), 'pay');
    return lastCharge(customer);
  }

  test('comes into force if nothing has replaced it', async ({ tenant }) => {
    const charge = await paidTooLate(tenant);
    await report(charge);
    await report(charge);
    await expect.poll(() => contractOf(tenant)).toMatchObject({ plan: 'pro' });
    const { customerId, subscriptionId } = await contractOf(tenant);
    expect(customerId).toMatch(/^cus_/);
    expect((await processorObjectsOf(tenant)).subscriptions).toMatchObject([
      { id: subscriptionId, deleted: false },
    ]);
    expect(await tenant.events()).toContain('late-payment-applied');
    expect(await mailsOf(tenant)).toHaveLength(1);
  });

  test('is refunded under another contract, and does not renew', async ({ tenant }) => {
    const charge = await paidTooLate(tenant);
    await upgrade(tenant, { targetPlan: 'enterprise', ...cardBlocks() });
    const other = await lastCharge(tenant);
    await pay(other);
    await expect.poll(() => contractOf(tenant)).toMatchObject({ plan: 'enterprise' });
    await report(charge);
    await expect.poll(() => tenant.events()).toContain('late-payment-refunded');
    const { payments, subscriptions } = await processorObjectsOf(tenant);
    expect(payments.map(({ value, status }) => [value, status])).toEqual([
      [reais('pro', 'monthly'), 'REFUNDED'],
      [reais('enterprise', 'monthly'), 'CONFIRMED'],
    ]);
    expect(subscriptions.map(({ value, deleted }) => [value, deleted])).toEqual([
      [reais('pro', 'monthly'), true],
      [reais('enterprise', 'monthly'), false],
    ]);
  });

  test('is refunded while another change waits for payment', async ({ tenant }) => {
    const charge = await paidTooLate(tenant);
    await upgrade(tenant, { targetPlan: 'enterprise' });
    await report(charge);
    await expect.poll(() => tenant.events()).toContain('late-payment-refunded');
    expect((await processorObjectsOf(tenant)).payments).toMatchObject([{ status: 'REFUNDED' }]);
    expect(await contractOf(tenant)).toMatchObject({ plan: 'free' });
    expect((await changesOf(tenant)).at(-1)).toMatchObject({ state: 'waiting', plan: 'enterprise' });
  });

  test('is refunded when the environment is gone', async ({ tenant }) => {
    await upgrade(tenant, { targetPlan: 'pro' });
    await press('checkouts', await firstPage(tenant), 'pay');
    await sql('DELETE FROM tenants WHERE order_id = ?', tenant.orderId);
    await report(await lastCharge(tenant));
    await expect.poll(() => changesOf(tenant)).toMatchObject([{ state: 'closed' }]);
    const { payments, subscriptions } = await processorObjectsOf(tenant);
    expect(payments).toMatchObject([{ status: 'REFUNDED' }]);
    expect(subscriptions).toMatchObject([{ deleted: true }]);
  });

  test('a subscription found after its change was closed ends before charging', async () => {
    const customer = await lostAnswer();
    await closeChangesOf(customer);
    await report(await lastCharge(customer), 'PAYMENT_CREATED');
    await expect
      .poll(() => processorObjectsOf(customer))
      .toMatchObject({ subscriptions: [{ deleted: true }] });
  });
});

describe('the contract changes meanwhile', () => {
  /** Runs `change` while the environment gets its new limits. */
  const changedDuring = (change: () => Promise<unknown>): Deps =>
    depsWith({
      cluster: {
        ensureApplication: async (application) => {
          await depsAt(0).cluster.ensureApplication(application);
          await change();
        },
      },
    });

  test('cancelling the renewal during an upgrade also cancels the upgrade', async ({ essentialTenant }) => {
    const meanwhile = changedDuring(() => cancelSubscription(depsAt(0), essentialTenant.subject));
    const asked = changePlan(meanwhile, inputOf(essentialTenant, { targetPlan: 'pro' }));
    await expect(asked).rejects.toMatchObject({ code: 'quote-changed' });
    expect(await limitsOf(essentialTenant)).toMatchObject({
      planId: 'essential',
      monitorsMax: catalog.plan('essential').limits.monitors,
    });
    expect(await standingOf(essentialTenant)).toMatchObject({ plan: 'essential', renewal: null });
    expect(await essentialTenant.events()).toContain('upgrade-called-off');
    expect(await mailsOf(essentialTenant)).toEqual([]);
  });

  describe('a page for the days after a cancelled, then refunded contract', () => {
    /** No stored card: the renewal is resumed on the processor's page. */
    const noCard = depsWith({ processor: { readCard: async () => null } });
    const boughtAfterWithdrawal = async (): Promise<Customer> => {
      const customer = await newTenant('pro', 'yearly');
      await cancel(customer);
      const answer = await changePlan(noCard, inputOf(customer, { targetPlan: 'pro' }));
      expect(answer).toMatchObject({ status: 'waiting-payment', hojeCentavos: 0 });
      expect(await accountIn(await undo(customer))).toMatchObject({ state: 'ended' });
      await press('checkouts', await firstPage(customer), 'pay');
      return customer;
    };

    test('restores nothing for free, and does not renew', async () => {
      const customer = await boughtAfterWithdrawal();
      await sweep(customer);
      const { subscriptions, payments } = await processorObjectsOf(customer);
      expect(subscriptions.map(({ deleted }) => deleted)).toEqual([true, true]);
      expect(payments.map(({ status, deleted }) => [status, deleted])).toEqual([
        ['REFUNDED', false],
        ['PENDING', true],
      ]);
      expect(await contractOf(customer)).toMatchObject({ state: 'ended', subscriptionId: null });
      expect(await limitsOf(customer)).toMatchObject({ suspended: true });
      expect(await changesOf(customer)).toMatchObject([{ state: 'closed' }]);
    });

    test('is refunded when its charge was for future days', async () => {
      const customer = await boughtAfterWithdrawal();
      await confirmPayment(await lastCharge(customer));
      await sweep(customer);
      expect((await processorObjectsOf(customer)).payments.map(({ status }) => status)).toEqual([
        'REFUNDED',
        'REFUNDED',
      ]);
      expect(await contractOf(customer)).toMatchObject({ state: 'ended', subscriptionId: null });
    });
  });

  test('a request that lost its lease writes nothing', async ({ essentialTenant }) => {
    const meanwhile = changedDuring(() =>
      sql(
        'UPDATE plan_changes SET lease_until = lease_until + 1 WHERE order_id = ?',
        essentialTenant.orderId,
      ),
    );
    const asked = changePlan(meanwhile, inputOf(essentialTenant, { targetPlan: 'pro' }));
    await expect(asked).rejects.toMatchObject({ code: 'idempotency-in-progress' });
    expect(await contractOf(essentialTenant)).toMatchObject({ plan: 'essential' });
    await sweep(essentialTenant);
    expect(await contractOf(essentialTenant)).toMatchObject({ plan: 'pro' });
  });
});

describe('a difference calculated from another one', () => {
  /** Pro is paid for the rest of the year, Enterprise waits on its page. */
  async function waitingTwice() {
    await payAtOnce();
    const customer = await newTenant('essential', 'yearly');
    await changePlan(depsAt(0), inputOf(customer, { targetPlan: 'pro' }));
    const first = await lastCharge(customer);
    const hosted: Deps = { ...depsAt(0), cardEntry: 'hosted' };
    await changePlan(hosted, inputOf(customer, { targetPlan: 'enterprise' }));
    return { customer, first, second: await lastCharge(customer) };
  }

  test.each([
    ['withdrawn', (first: string, subject: string) => withdraw(depsAt(0), subject, first)],
    ['lost to a dispute', lose],
  ])('is refunded when that one was %s', async (_how, undoFirst) => {
    const { customer, first, second } = await waitingTwice();
    await undoFirst(first, customer.subject);
    await expect.poll(() => standingOf(customer)).toMatchObject({ plan: 'essential' });
    await pay(second);
    await expect.poll(async () => (await readCharge(second)).state).toBe('refunded');
  });

  test('comes into force when that one stays', async () => {
    const { customer, second } = await waitingTwice();
    await pay(second);
    await expect.poll(() => limitsOf(customer)).toMatchObject({ planId: 'enterprise' });
  });
});
