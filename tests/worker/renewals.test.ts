/** An unpaid renewal: retries, mails, suspension, reactivation. Never charges twice. */

import { describe, expect, vi } from 'vitest';
import { addDays, businessDay, renewalDay } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import { readLedger } from '#functions/ledger/store.ts';
import { renewalWork } from '#functions/renewals/dunning.ts';
import { syncContractCharge } from '#functions/renewals/sync-contract-charge.ts';
import { DAY_MS, failRenewal, MINUTE_MS } from './billing-support.ts';
import { test } from './fixtures.ts';
import { today } from './plan-change-support.ts';
import { addresses, depsWith, noFaults, setFaults, sql } from './support.ts';

const dayIn = (days: number): string => businessDay(Date.now() + days * DAY_MS);

test('refused every time, it is retried, mailed each time, then suspended', async ({
  overdue,
  processor,
  clock,
}) => {
  expect(await overdue.state()).toBe('active');
  await processor.set({ declinesCharges: true });
  await clock.jobsOnDay(2);
  expect(await overdue.templates()).toHaveLength(1);
  await clock.jobsOnDay(3);
  await clock.jobsOnDay(3);
  await clock.jobsOnDay(7);
  const failures = (await overdue.mails()).map(({ failures, nextTryOn, url, to }) => ({
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
  expect(await overdue.limits()).toMatchObject({ suspended: false });
  await clock.jobsOnDay(15);
  expect((await overdue.templates()).slice(3)).toEqual(['suspended']);
  expect(await overdue.state()).toBe('suspended');
  expect(await overdue.limits()).toMatchObject({ planId: 'pro', suspended: true });
  const failed = "SELECT detail FROM events WHERE order_id = ? AND kind = 'renewal-failed' ORDER BY id";
  expect((await sql(failed, overdue.orderId)).map(({ detail }) => detail)).toEqual([
    `${overdue.charge} falha 1: overdue`,
    ...[2, 3, 4].map((failures) => `${overdue.charge} falha ${failures}: payment-declined`),
  ]);
  await clock.jobsOnDay(17);
  expect(await overdue.templates()).toHaveLength(4);
  expect(await overdue.statuses()).toEqual(['CONFIRMED', 'OVERDUE']);
});

test('during a suspension nothing is charged, not even prepared charges', async ({
  overdue,
  processor,
  clock,
}) => {
  await overdue.renew();
  expect(await overdue.statuses()).toEqual(['CONFIRMED', 'OVERDUE', 'PENDING']);
  await processor.set({ declinesCharges: true });
  for (const days of [3, 7, 15]) await clock.jobsOnDay(days);
  expect(await overdue.statuses()).toEqual(['CONFIRMED', 'OVERDUE']);
  await expect(overdue.renew()).rejects.toThrow('400');
});

test('paying the next charge early ends the retries of the one before', async ({
  overdue,
  processor,
  clock,
}) => {
  const early = await overdue.renew();
  await processor.pay(early);
  await processor.set({ declinesCharges: true });
  for (const days of [3, 7, 15]) await clock.jobsOnDay(days);
  expect(await overdue.state()).toBe('suspended');
  await processor.set({ declinesCharges: false });
  await clock.jobsOnDay(33);
  expect(await overdue.state()).toBe('active');
  await clock.jobsOnDay(34);
  expect(await overdue.statuses()).toEqual(['CONFIRMED', 'CONFIRMED']);
  // The grace days are still owed.
  const marks = await overdue.marks();
  expect(marks).toMatchObject([{ kind: 'debt', settledAt: null }]);
});

test('a paid retry ends the matter with one receipt', async ({ overdue, processor, clock }) => {
  await clock.jobsOnDay(3);
  await processor.report(overdue.charge, 'PAYMENT_CONFIRMED');
  await processor.report(overdue.charge, 'PAYMENT_RECEIVED');
  await clock.jobsOnDay(20);
  expect(await overdue.statuses()).toEqual(['CONFIRMED', 'CONFIRMED']);
  expect(await overdue.templates()).toEqual(['payment-failed', 'payment-confirmed']);
  expect(await overdue.state()).toBe('active');
});

test('paid on the page before the next retry, nothing is charged again', async ({
  overdue,
  processor,
  clock,
}) => {
  await processor.confirm(overdue.charge);
  const chargeAgain = vi.fn<Deps['processor']['chargeAgain']>();
  await clock.run(renewalWork, depsWith({ processor: { chargeAgain } }, 3 * DAY_MS + 60_000));
  expect(chargeAgain).not.toHaveBeenCalled();
  expect((await overdue.templates()).at(-1)).toBe('payment-confirmed');
});

describe('a suspension is lifted', () => {
  test('by the payment event, with the same data and a receipt', async ({ suspended, processor }) => {
    expect(await suspended.state()).toBe('suspended');
    await processor.pay(suspended.charge);
    await expect.poll(() => suspended.state()).toBe('active');
    await expect.poll(() => suspended.limits()).toMatchObject({ suspended: false, planId: 'pro' });
    await expect
      .poll(async () => (await suspended.templates()).slice(-2))
      .toEqual(['payment-confirmed', 'reactivated']);
    await processor.report(suspended.charge, 'PAYMENT_RECEIVED');
    expect((await suspended.templates()).filter((template) => template === 'reactivated')).toHaveLength(1);
    const [subscription] = (await suspended.atProcessor()).subscriptions;
    const [, renewal] = (await suspended.atProcessor()).payments;
    expect(subscription?.nextDueDate).toBe(renewalDay(renewal?.dueDate ?? '', 'monthly'));
    await suspended.renew();
    expect(await suspended.events()).toEqual(
      expect.arrayContaining(['renewal-failed', 'tenant-suspended', 'tenant-reactivated']),
    );
  });

  test('by reading the payment, when the event was lost', async ({ suspended, processor, clock }) => {
    await processor.confirm(suspended.charge);
    await clock.jobsOnDay(16);
    expect(await suspended.state()).toBe('active');
    expect(await suspended.limits()).toMatchObject({ suspended: false });
  });

  test('not by removing the whole subscription: operators are notified once', async ({
    suspended,
    clock,
    deps,
  }) => {
    await deps.processor.cancelSubscription(suspended.subscriptionId ?? '');
    await clock.jobsOnDay(16);
    await clock.jobsOnDay(17, MINUTE_MS);
    expect(await suspended.state()).toBe('suspended');
    expect(await suspended.limits()).toMatchObject({ suspended: true });
    expect(await suspended.notices()).toEqual(['subscription-gone']);
    expect(await suspended.templates()).not.toContain('reactivated');
    await cancelSubscription(clock.at(17 * DAY_MS), suspended.subject);
    expect(await suspended.state()).toBe('ended');
  });

  test('by a charge that was paid, although it is disputed', async ({ suspended, processor, clock }) => {
    await processor.confirm(suspended.charge);
    await processor.press('payments', suspended.charge, 'chargeback');
    await clock.jobsOnDay(17);
    expect(await suspended.state()).toBe('active');
  });

  test('by an operator who removes the charge', async ({ suspended, clock, deps }) => {
    await deps.processor.removeCharge(suspended.charge);
    await clock.jobsOnDay(16);
    expect(await suspended.state()).toBe('active');
    expect(await suspended.templates()).not.toContain('payment-confirmed');
  });
});

describe('grace and its end', () => {
  test('it ends fifteen days after the due date, whatever the retries did', async ({ overdue, clock }) => {
    await sql('UPDATE dunning SET retry_at = ? WHERE subscription_id = ?', 8e14, overdue.subscriptionId);
    await clock.jobsOnDay(15);
    expect(await overdue.state()).toBe('active');
    await clock.jobsOnDay(16);
    expect(await overdue.state()).toBe('suspended');
    expect(await overdue.limits()).toMatchObject({ suspended: true });
  });

  test('its days are owed until they are paid', async ({ suspended, processor, clock }) => {
    const debts = async () => (await suspended.marks()).filter(({ kind }) => kind === 'debt');
    expect(await debts()).toMatchObject([
      { reference: `${suspended.orderId}:${today()}`, days: 15, settledAt: null },
    ]);
    await processor.confirm(suspended.charge);
    await clock.jobsOnDay(16);
    expect(await debts()).toMatchObject([{ settledBy: 'paid' }]);
  });

  test('suspended days are added when the charge is paid', async ({ suspended, processor, clock, deps }) => {
    await processor.confirm(suspended.charge);
    await clock.jobsOnDay(20);
    const { facts } = await readLedger(deps.db, suspended.orderId);
    const paid = facts.charges.find(({ paymentId }) => paymentId === suspended.charge);
    const unshifted = addDays(renewalDay(today(), 'monthly'), -1);
    // Suspended from day 15 to day 19.
    expect(paid).toMatchObject({ state: 'confirmed', coversThrough: addDays(unshifted, 5) });
    const [subscription] = (await suspended.atProcessor()).subscriptions;
    expect(subscription?.nextDueDate).toBe(addDays(unshifted, 6));
  });
});

describe('failures on the way', () => {
  test('a retry with a lost response is looked up, and charged once', async ({ overdue, clock }) => {
    const losePath = `/v3/payments/${overdue.charge}/payWithCreditCard`;
    await setFaults(addresses.asaasUrl, { loseAnswers: 1, losePath });
    await clock.jobsOnDay(3);
    await setFaults(addresses.asaasUrl, noFaults);
    expect(await overdue.templates()).toEqual(['payment-failed']);
    await clock.jobsOnDay(3, 10 * 60_000);
    expect(await overdue.statuses()).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect(await overdue.templates()).toEqual(['payment-failed', 'payment-confirmed']);
  });

  test('an outage of the processor does not use up a retry', async ({ overdue, clock }) => {
    await setFaults(addresses.asaasUrl, { down: true });
    await clock.jobsOnDay(3);
    await setFaults(addresses.asaasUrl, noFaults);
    expect(await overdue.templates()).toHaveLength(1);
    await clock.jobsOnDay(4);
    expect(await overdue.templates()).toEqual(['payment-failed', 'payment-confirmed']);
  });

  test('a cluster that is down gets the suspension later', async ({ overdue, processor, clock }) => {
    await processor.set({ declinesCharges: true });
    await clock.jobsOnDay(3);
    await clock.jobsOnDay(7);
    await setFaults(addresses.argocdUrl, { down: true });
    await clock.jobsOnDay(15);
    await setFaults(addresses.argocdUrl, noFaults);
    expect(await overdue.templates()).not.toContain('suspended');
    await clock.jobsOnDay(15, 10 * 60_000);
    expect(await overdue.limits()).toMatchObject({ suspended: true });
    expect((await overdue.templates()).at(-1)).toBe('suspended');
  });

  test('five identical events count as one failure', async ({ paidTenant, processor, clock }) => {
    const charge = await failRenewal(paidTenant);
    await Promise.all([1, 2, 3, 4].map(() => processor.report(charge, 'PAYMENT_OVERDUE')));
    await expect.poll(() => paidTenant.templates()).toEqual(['payment-failed']);
    await clock.jobsOnDay(0);
    expect(await paidTenant.templates()).toEqual(['payment-failed']);
  });

  test('paid while it is being suspended, it does not stay suspended', async ({
    overdue,
    processor,
    clock,
  }) => {
    const deps = clock.at(16 * DAY_MS);
    let isPaid = false;
    const ensureApplication: Deps['cluster']['ensureApplication'] = async (application) => {
      if (!isPaid) {
        isPaid = true;
        await processor.confirm(overdue.charge);
        await syncContractCharge(deps, await processor.charge(overdue.charge));
      }
      return deps.cluster.ensureApplication(application);
    };
    const slow = depsWith({ cluster: { ensureApplication } }, 16 * DAY_MS);
    expect(await applyStanding(slow, overdue.orderId)).toMatchObject({ state: 'active' });
    expect(await overdue.state()).toBe('active');
    expect(await overdue.limits()).toMatchObject({ suspended: false });
    expect(await overdue.templates()).not.toContain('suspended');
  });

  test('two jobs at the same moment retry once', async ({ overdue, processor, clock }) => {
    await processor.set({ declinesCharges: true });
    const deps = clock.at(3 * DAY_MS + 60_000);
    await Promise.all([clock.run(renewalWork, deps), clock.run(renewalWork, deps)]);
    expect((await overdue.mails()).map(({ failures }) => failures)).toEqual([1, 2]);
  });
});
