/** Events of the processor and the daily comparison: disputes, refunds, removed objects. */
import { beforeEach, describe, expect } from 'vitest';
import { addDays } from '#domain/billing/days.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import { compareContract } from '#functions/payments/compare-contract.ts';
import { comparisonWork, reconcilePayments } from '#functions/payments/reconcile.ts';
import { centavos } from '#tests/support/catalog.ts';
import { newPaidOrder } from '#tests/support/orders.ts';
import { cancel } from './account-support.ts';
import {
  DAY_MS,
  endPaidDays,
  noticesAbout,
  refundElsewhere,
  runJobsOnDay,
  templatesAbout,
} from './billing-support.ts';
import { test } from './fixtures.ts';
import { placeOrder } from './order-support.ts';
import {
  type Customer,
  cardBlocks,
  contractOf,
  firstCharge,
  lastCharge,
  newTenant,
  pay,
  press,
  processorObjectsOf,
  renew,
  report,
  today,
  upgrade,
} from './plan-change-support.ts';
import {
  addresses,
  call,
  confirmPayment,
  depsAt,
  depsWith,
  firstChargeOf,
  noFaults,
  orderRow,
  runDue,
  sendEvent,
  setFaults,
  sql,
  stateOf,
} from './support.ts';

beforeEach(async () => {
  // Only this test's contracts are compared.
  await sql('UPDATE contracts SET closed_at = 1, compare_due = 0');
});

/** Notices about an object at the processor, also one without a known owner. */
const noticesOf = (reference: string | null) =>
  sql("SELECT kind FROM billing_notices WHERE reference = ? AND kind <> 'paid'", reference);

const sendSubscriptionEvent = (event: string, id: string) =>
  call('/api/webhooks/asaas', {
    body: { id: `evt_${crypto.randomUUID()}`, event, subscription: { id } },
    headers: { 'asaas-access-token': 'local-only-asaas-webhook-token-000000' },
  });

describe('events of the processor', () => {
  test('a dispute sends one notice to operators; the environment keeps running', async ({ paidTenant }) => {
    const charge = await paidTenant.firstCharge();
    await paidTenant.dispute(charge);
    await report(charge, 'PAYMENT_CHARGEBACK_DISPUTE');
    await runJobsOnDay(0);
    expect(await paidTenant.notices()).toHaveLength(1);
    expect(await paidTenant.row()).toMatchObject({
      state: 'active',
      subscriptionId: paidTenant.subscriptionId,
    });
  });

  test('a lost dispute ends the contract and keeps the data', async ({ paidTenant }) => {
    const charge = await paidTenant.firstCharge();
    await paidTenant.dispute(charge);
    await refundElsewhere(charge);
    await expect.poll(() => paidTenant.templates()).toContain('ended');
    await report(charge, 'PAYMENT_REFUNDED');
    expect(await paidTenant.notices()).toEqual(['chargeback', 'chargeback-lost']);
    expect(await paidTenant.row()).toMatchObject({ state: 'ended', subscriptionId: null });
    expect(await paidTenant.limits()).toMatchObject({ suspended: true });
    expect(await paidTenant.isRenewing()).toBe(false);
  });

  test('a refund made elsewhere notifies operators and takes the paid days', async ({ paidTenant }) => {
    const charge = await paidTenant.firstCharge();
    await refundElsewhere(charge);
    await expect.poll(() => paidTenant.templates()).toEqual(['operator-notice', 'ended']);
    expect(await paidTenant.notices()).toEqual(['refunded']);
    expect(await paidTenant.row()).toMatchObject({ state: 'ended' });
    await runJobsOnDay(0);
    expect(await paidTenant.isRenewing()).toBe(false);
  });

  test.each([
    ['cancelled before', cancel],
    [
      'ended before',
      async (customer: Customer) => {
        await endPaidDays(customer);
        await cancelSubscription(depsAt(0), customer.subject);
        await applyStanding(depsAt(DAY_MS), customer.orderId);
      },
    ],
  ])('a refund for a contract %s is reported once and stops it', async (_, end) => {
    const customer = await newTenant('pro');
    const charge = await firstCharge(customer);
    await end(customer);
    await refundElsewhere(charge);
    await expect.poll(() => noticesOf(charge)).toEqual([{ kind: 'refunded' }]);
    await expect.poll(async () => (await contractOf(customer)).state).toBe('ended');
    await reconcilePayments(depsAt(0), today());
    expect(await noticesOf(charge)).toHaveLength(1);
    expect((await templatesAbout(customer)).filter((template) => template === 'ended')).toHaveLength(1);
  });

  test('a removed charge of a contract in force is reported', async ({ paidTenant }) => {
    const renewal = await paidTenant.renew();
    await depsAt(0).processor.removeCharge(renewal);
    await report(renewal, 'PAYMENT_DELETED');
    await expect.poll(() => paidTenant.notices()).toEqual(['charge-removed']);
  });

  test.each([
    ['SUBSCRIPTION_INACTIVATED', (id: string) => depsAt(0).processor.pauseSubscription(id)],
    ['SUBSCRIPTION_DELETED', (id: string) => depsAt(0).processor.cancelSubscription(id)],
  ])('%s outside our system is reported once', async (event, stop) => {
    const customer = await newTenant('pro');
    const id = customer.subscriptionId ?? '';
    await stop(id);
    await sendSubscriptionEvent(event, id);
    await expect.poll(() => noticesAbout(customer)).toEqual(['subscription-gone']);
    await sendSubscriptionEvent(event, id);
    await runJobsOnDay(0);
    expect(await noticesAbout(customer)).toHaveLength(1);
  });

  test('a subscription that still charges is not reported, whatever the event says', async ({
    paidTenant,
  }) => {
    await sendSubscriptionEvent('SUBSCRIPTION_DELETED', paidTenant.subscriptionId ?? '');
    await reconcilePayments(depsAt(0), today());
    expect(await paidTenant.notices()).toEqual([]);
  });

  test('a paid renewal sends one receipt for any number of events', async ({ paidTenant }) => {
    const renewal = await paidTenant.renew();
    await pay(renewal);
    await expect.poll(() => paidTenant.templates()).toEqual(['payment-confirmed']);
    await report(renewal, 'PAYMENT_RECEIVED');
    await reconcilePayments(depsAt(0), today());
    const proofs = (await paidTenant.mails()).filter(
      ({ template, dueDate }) => template === 'payment-confirmed' && dueDate !== today(),
    );
    expect(proofs).toHaveLength(1);
    expect(proofs[0]).toMatchObject({
      amountCentavos: centavos('pro', 'monthly'),
      url: expect.stringContaining('/i/'),
    });
  });

  test('the first charge sends a receipt before the environment exists', async () => {
    const { id, order } = await placeOrder(newPaidOrder());
    const charge = await firstChargeOf(id);
    await confirmPayment(charge);
    await sendEvent(`evt_${crypto.randomUUID()}`, 'PAYMENT_CONFIRMED', charge);
    await expect.poll(() => templatesAbout(order)).toEqual(['payment-confirmed']);
  });
});

describe('the daily comparison', () => {
  test('finds a paid sign-up whose event was lost', async () => {
    const { subject, id } = await placeOrder(newPaidOrder());
    await confirmPayment(await firstChargeOf(id));
    const { found } = await reconcilePayments(depsAt(0), today());
    expect(found).toBeGreaterThan(0);
    expect((await orderRow(subject))['payment']).toBe('confirmed');
    expect((await reconcilePayments(depsAt(0), today())).found).toBe(0);
  });

  test('finds a failed and a paid renewal without their events', async () => {
    const [failing, paying] = [await newTenant('pro'), await newTenant('essential')];
    for (const customer of [failing, paying]) await renew(customer);
    await press('payments', await lastCharge(failing), 'overdue');
    await confirmPayment(await lastCharge(paying));
    await reconcilePayments(depsAt(0), today());
    expect(await templatesAbout(failing)).toContain('payment-failed');
    expect(
      (await templatesAbout(paying)).filter((template) => template === 'payment-confirmed'),
    ).toHaveLength(2);
  });

  test('finds the first charge of a contract bought for later', async () => {
    const customer = await newTenant('pro', 'yearly');
    await cancel(customer);
    await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    const charge = (await processorObjectsOf(customer)).payments.at(-1);
    await press('payments', charge?.id ?? '', 'overdue');
    const later = depsAt(Date.parse(`${charge?.dueDate}T15:00:00Z`) + 2 * DAY_MS - Date.now());
    const since = addDays(charge?.dueDate ?? '', -58);
    expect((await reconcilePayments(later, since)).found).toBeGreaterThan(0);
    expect((await templatesAbout(customer)).at(-1)).toBe('payment-failed');
    expect((await reconcilePayments(later, since)).found).toBe(0);
  });

  test('reports a price that differs from the contract, not from the catalogue', async ({ paidTenant }) => {
    await sql('UPDATE contract_terms SET amount_centavos = 8800 WHERE contract_id = ?', paidTenant.orderId);
    await reconcilePayments(depsAt(0), today(), true);
    const [notice] = (await paidTenant.mails()).filter(({ template }) => template === 'operator-notice');
    expect(notice).toMatchObject({
      kind: 'amount-differs',
      amountCentavos: centavos('pro', 'monthly'),
      soldCentavos: 8_800,
    });
    await reconcilePayments(depsAt(0), today(), true);
    expect(await paidTenant.notices()).toHaveLength(1);
  });

  test('reports a subscription that charges without a contract', async ({ paidTenant }) => {
    await sql('DELETE FROM charges WHERE order_id = ?', paidTenant.orderId);
    await sql('DELETE FROM contract_terms WHERE contract_id = ?', paidTenant.orderId);
    await sql('DELETE FROM contracts WHERE order_id = ?', paidTenant.orderId);
    await reconcilePayments(depsAt(0), today());
    expect(await noticesOf(paidTenant.subscriptionId)).toEqual([{ kind: 'subscription-alive' }]);
    const notice = `operator-subscription-alive-${paidTenant.subscriptionId}`;
    const [mail] = await sql<{ payload: string }>('SELECT payload FROM outbox WHERE id = ?', notice);
    expect(JSON.parse(mail?.payload ?? '{}')).toMatchObject({ reference: paidTenant.subscriptionId });
  });

  test('reports a missing subscription of a contract', async ({ paidTenant }) => {
    await depsAt(0).processor.cancelSubscription(paidTenant.subscriptionId ?? '');
    await reconcilePayments(depsAt(0), today(), true);
    expect(await paidTenant.notices()).toEqual(['subscription-gone']);
  });

  test('does not report a contract that is cancelled while it is read', async ({ paidTenant }) => {
    const { processor } = depsAt(0);
    const readSubscription: typeof processor.readSubscription = async (id) => {
      if (id === paidTenant.subscriptionId) await cancelSubscription(depsAt(0), paidTenant.subject);
      return processor.readSubscription(id);
    };
    await reconcilePayments(depsWith({ processor: { readSubscription } }), today(), true);
    expect(await paidTenant.notices()).toEqual([]);
  });

  test('does not report a price that changed after the contract was chosen', async ({ paidTenant }) => {
    const [compared] = await sql<{ id: string; subscription_id: string }>(
      'SELECT id, subscription_id FROM contracts WHERE order_id = ?',
      paidTenant.orderId,
    );
    await sql('UPDATE contract_terms SET amount_centavos = 8800 WHERE contract_id = ?', compared?.id ?? '');
    await sql('UPDATE contracts SET price_due = 1 WHERE id = ?', compared?.id ?? '');
    const chosen = {
      contractId: compared?.id ?? '',
      subscriptionId: compared?.subscription_id ?? '',
      ...({ orderId: paidTenant.orderId, priceDue: 0 } as const),
    };
    await compareContract(depsAt(0), chosen, today());
    expect(await paidTenant.notices()).toEqual([]);
  });

  test('runs daily in pages, continues after an outage, and reports its findings', async () => {
    // Start at noon in São Paulo, so that the minutes below stay on one day.
    const untilNoon = 15 * 3_600_000 - (Date.now() % DAY_MS);
    const day = (days: number): number => untilNoon + days * DAY_MS;
    const rows = () => sql('SELECT day, stage, compared FROM reconciliations ORDER BY day');
    await sql('DELETE FROM reconciliations');
    await sql('UPDATE contracts SET closed_at = NULL');
    await setFaults(addresses.asaasUrl, { down: true });
    await runDue(comparisonWork, depsAt(day(40)));
    expect(await rows()).toMatchObject([{ stage: 'payments', compared: 0 }]);
    await setFaults(addresses.asaasUrl, noFaults);
    await runDue(comparisonWork, depsAt(day(40)));
    expect(await rows()).toMatchObject([{ stage: 'payments', compared: 0 }]);
    const finish = async (aheadMs: number): Promise<number> => {
      for (let run = 1; run < 50; run += 1) {
        await runDue(comparisonWork, depsAt(aheadMs));
        if ((await rows()).every(({ stage }) => stage === 'done')) return run;
      }
      throw new Error('It did not end.');
    };
    const runs = await finish(day(40) + 11 * 60_000);
    expect(runs).toBeGreaterThan(2);
    const [row] = await rows();
    const { payments } = await stateOf<{ payments: { deleted: boolean }[] }>(addresses.asaasUrl);
    expect(row?.['compared']).toBe(payments.filter(({ deleted }) => !deleted).length);
    await runDue(comparisonWork, depsAt(day(40) + 12 * 60_000));
    expect(await rows()).toHaveLength(1);
    await finish(day(41) + 11 * 60_000);
    expect(await rows()).toHaveLength(2);
    const reports = await sql("SELECT detail FROM events WHERE kind = 'reconciliation'");
    expect(reports.length).toBeGreaterThanOrEqual(2);
  });
});

test('an environment that ended by cancellation is not reported', async ({ paidTenant }) => {
  await paidTenant.cancel();
  await sendSubscriptionEvent('SUBSCRIPTION_DELETED', paidTenant.subscriptionId ?? '');
  await report(await paidTenant.firstCharge(), 'PAYMENT_RECEIVED');
  await reconcilePayments(depsAt(0), today());
  expect(await paidTenant.notices()).toEqual([]);
  expect(await paidTenant.events()).toContain('contract-ended');
});
