/// <reference types="@cloudflare/vitest-plugin/types" />
/**
 * Sequences that could abuse correct rules about money. Each must end as the annex of the terms says
 * (content/legal/regras-de-cobranca.mdx); `npm run test:simulation` searches for others.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import type { UpgradeResponse } from '#domain/api-schemas/plan-change.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { PaidPlan } from '#domain/contract/facts.ts';
import { currentStanding } from '#domain/contract/standing.ts';
import type { BillingCycle } from '#domain/plans/ids.ts';
import { readAccount } from '#functions/account/read-account.ts';
import { startCheckout } from '#functions/checkout/start-checkout.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { endWork } from '#functions/ending/end-contract.ts';
import { withdraw } from '#functions/ending/withdraw.ts';
import { standingWork } from '#functions/ledger/apply-standing.ts';
import { refundWork } from '#functions/ledger/refunds.ts';
import { priceWork } from '#functions/ledger/send-prices.ts';
import { readLedger } from '#functions/ledger/store.ts';
import { routePayment } from '#functions/payments/route-payment.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { renewalWork } from '#functions/renewals/dunning.ts';
import { newPaidOrder } from '#tests/support/orders.ts';
import { calmBilling, DAY_MS, payAtOnce, setProcessor } from './billing-support.ts';
import { checkoutOf } from './order-support.ts';
import {
  type Customer,
  cardBlocks,
  forget,
  inputOf,
  isRenewing,
  lastCharge,
  limitsOf,
  newTenant,
  press,
  processorObjectsOf,
} from './plan-change-support.ts';
import { depsAt, depsWith, runDue, sql } from './support.ts';

beforeEach(async () => {
  await calmBilling();
  await payAtOnce();
});

/** A customer over several days. */
class Life {
  readonly customer: Customer;
  day = 0;
  constructor(customer: Customer) {
    this.customer = customer;
  }

  get deps() {
    return depsAt(this.day * DAY_MS);
  }

  async asks(targetPlan: PaidPlan, targetCycle?: BillingCycle, card = false): Promise<UpgradeResponse> {
    const request = { targetPlan, ...(targetCycle ? { targetCycle } : {}), ...(card ? cardBlocks() : {}) };
    return changePlan(this.deps, inputOf(this.customer, request));
  }

  cancels = (): Promise<void> => cancelSubscription(this.deps, this.customer.subject);
  withdraws = (): Promise<void> => withdraw(this.deps, this.customer.subject);
  account = () => readAccount(this.deps, this.customer.subject);

  /** Lets so many days pass, with the scheduled jobs of the last one. */
  async waits(days: number): Promise<void> {
    this.day += days;
    for (const kind of [renewalWork, endWork, standingWork, refundWork, priceWork])
      await runDue(kind, this.deps);
  }

  /** Lets days pass until the day after the paid ones. */
  async waitsForDueDay(): Promise<string> {
    const { paidThrough } = await this.standing();
    while (businessDay(this.deps.clock.now()) <= (paidThrough ?? '')) this.day += 1;
    await this.waits(0);
    return businessDay(this.deps.clock.now());
  }

  async standing() {
    return currentStanding(
      (await readLedger(this.deps.db, this.customer.orderId)).facts,
      this.deps.clock.now(),
    );
  }

  /** Sends the Worker the processor's event about a charge. */
  async hears(paymentId: string): Promise<void> {
    const payment = await this.deps.processor.readPayment(paymentId);
    if (payment !== null) await routePayment(this.deps, payment, null);
  }

  /** Lets the due charge fail. */
  async declines(): Promise<void> {
    const { payments, subscriptions } = await processorObjectsOf(this.customer);
    const due = payments.findLast(({ status, deleted }) => status === 'PENDING' && !deleted);
    if (due === undefined) await press('subscriptions', subscriptions.at(-1)?.id ?? '', 'renew');
    const charge = due ?? (await processorObjectsOf(this.customer)).payments.at(-1);
    await press('payments', charge?.id ?? '', 'overdue');
    await this.hears(charge?.id ?? '');
  }

  async paidReais(): Promise<number> {
    const { payments } = await processorObjectsOf(this.customer);
    return payments.filter(({ status }) => status === 'CONFIRMED').reduce((sum, { value }) => sum + value, 0);
  }
}

const customerOf = async (plan: PaidPlan, cycle: BillingCycle = 'monthly') =>
  new Life(await newTenant(plan, cycle));

describe('a plan never lasts longer than it is paid', () => {
  test('buying and cancelling the same plan on the last paid day, repeatedly', async () => {
    const life = await customerOf('enterprise');
    await life.cancels();
    await life.waitsForDueDay();
    life.day -= 1;
    expect(await life.asks('enterprise', 'monthly', true)).toMatchObject({
      status: 'applied',
      hojeCentavos: 0,
    });
    await life.cancels();
    await life.waits(1);
    expect((await life.standing()).state).toBe('ended');
    // From here on the plan must be bought and paid first.
    expect(await life.asks('enterprise', 'monthly', true)).toMatchObject({ status: 'waiting-payment' });
    expect(await limitsOf(life.customer)).toMatchObject({ suspended: true });
  });

  test('trust is not given again after cancelling and resuming a smaller plan', async () => {
    const life = await customerOf('essential');
    expect(await life.asks('enterprise')).toMatchObject({ status: 'applied', hojeCentavos: 0 });
    expect(await limitsOf(life.customer)).toMatchObject({ planId: 'enterprise' });
    await life.waits(20);
    await life.cancels();
    expect(await limitsOf(life.customer)).toMatchObject({ planId: 'essential' });
    expect(await life.asks('essential', 'monthly', true)).toMatchObject({
      status: 'applied',
      hojeCentavos: 0,
    });
    const again = await life.asks('enterprise');
    expect(again.hojeCentavos).toBeGreaterThan(0);
  });

  test('a card that declines after trust leaves the paid plan for fifteen days', async () => {
    const life = await customerOf('essential');
    await life.asks('enterprise');
    await life.waitsForDueDay();
    await life.declines();
    expect(await life.standing()).toMatchObject({ plan: 'essential', basis: 'grace' });
    expect(await limitsOf(life.customer)).toMatchObject({ planId: 'essential', suspended: false });
    await setProcessor({ declinesCharges: true });
    await life.waits(16);
    expect(await limitsOf(life.customer)).toMatchObject({ suspended: true });
  });

  test('a paid year of the smaller plan gives no year of the larger', async () => {
    const life = await customerOf('essential', 'yearly');
    const raised = await life.asks('enterprise');
    expect(raised).toMatchObject({ status: 'applied' });
    expect(raised.hojeCentavos).toBeGreaterThan(250_000);
    await life.cancels();
    expect(await life.paidReais()).toBeGreaterThan(3_000);
    expect(await limitsOf(life.customer)).toMatchObject({ planId: 'enterprise' });
  });

  test('switching from a year to a month pays the year’s difference', async () => {
    const life = await customerOf('essential', 'yearly');
    const raised = await life.asks('pro', 'monthly');
    expect(raised.hojeCentavos).toBeGreaterThan(50_000);
    expect((await life.standing()).renewal).toMatchObject({
      plan: 'pro',
      cycle: 'monthly',
      amountCentavos: 9900,
    });
  });
});

describe('refunds are made, and used days are owed', () => {
  test('cancelled, resumed and withdrawn on the same day: everything is refunded', async () => {
    const life = await customerOf('enterprise', 'yearly');
    await life.cancels();
    await life.asks('enterprise', 'yearly', true);
    await life.withdraws();
    await life.withdraws();
    expect(await life.paidReais()).toBe(0);
    expect(await life.account()).toMatchObject({ situacao: 'encerrada' });
    expect(await life.account()).not.toHaveProperty('arrependimentoAte');
    expect(await isRenewing(life.customer)).toBe(false);
  });

  test('resuming and withdrawing at once leaves no plan and no subscription', async () => {
    const life = await customerOf('enterprise', 'yearly');
    await life.cancels();
    const slow =
      <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
      async (...args: A): Promise<T> => {
        const answer = await call(...args);
        await scheduler.wait(150);
        return answer;
      };
    const { cluster } = life.deps;
    const deps = depsWith({ cluster: { ensureApplication: slow(cluster.ensureApplication) } });
    const resumed = changePlan(deps, inputOf(life.customer, { targetPlan: 'enterprise', ...cardBlocks() }));
    const opened = () => sql('SELECT 1 FROM plan_changes WHERE order_id = ?', life.customer.orderId);
    await expect.poll(async () => (await opened()).length, { interval: 5 }).toBe(1);
    await Promise.allSettled([resumed, withdraw(deps, life.customer.subject)]);
    await forget(life.customer);
    await life.waits(0);
    expect((await life.standing()).state).toBe('ended');
    expect(await life.paidReais()).toBe(0);
    expect((await processorObjectsOf(life.customer)).subscriptions.filter(({ deleted }) => !deleted)).toEqual(
      [],
    );
    expect(await limitsOf(life.customer)).toMatchObject({ suspended: true });
  });

  test('a withdrawn difference costs again when bought again', async () => {
    const life = await customerOf('essential', 'yearly');
    const first = await life.asks('pro');
    const difference = (await life.account()).compras?.find(({ tipo }) => tipo === 'diferenca');
    await withdraw(life.deps, life.customer.subject, difference?.id);
    expect(await life.standing()).toMatchObject({
      plan: 'essential',
      state: 'active',
      renewal: { plan: 'essential' },
    });
    expect(await limitsOf(life.customer)).toMatchObject({ planId: 'essential' });
    await life.waits(0);
    expect((await processorObjectsOf(life.customer)).subscriptions.at(-1)?.value).toBe(529);
    await sql(
      "UPDATE plan_changes SET settled_at = 1 WHERE order_id = ? AND state = 'applied'",
      life.customer.orderId,
    );
    expect((await life.asks('pro')).hojeCentavos).toBe(first.hojeCentavos);
  });

  test('a lost dispute without its event ends days and renewal, leaving a debt', async () => {
    const life = await customerOf('enterprise', 'yearly');
    await life.cancels();
    await life.asks('enterprise', 'yearly', true);
    await life.waits(100);
    const [first] = (await processorObjectsOf(life.customer)).payments;
    await press('payments', first?.id ?? '', 'lose');
    await life.hears(first?.id ?? '');
    await life.waits(0);
    expect(await life.account()).toMatchObject({ situacao: 'encerrada', divida: { dias: 101 } });
    expect(await isRenewing(life.customer)).toBe(false);
    await expect(life.asks('enterprise', 'monthly', true)).rejects.toMatchObject({ code: 'debt-open' });
  });

  test('grace, cancellation and a new account of the same payer', async () => {
    const cpf = cardBlocks().cardHolder;
    const order = newPaidOrder({ cardHolder: cpf, plano: 'pro', ciclo: 'monthly' });
    const life = await customerOf('pro');
    const payer = await depsAt(0).partyHash(`payer:${cpf.cpfCnpj}`);
    await sql('UPDATE contracts SET payer = ? WHERE order_id = ?', payer, life.customer.orderId);
    await life.waitsForDueDay();
    await life.declines();
    await setProcessor({ declinesCharges: true });
    await life.waits(14);
    await life.cancels();
    expect((await life.account()).divida?.dias).toBe(15);
    const other = { subject: crypto.randomUUID() };
    await expect(startCheckout(life.deps, checkoutOf(other.subject, order))).rejects.toMatchObject({
      code: 'debt-open',
      details: { dias: '15' },
    });
  });

  test('after two withdrawals the third purchase waits for an operator', async () => {
    const life = await customerOf('pro');
    await life.withdraws();
    const buy = () => life.asks('pro', 'monthly', true);
    await buy();
    const bought = await lastCharge(life.customer);
    await press('payments', bought, 'confirm');
    await life.hears(bought);
    expect((await life.standing()).state).toBe('active');
    await life.withdraws();
    await expect(buy()).rejects.toMatchObject({ code: 'purchase-held' });
  });
});

test("a free customer's cycle is monthly, whatever was chosen at the free sign-up", async () => {
  const customer = await newTenant('free', 'yearly');
  expect((await new Life(customer).account()).ciclo).toBe('monthly');
});
