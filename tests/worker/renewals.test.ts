/** An unpaid renewal: retries, mails, suspension, reactivation. Never charges twice. */

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays, businessDay, renewalDay } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import { readLedger } from '#functions/ledger/store.ts';
import { renewalWork } from '#functions/renewals/dunning.ts';
import { syncContractCharge } from '#functions/renewals/sync-contract-charge.ts';
import {
  calmBilling,
  DAY_MS,
  failRenewal,
  MINUTE_MS,
  mailsAbout,
  noticesAbout,
  overdueCustomer,
  runJobsOnDay,
  setProcessor,
  stateIn,
  statusesOf,
  suspendedCustomer,
  templatesAbout,
} from './billing-support.ts';
import { marksOf } from './debts-support.ts';
import {
  eventsOf,
  limitsOf,
  newTenant,
  pay,
  processorObjectsOf,
  readCharge,
  renew,
  report,
  today,
} from './plan-change-support.ts';
import { addresses, confirmPayment, depsAt, depsWith, noFaults, runDue, setFaults, sql } from './support.ts';

beforeEach(calmBilling);

const dayIn = (days: number): string => businessDay(Date.now() + days * DAY_MS);

test('refused every time, it is retried, mailed each time, then suspended', async () => {
  const { customer, charge } = await overdueCustomer();
  expect(await stateIn(customer)).toBe('active');
  await setProcessor({ declinesCharges: true });
  await runJobsOnDay(2);
  expect(await templatesAbout(customer)).toHaveLength(1);
  await runJobsOnDay(3);
  await runJobsOnDay(3);
  await runJobsOnDay(7);
  const failures = (await mailsAbout(customer)).map(({ failures, nextTryOn, url, to }) => ({
    failures,
    nextTryOn,
    hasPage: String(url).includes('/i/'),
    hasAddress: String(to).includes('@'),
  }));
  expect(failures).toEqual(
    [3, 7, 15].map((days, index) => ({
      failures: index + 1,
      nextTryOn: dayIn(days),
      hasPage: true,
      hasAddress: true,
    })),
  );
  expect(await limitsOf(customer)).toMatchObject({ suspended: false });
  await runJobsOnDay(15);
  expect((await templatesAbout(customer)).slice(3)).toEqual(['suspended']);
  expect(await stateIn(customer)).toBe('suspended');
  expect(await limitsOf(customer)).toMatchObject({ planId: 'pro', suspended: true });
  const failed = "SELECT detail FROM events WHERE order_id = ? AND kind = 'renewal-failed' ORDER BY id";
  expect((await sql(failed, customer.orderId)).map(({ detail }) => detail)).toEqual([
    `${charge} falha 1: overdue`,
    ...[2, 3, 4].map((failures) => `${charge} falha ${failures}: payment-declined`),
  ]);
  await runJobsOnDay(17);
  expect(await templatesAbout(customer)).toHaveLength(4);
  expect(await statusesOf(customer)).toEqual(['CONFIRMED', 'OVERDUE']);
});

test('during a suspension nothing is charged, not even prepared charges', async () => {
  const { customer } = await overdueCustomer();
  await renew(customer);
  expect(await statusesOf(customer)).toEqual(['CONFIRMED', 'OVERDUE', 'PENDING']);
  await setProcessor({ declinesCharges: true });
  for (const days of [3, 7, 15]) await runJobsOnDay(days);
  expect(await statusesOf(customer)).toEqual(['CONFIRMED', 'OVERDUE']);
  await expect(renew(customer)).rejects.toThrow('400');
});

test('paying the next charge early ends the retries of the one before', async () => {
  const { customer } = await overdueCustomer();
  const early = await renew(customer);
  await pay(early);
  await setProcessor({ declinesCharges: true });
  for (const days of [3, 7, 15]) await runJobsOnDay(days);
  expect(await stateIn(customer)).toBe('suspended');
  await setProcessor({ declinesCharges: false });
  await runJobsOnDay(33);
  expect(await stateIn(customer)).toBe('active');
  await runJobsOnDay(34);
  expect(await statusesOf(customer)).toEqual(['CONFIRMED', 'CONFIRMED']);
  // The grace days are still owed.
  const marks = await marksOf({ subject: customer.subject, orderId: customer.orderId });
  expect(marks).toMatchObject([{ kind: 'debt', settledAt: null }]);
});

test('a paid retry ends the matter with one receipt', async () => {
  const { customer, charge } = await overdueCustomer();
  await runJobsOnDay(3);
  await report(charge, 'PAYMENT_CONFIRMED');
  await report(charge, 'PAYMENT_RECEIVED');
  await runJobsOnDay(20);
  expect(await statusesOf(customer)).toEqual(['CONFIRMED', 'CONFIRMED']);
  expect(await templatesAbout(customer)).toEqual(['payment-failed', 'payment-confirmed']);
  expect(await stateIn(customer)).toBe('active');
});

test('paid on the page before the next retry, nothing is charged again', async () => {
  const { customer, charge } = await overdueCustomer();
  await confirmPayment(charge);
  const chargeAgain = vi.fn<Deps['processor']['chargeAgain']>();
  await runDue(renewalWork, depsWith({ processor: { chargeAgain } }, 3 * DAY_MS + 60_000));
  expect(chargeAgain).not.toHaveBeenCalled();
  expect((await templatesAbout(customer)).at(-1)).toBe('payment-confirmed');
});

describe('a suspension is lifted', () => {
  test('by the payment event, with the same data and a receipt', async () => {
    const { customer, charge } = await suspendedCustomer();
    expect(await stateIn(customer)).toBe('suspended');
    await pay(charge);
    await expect.poll(() => stateIn(customer)).toBe('active');
    await expect.poll(() => limitsOf(customer)).toMatchObject({ suspended: false, planId: 'pro' });
    await expect
      .poll(async () => (await templatesAbout(customer)).slice(-2))
      .toEqual(['payment-confirmed', 'reactivated']);
    await report(charge, 'PAYMENT_RECEIVED');
    expect((await templatesAbout(customer)).filter((template) => template === 'reactivated')).toHaveLength(1);
    const [subscription] = (await processorObjectsOf(customer)).subscriptions;
    const [, renewal] = (await processorObjectsOf(customer)).payments;
    expect(subscription?.nextDueDate).toBe(renewalDay(renewal?.dueDate ?? '', 'monthly'));
    await renew(customer);
    expect(await eventsOf(customer)).toEqual(
      expect.arrayContaining(['renewal-failed', 'tenant-suspended', 'tenant-reactivated']),
    );
  });

  test('by reading the payment, when the event was lost', async () => {
    const { customer, charge } = await suspendedCustomer();
    await confirmPayment(charge);
    await runJobsOnDay(16);
    expect(await stateIn(customer)).toBe('active');
    expect(await limitsOf(customer)).toMatchObject({ suspended: false });
  });

  test('not by removing the whole subscription: operators are notified once', async () => {
    const { customer } = await suspendedCustomer();
    await depsAt(0).processor.cancelSubscription(customer.subscriptionId ?? '');
    await runJobsOnDay(16);
    await runJobsOnDay(17, MINUTE_MS);
    expect(await stateIn(customer)).toBe('suspended');
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    expect(await noticesAbout(customer)).toEqual(['subscription-gone']);
    expect(await templatesAbout(customer)).not.toContain('reactivated');
    await cancelSubscription(depsAt(17 * DAY_MS), customer.subject);
    expect(await stateIn(customer)).toBe('ended');
  });

  test('by an operator who removes the charge', async () => {
    const { customer, charge } = await suspendedCustomer();
    await depsAt(0).processor.removeCharge(charge);
    await runJobsOnDay(16);
    expect(await stateIn(customer)).toBe('active');
    expect(await templatesAbout(customer)).not.toContain('payment-confirmed');
  });
});

describe('grace and its end', () => {
  test('it ends fifteen days after the due date, whatever the retries did', async () => {
    const { customer } = await overdueCustomer();
    await sql('UPDATE dunning SET retry_at = ? WHERE subscription_id = ?', 8e14, customer.subscriptionId);
    await runJobsOnDay(15);
    expect(await stateIn(customer)).toBe('active');
    await runJobsOnDay(16);
    expect(await stateIn(customer)).toBe('suspended');
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
  });

  test('its days are owed until they are paid', async () => {
    const { customer, charge } = await suspendedCustomer();
    const debts = async () =>
      (await marksOf({ subject: customer.subject })).filter(({ kind }) => kind === 'debt');
    expect(await debts()).toMatchObject([
      { reference: `${customer.orderId}:${today()}`, days: 15, settledAt: null },
    ]);
    await confirmPayment(charge);
    await runJobsOnDay(16);
    expect(await debts()).toMatchObject([{ settledBy: 'paid' }]);
  });

  test('suspended days are added when the charge is paid', async () => {
    const { customer, charge } = await suspendedCustomer();
    await confirmPayment(charge);
    await runJobsOnDay(20);
    const { facts } = await readLedger(depsAt(0).db, customer.orderId);
    const paid = facts.charges.find(({ paymentId }) => paymentId === charge);
    const unshifted = addDays(renewalDay(today(), 'monthly'), -1);
    // Suspended from day 15 to day 19.
    expect(paid).toMatchObject({ state: 'confirmed', coversThrough: addDays(unshifted, 5) });
    const [subscription] = (await processorObjectsOf(customer)).subscriptions;
    expect(subscription?.nextDueDate).toBe(addDays(unshifted, 6));
  });
});

describe('failures on the way', () => {
  test('a retry with a lost response is looked up, and charged once', async () => {
    const { customer, charge } = await overdueCustomer();
    const losePath = `/v3/payments/${charge}/payWithCreditCard`;
    await setFaults(addresses.asaasUrl, { loseAnswers: 1, losePath });
    await runJobsOnDay(3);
    await setFaults(addresses.asaasUrl, noFaults);
    expect(await templatesAbout(customer)).toEqual(['payment-failed']);
    await runJobsOnDay(3, 10 * 60_000);
    expect(await statusesOf(customer)).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect(await templatesAbout(customer)).toEqual(['payment-failed', 'payment-confirmed']);
  });

  test('an outage of the processor does not use up a retry', async () => {
    const { customer } = await overdueCustomer();
    await setFaults(addresses.asaasUrl, { down: true });
    await runJobsOnDay(3);
    await setFaults(addresses.asaasUrl, noFaults);
    expect(await templatesAbout(customer)).toHaveLength(1);
    await runJobsOnDay(4);
    expect(await templatesAbout(customer)).toEqual(['payment-failed', 'payment-confirmed']);
  });

  test('a cluster that is down gets the suspension later', async () => {
    const { customer } = await overdueCustomer();
    await setProcessor({ declinesCharges: true });
    await runJobsOnDay(3);
    await runJobsOnDay(7);
    await setFaults(addresses.argocdUrl, { down: true });
    await runJobsOnDay(15);
    await setFaults(addresses.argocdUrl, noFaults);
    expect(await templatesAbout(customer)).not.toContain('suspended');
    await runJobsOnDay(15, 10 * 60_000);
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    expect((await templatesAbout(customer)).at(-1)).toBe('suspended');
  });

  test('five identical events count as one failure', async () => {
    const customer = await newTenant('pro');
    const charge = await failRenewal(customer);
    await Promise.all([1, 2, 3, 4].map(() => report(charge, 'PAYMENT_OVERDUE')));
    await expect.poll(() => templatesAbout(customer)).toEqual(['payment-failed']);
    await runJobsOnDay(0);
    expect(await templatesAbout(customer)).toEqual(['payment-failed']);
  });

  test('paid while it is being suspended, it does not stay suspended', async () => {
    const { customer, charge } = await overdueCustomer();
    const deps = depsAt(16 * DAY_MS);
    let isPaid = false;
    const ensureApplication: Deps['cluster']['ensureApplication'] = async (application) => {
      if (!isPaid) {
        isPaid = true;
        await confirmPayment(charge);
        await syncContractCharge(deps, await readCharge(charge));
      }
      return deps.cluster.ensureApplication(application);
    };
    const slow = depsWith({ cluster: { ensureApplication } }, 16 * DAY_MS);
    expect(await applyStanding(slow, customer.orderId)).toMatchObject({ state: 'active' });
    expect(await stateIn(customer)).toBe('active');
    expect(await limitsOf(customer)).toMatchObject({ suspended: false });
    expect(await templatesAbout(customer)).not.toContain('suspended');
  });

  test('two jobs at the same moment retry once', async () => {
    const { customer } = await overdueCustomer();
    await setProcessor({ declinesCharges: true });
    const deps = depsAt(3 * DAY_MS + 60_000);
    await Promise.all([runDue(renewalWork, deps), runDue(renewalWork, deps)]);
    expect((await mailsAbout(customer)).map(({ failures }) => failures)).toEqual([1, 2]);
  });
});
