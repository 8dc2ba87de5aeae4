/** A renewal that is not paid: tries, mails, suspension, and what lifts it. Money is never taken twice. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { businessDay, renewalDay } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { cancelSubscription } from '#functions/contract/cancel-subscription.ts';
import { contractJobs } from '#functions/contract/jobs.ts';
import { settleRenewal } from '#functions/contract/settle-renewal.ts';
import type { PaymentSnapshot } from '#functions/vendors/payments.ts';
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
import { at, confirmPayment, depsAt, depsWith, noFaults, setFaults, sql } from './support.ts';
import { contractOf, eventsOf, limitsOf, newTenant, press, purseOf, report } from './upgrade-support.ts';

beforeEach(calmBilling);

const dayIn = (days: number): string => businessDay(Date.now() + days * DAY_MS);

function paymentOf(read: PaymentSnapshot | null): PaymentSnapshot {
  if (read === null) throw new Error('The processor does not know this charge.');
  return read;
}

test('refused every time, it is tried on the days of the terms, told each time, then the environment stands still', async () => {
  const { customer } = await overdueCustomer();
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
  await runJobsOnDay(17);
  expect(await templatesAbout(customer)).toHaveLength(4);
  expect(await statusesOf(customer)).toEqual(['CONFIRMED', 'OVERDUE']);
});

test('while it stands still nothing more is charged, not even what was prepared', async () => {
  const { customer } = await overdueCustomer();
  await press('subscriptions', customer.subscriptionId ?? '', 'renew');
  expect(await statusesOf(customer)).toEqual(['CONFIRMED', 'OVERDUE', 'PENDING']);
  await setProcessor({ declinesCharges: true });
  for (const days of [3, 7, 15]) await runJobsOnDay(days);
  expect(await statusesOf(customer)).toEqual(['CONFIRMED', 'OVERDUE']);
  await expect(press('subscriptions', customer.subscriptionId ?? '', 'renew')).rejects.toThrow('400');
});

test('a try that is paid ends the matter with one proof', async () => {
  const { customer, charge } = await overdueCustomer();
  await runJobsOnDay(3);
  await report(charge, 'PAYMENT_CONFIRMED');
  await report(charge, 'PAYMENT_RECEIVED');
  await runJobsOnDay(20);
  expect(await statusesOf(customer)).toEqual(['CONFIRMED', 'CONFIRMED']);
  expect(await templatesAbout(customer)).toEqual(['payment-failed', 'payment-confirmed']);
  expect(await stateIn(customer)).toBe('active');
});

test('paid on the processor’s page before the next try, nothing is charged again', async () => {
  const { customer, charge } = await overdueCustomer();
  await confirmPayment(charge);
  const chargeAgain = vi.fn<Deps['billing']['chargeAgain']>();
  await contractJobs.dunning(depsWith({ billing: { chargeAgain } }, 3 * DAY_MS + 60_000));
  expect(chargeAgain).not.toHaveBeenCalled();
  expect((await templatesAbout(customer)).at(-1)).toBe('payment-confirmed');
});

describe('a suspension is lifted', () => {
  test('by the report of the payment, with the same data and a proof', async () => {
    const { customer, charge } = await suspendedCustomer();
    expect(await stateIn(customer)).toBe('suspended');
    await confirmPayment(charge);
    await report(charge);
    await expect.poll(() => stateIn(customer)).toBe('active');
    await expect.poll(() => limitsOf(customer)).toMatchObject({ suspended: false, planId: 'pro' });
    await expect
      .poll(async () => (await templatesAbout(customer)).slice(-2))
      .toEqual(['reactivated', 'payment-confirmed']);
    await report(charge, 'PAYMENT_RECEIVED');
    expect((await templatesAbout(customer)).filter((template) => template === 'reactivated')).toHaveLength(1);
    const [subscription] = (await purseOf(customer)).subscriptions;
    const [, renewal] = (await purseOf(customer)).payments;
    expect(subscription?.nextDueDate).toBe(renewalDay(renewal?.dueDate ?? '', 'monthly'));
    await press('subscriptions', customer.subscriptionId ?? '', 'renew');
    expect(await eventsOf(customer)).toEqual(
      expect.arrayContaining(['renewal-failed', 'tenant-suspended', 'tenant-reactivated']),
    );
  });

  test('by looking again, when the report was lost', async () => {
    const { customer, charge } = await suspendedCustomer();
    await confirmPayment(charge);
    await runJobsOnDay(16);
    expect(await stateIn(customer)).toBe('active');
    expect(await limitsOf(customer)).toMatchObject({ suspended: false });
  });

  test('not by an operator who removes the whole subscription: one is told, once, that it stands still', async () => {
    const { customer } = await suspendedCustomer();
    await depsAt(0).payments.cancelSubscription(customer.subscriptionId ?? '');
    await runJobsOnDay(16);
    await runJobsOnDay(17, MINUTE_MS);
    expect(await stateIn(customer)).toBe('suspended');
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    expect(await noticesAbout(customer)).toEqual(['subscription-gone']);
    expect(await templatesAbout(customer)).not.toContain('reactivated');
    await cancelSubscription(depsAt(17 * DAY_MS), customer.subject);
    expect(await stateIn(customer)).toBe('ended');
  });

  test('by an operator who takes the charge back', async () => {
    const { customer, charge } = await suspendedCustomer();
    await depsAt(0).billing.removeCharge(charge);
    await runJobsOnDay(16);
    expect(await stateIn(customer)).toBe('active');
    expect(await templatesAbout(customer)).not.toContain('payment-confirmed');
  });
});

describe('when things go wrong on the way', () => {
  test('a try whose answer was lost is looked up, and the customer pays once', async () => {
    const { customer, charge } = await overdueCustomer();
    const losePath = `/v3/payments/${charge}/payWithCreditCard`;
    await setFaults(at.asaasUrl, { loseAnswers: 1, losePath });
    await runJobsOnDay(3);
    await setFaults(at.asaasUrl, noFaults);
    expect(await templatesAbout(customer)).toEqual(['payment-failed']);
    await runJobsOnDay(3, 10 * 60_000);
    expect(await statusesOf(customer)).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect(await templatesAbout(customer)).toEqual(['payment-failed', 'payment-confirmed']);
  });

  test('a silent processor costs the customer no try', async () => {
    const { customer } = await overdueCustomer();
    await setFaults(at.asaasUrl, { down: true });
    await runJobsOnDay(3);
    await setFaults(at.asaasUrl, noFaults);
    expect(await templatesAbout(customer)).toHaveLength(1);
    await runJobsOnDay(4);
    expect(await templatesAbout(customer)).toEqual(['payment-failed', 'payment-confirmed']);
  });

  test('a cluster that does not answer is told of the suspension later', async () => {
    const { customer } = await overdueCustomer();
    await setProcessor({ declinesCharges: true });
    await runJobsOnDay(3);
    await runJobsOnDay(7);
    await setFaults(at.argocdUrl, { down: true });
    await runJobsOnDay(15);
    await setFaults(at.argocdUrl, noFaults);
    expect(await templatesAbout(customer)).not.toContain('suspended');
    await runJobsOnDay(15, 10 * 60_000);
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    expect((await templatesAbout(customer)).at(-1)).toBe('suspended');
  });

  test('told five times at once, a failure is one', async () => {
    const customer = await newTenant('pro');
    const charge = await failRenewal(customer);
    await Promise.all([1, 2, 3, 4].map(() => report(charge, 'PAYMENT_OVERDUE')));
    await expect.poll(() => templatesAbout(customer)).toEqual(['payment-failed']);
    await runJobsOnDay(0);
    expect(await templatesAbout(customer)).toEqual(['payment-failed']);
  });

  test('paid in the moment in which it is suspended, it does not stay suspended', async () => {
    const { customer, charge } = await suspendedCustomer();
    await sql("UPDATE tenants SET state = 'active' WHERE subdominio = ?", customer.subdominio);
    const deps = depsAt(16 * DAY_MS + 60_000);
    const readPayment: Deps['payments']['readPayment'] = async (id) => {
      const read = await deps.payments.readPayment(id);
      await confirmPayment(charge);
      await settleRenewal(deps, await contractOf(customer), { ...paymentOf(read), state: 'confirmed' });
      return read;
    };
    await contractJobs.dunning(depsWith({ payments: { readPayment } }, 16 * DAY_MS + 60_000));
    expect(await stateIn(customer)).toBe('active');
    expect(await limitsOf(customer)).toMatchObject({ suspended: false });
  });

  test('two jobs at the same moment try once', async () => {
    const { customer } = await overdueCustomer();
    await setProcessor({ declinesCharges: true });
    const deps = depsAt(3 * DAY_MS + 60_000);
    await Promise.all([contractJobs.dunning(deps), contractJobs.dunning(deps)]);
    expect((await mailsAbout(customer)).map(({ failures }) => failures)).toEqual([1, 2]);
  });
});
