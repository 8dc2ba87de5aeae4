/// <reference types="@cloudflare/vitest-plugin/types" />
/** Cases where one purchase is withdrawn, lost or removed while another one builds on it. */

import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, renewalDay } from '#domain/billing/days.ts';
import { readAccount } from '#functions/account/read-account.ts';
import type { Deps } from '#functions/compose.ts';
import { collectDebt } from '#functions/debts/collect-debt.ts';
import { findMarks } from '#functions/debts/marks-store.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { endWork } from '#functions/ending/end-contract.ts';
import { withdraw } from '#functions/ending/withdraw.ts';
import { refundWork } from '#functions/ledger/refunds.ts';
import { routePayment } from '#functions/payments/route-payment.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { deleteCustomer } from '#functions/privacy/delete-customer.ts';
import {
  calmBilling,
  DAY_MS,
  lose,
  overdueCustomer,
  payAtOnce,
  suspendedCustomer,
} from './billing-support.ts';
import { type Buyer, failedOrder, orderOf, paidOrder } from './checkout-undelivered-support.ts';
import { eventsAbout } from './order-support.ts';
import {
  type Customer,
  cardBlocks,
  factsOf,
  firstCharge,
  inputOf,
  lastCharge,
  limitsOf,
  newTenant,
  pay,
  press,
  processorObjectsOf,
  readCharge,
  renew,
  standingOf,
  today,
} from './plan-change-support.ts';
import { closeChanges } from './plan-change-waiting.ts';
import { confirmPayment, depsAt, depsWith, runDue, sql } from './support.ts';

beforeEach(async () => {
  await calmBilling();
  await closeChanges();
  await payAtOnce();
});

const openDebts = async (customer: Customer): Promise<unknown[]> => {
  const party = await depsAt(0).partyHash(`tenant:${customer.orderId}`);
  return sql(
    `SELECT m.reference, m.days FROM marks m JOIN mark_parties p ON p.mark_id = m.id
     WHERE p.party = ? AND m.kind = 'debt' AND m.settled_at IS NULL`,
    party,
  );
};

/** Reads a charge on a later day, as after its event. */
const hears = async (charge: string, day: number) =>
  routePayment(depsAt(day * DAY_MS), await readCharge(charge), null);

describe('a difference calculated from another unpaid one', () => {
  /** Pro is paid for the rest of the year, Enterprise waits on its page. */
  async function waitingTwice(): Promise<{ customer: Customer; first: string; second: string }> {
    const customer = await newTenant('essential', 'yearly');
    await changePlan(depsAt(0), inputOf(customer, { targetPlan: 'pro' }));
    const first = await lastCharge(customer);
    const hosted: Deps = { ...depsAt(0), cardEntry: 'hosted' };
    await changePlan(hosted, inputOf(customer, { targetPlan: 'enterprise' }));
    return { customer, first, second: await lastCharge(customer) };
  }
  const statusOf = async (customer: Customer, id: string) =>
    (await processorObjectsOf(customer)).payments.find((each) => each.id === id)?.status;

  test('is refunded when the first one was withdrawn', async () => {
    const { customer, first, second } = await waitingTwice();
    await withdraw(depsAt(0), customer.subject, first);
    await pay(second);
    await expect.poll(() => statusOf(customer, second)).toBe('REFUNDED');
    expect(await standingOf(customer)).toMatchObject({ plan: 'essential', renewal: { plan: 'essential' } });
    expect(await limitsOf(customer)).toMatchObject({ planId: 'essential' });
  });

  test('is refunded when the first one was lost to a dispute', async () => {
    const { customer, first, second } = await waitingTwice();
    await lose(first);
    await expect.poll(async () => (await standingOf(customer)).plan).toBe('essential');
    await pay(second);
    await expect.poll(() => statusOf(customer, second)).toBe('REFUNDED');
  });

  test('comes into force when the first one stays', async () => {
    const { customer, second } = await waitingTwice();
    await pay(second);
    await expect.poll(() => limitsOf(customer)).toMatchObject({ planId: 'enterprise' });
  });
});

test('a charge paid late and lost to a dispute leaves a debt', async () => {
  const { customer, charge } = await suspendedCustomer();
  expect(await openDebts(customer)).toHaveLength(1);
  await confirmPayment(charge);
  await hears(charge, 17);
  expect(await openDebts(customer)).toEqual([]);
  await press('payments', charge, 'lose');
  await hears(charge, 25);
  expect(await openDebts(customer)).toMatchObject([{ reference: charge }]);
});

test('the grace days become a debt when an earlier charge is lost', async () => {
  const { customer } = await overdueCustomer();
  const paid = await firstCharge(customer);
  await press('payments', paid, 'lose');
  await hears(paid, 5);
  expect(await standingOf(customer, 5 * DAY_MS)).toMatchObject({ state: 'ended' });
  const debts = await openDebts(customer);
  expect(debts).toContainEqual({ reference: paid, days: expect.any(Number) });
  expect(debts).toContainEqual({ reference: `${customer.orderId}:${today()}`, days: 6 });
});

test('a withdrawal still in progress is refunded after a deletion', async () => {
  const customer = await newTenant('pro', 'yearly');
  const away = () => Promise.reject(new Error('away'));
  const silent = depsWith({ processor: { refund: away, cancelSubscription: away } });
  await withdraw(silent, customer.subject);
  const before = await factsOf(customer);
  expect(before.charges).toMatchObject([{ returned: 'withdrawal', state: 'confirmed' }]);
  await deleteCustomer(depsAt(0), { quem: customer.subdominio, confirma: customer.subdominio });
  const later = depsAt(DAY_MS);
  await runDue(endWork, later);
  await runDue(refundWork, later);
  const { payments } = await processorObjectsOf(customer);
  expect(payments.map(({ status }) => status)).toEqual(['REFUNDED']);
});

describe('leaving during provisioning', () => {
  const marksAbout = async ({ id }: Buyer): Promise<unknown[]> =>
    sql(
      `SELECT m.kind FROM marks m JOIN mark_parties p ON p.mark_id = m.id WHERE p.party = ?`,
      await depsAt(0).partyHash(`tenant:${id}`),
    );

  test('counts as a withdrawal of account, payer and tenant', async () => {
    const buyer = await paidOrder();
    await withdraw(depsAt(0), buyer.subject);
    await withdraw(depsAt(0), buyer.subject);
    const { payer } = await orderOf(buyer.id);
    const of = await findMarks(depsAt(0).db, [payer ?? '']);
    expect(of).toMatchObject([{ kind: 'withdrawal', reference: buyer.id, settledAt: null }]);
    expect(await marksAbout(buyer)).toHaveLength(1);
  });

  test('does not count after a failure or a long delay', async () => {
    const failed = await failedOrder();
    await withdraw(depsAt(0), failed.subject);
    const slow = await paidOrder();
    await withdraw(depsAt(2 * 3_600_000), slow.subject);
    expect([...(await marksAbout(failed)), ...(await marksAbout(slow))]).toEqual([]);
  });
});

test('a suspended contract that is cancelled leaves its grace days as debt', async () => {
  const { customer } = await suspendedCustomer();
  await cancelSubscription(depsAt(16 * DAY_MS), customer.subject);
  expect(await openDebts(customer)).toMatchObject([{ days: 15 }]);
  const again = inputOf(customer, { targetPlan: 'pro', ...cardBlocks() });
  await expect(changePlan(depsAt(16 * DAY_MS), again)).rejects.toMatchObject({ code: 'debt-open' });
});

test('a plan on trust ends with the month, whatever is prepaid', async () => {
  const customer = await newTenant('essential');
  const end = (await standingOf(customer)).paidThrough ?? '';
  const next = await renew(customer);
  await pay(next);
  await expect.poll(async () => (await standingOf(customer)).paidThrough).not.toBe(end);
  expect(await changePlan(depsAt(0), inputOf(customer, { targetPlan: 'pro' }))).toMatchObject({
    hojeCentavos: 0,
  });
  expect(await readAccount(depsAt(0), customer.subject)).toMatchObject({
    pagoAte: (await standingOf(customer)).paidThrough,
    confianca: { planoPago: 'essential', ate: end },
  });
});

test('a deletion ends a contract that the tenant row does not show yet', async () => {
  const customer = await newTenant('pro');
  await sql(
    'UPDATE tenants SET contracted_at = NULL, subscription_id = NULL WHERE order_id = ?',
    customer.orderId,
  );
  await deleteCustomer(depsAt(0), { quem: customer.subdominio, confirma: customer.subdominio });
  expect((await factsOf(customer)).contracts).toMatchObject([{ end: { kind: 'cancellation' } }]);
});

describe('grace days are paid once', () => {
  /** Suspended, and with an open debt page for its days, because the same payer wanted to buy elsewhere. */
  async function askedOnPage() {
    const late = await suspendedCustomer();
    const deps = depsAt(16 * DAY_MS);
    const debts = await findMarks(deps.db, [await deps.partyHash(`tenant:${late.customer.orderId}`)]);
    const { customerId } = (await factsOf(late.customer)).contracts[0] ?? {};
    await collectDebt(
      deps,
      debts.filter(({ kind }) => kind === 'debt'),
      async () => customerId ?? null,
    );
    const asked = (await findMarks(deps.db, [await deps.partyHash(`tenant:${late.customer.orderId}`)])).find(
      ({ kind }) => kind === 'debt',
    );
    return { ...late, page: asked?.chargeId ?? '' };
  }
  const paid = async (charge: string, day: number) => {
    await confirmPayment(charge);
    return hears(charge, day);
  };

  test('on the page after the charge itself: what the page took goes back', async () => {
    const { customer, charge, page } = await askedOnPage();
    await paid(charge, 17);
    await paid(page, 18);
    expect(await depsAt(0).processor.readPayment(page)).toMatchObject({ state: 'refunded' });
    expect(await eventsAbout(customer.orderId, 'late-payment-refunded')).toEqual([page]);
  });

  test('on the page before the charge: the charge covers more days', async () => {
    const { customer, charge, page } = await askedOnPage();
    await paid(page, 16);
    await paid(charge, 20);
    const found = (await factsOf(customer)).charges.find(({ paymentId }) => paymentId === charge);
    const unshifted = addDays(renewalDay(today(), 'monthly'), -1);
    // Suspended from day 15 to day 19, after fifteen grace days.
    expect(found?.coversThrough).toBe(addDays(unshifted, 5 + 15));
  });
});
