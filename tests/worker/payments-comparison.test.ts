/**
 * Which contracts the daily comparison checks at the processor: those with a reason, and every contract once a week.
 */
import { beforeEach, describe, expect } from 'vitest';
import { addDays } from '#domain/billing/days.ts';
import { readLedger, writeLedger } from '#functions/ledger/store.ts';
import { reconcilePayments } from '#functions/payments/reconcile.ts';
import { findTenant } from '#functions/tenants/store.ts';
import { cancel, nextCharge } from './account-support.ts';
import { DAY_MS, stateIn } from './billing-support.ts';
import { test } from './fixtures.ts';
import { type Customer, lastCharge, newTenant, press, renew, today } from './plan-change-support.ts';
import { watchProcessor } from './processor-watch.ts';
import { addresses, confirmPayment, depsAt, noFaults, setFaults, sql } from './support.ts';

const asked = watchProcessor();
beforeEach(async () => {
  // Only this test's contracts count.
  await sql('UPDATE contracts SET closed_at = 1, compare_due = 0');
});

/** After all charges: the list is empty, so that only contracts are checked. */
const NO_LIST = '2999-01-01';
const daysUntil = (day: string): number => Math.round((Date.parse(day) - Date.parse(today())) / DAY_MS);

/**
 * Compares as of so many days later.
 * @returns The processor requests.
 */
async function compare(days: number, since = NO_LIST): Promise<readonly string[]> {
  asked.length = 0;
  await reconcilePayments(depsAt(days * DAY_MS), since);
  return [...asked];
}

/** Whether the comparison so many days later checks this contract. */
async function isComparedOn(days: number, { subscriptionId }: Customer): Promise<boolean> {
  return (await compare(days)).some((address) => address.includes(subscriptionId ?? 'no subscription'));
}

/** Records a weekly check on the day before. */
const seenTheDayBefore = (days: number, { orderId }: Customer) =>
  sql('UPDATE contracts SET compared_at = ? WHERE order_id = ?', Date.now() + (days - 1) * DAY_MS, orderId);

describe('a contract without a reason', () => {
  test('is checked once a week, with two requests', async ({ paidTenant }) => {
    const days = [1, 2, 3, 4, 5, 6, 7, 8, 13, 14];
    const askedOn: number[] = [];
    for (const day of days) if (await isComparedOn(day, paidTenant)) askedOn.push(day);
    expect(askedOn).toEqual([7, 14]);
    expect(asked.filter((address) => address.includes(paidTenant.subscriptionId ?? ''))).toHaveLength(2);
  });

  test('costs no request besides the list of charges', async () => {
    for (const cycle of ['monthly', 'yearly'] as const) await newTenant('pro', cycle);
    await reconcilePayments(depsAt(0), today());
    const lists = (await compare(1, today())).filter((address) =>
      address.startsWith('GET /v3/payments?dateCreated'),
    );
    expect(lists.length).toBeGreaterThan(0);
    expect(asked).toEqual(lists);
  });

  test('is checked at once when an operator asks for all', async ({ paidTenant }) => {
    await reconcilePayments(depsAt(0), NO_LIST, true);
    expect(asked.some((address) => address.includes(paidTenant.subscriptionId ?? ''))).toBe(true);
  });
});

const insertEvent = (paymentId: string | null, subscriptionId: string | null, processedAt: number | null) =>
  sql(
    `INSERT INTO webhook_events (id, type, payment_id, subscription_id, received_at, processed_at)
     VALUES (?, 'X', ?, ?, ?, ?)`,
    crypto.randomUUID(),
    paymentId,
    subscriptionId,
    Date.now(),
    processedAt,
  );

const reasons: [string, (customer: Customer) => Promise<unknown>, (() => number)?][] = [
  [
    'an event whose processing failed',
    async (customer) => insertEvent(await lastCharge(customer), null, null),
  ],
  [
    'an event that names its subscription',
    async ({ subscriptionId }) => insertEvent(null, subscriptionId, Date.now()),
  ],
  ['a past due date without a charge', async () => undefined, () => daysUntil(nextCharge()) + 1],
  [
    'an open charge past its due day',
    async (customer) => {
      await renew(customer);
      await reconcilePayments(depsAt(0), today());
    },
    // Two days later, because on the first the due date alone is a reason.
    () => daysUntil(nextCharge()) + 2,
  ],
  [
    'an unrecorded first charge',
    async ({ orderId }) => {
      await sql('DELETE FROM charges WHERE order_id = ?', orderId);
      await sql('UPDATE contracts SET first_due_on = ? WHERE order_id = ?', today(), orderId);
    },
  ],
  [
    'an open change of plan',
    ({ orderId, subdominio }) =>
      sql(
        `INSERT INTO plan_changes (id, order_id, subdomain, plan, cycle, amount_centavos, kind, state, expires_at,
           lease_until, created_at)
         VALUES (?, ?, ?, 'enterprise', 'monthly', 29900, 'trust', 'applying', 0, 0, 0)`,
        crypto.randomUUID(),
        orderId,
        subdominio,
      ),
  ],
  [
    'an end pending at the processor',
    async (customer) => {
      await cancel(customer);
      await sql('UPDATE contract_ends SET done_at = NULL WHERE order_id = ?', customer.orderId);
    },
  ],
  [
    'a price not sent to the processor',
    ({ orderId }) => sql('UPDATE contracts SET price_due = 1 WHERE order_id = ?', orderId),
  ],
  [
    'a failed renewal',
    ({ subscriptionId, subdominio }) =>
      sql(
        'INSERT INTO dunning (payment_id, subscription_id, subdomain, failed_at, retry_at) VALUES (?, ?, ?, 0, ?)',
        crypto.randomUUID(),
        subscriptionId,
        subdominio,
        Date.now() + 30 * DAY_MS,
      ),
  ],
  [
    'a suspension',
    ({ orderId }) => sql(`UPDATE tenants SET state = 'suspended' WHERE order_id = ?`, orderId),
  ],
  [
    'an open dispute',
    async (customer) => {
      await press('payments', await lastCharge(customer), 'chargeback');
      await reconcilePayments(depsAt(0), today());
    },
  ],
];

describe('checked on the same day:', () => {
  test.each(reasons)('%s', async (_, arrange, day = () => 1) => {
    const customer = await newTenant('pro');
    await arrange(customer);
    const days = day();
    await seenTheDayBefore(days, customer);
    expect(await isComparedOn(days, customer)).toBe(true);
  });

  test('a due date today or a paid one is no reason', async ({ paidTenant }) => {
    const due = daysUntil(nextCharge());
    await seenTheDayBefore(due, paidTenant);
    expect(await isComparedOn(due, paidTenant)).toBe(false);
    await paidTenant.renew();
    await confirmPayment(await paidTenant.lastCharge());
    await reconcilePayments(depsAt(0), today());
    await seenTheDayBefore(due + 1, paidTenant);
    expect(await isComparedOn(due + 1, paidTenant)).toBe(false);
  });

  test('is checked again after an outage of the processor', async ({ paidTenant }) => {
    await sql('UPDATE contracts SET compared_at = 0 WHERE order_id = ?', paidTenant.orderId);
    await setFaults(addresses.asaasUrl, { down: true });
    await expect(reconcilePayments(depsAt(0), NO_LIST)).rejects.toThrow();
    await setFaults(addresses.asaasUrl, noFaults);
    expect(await isComparedOn(0, paidTenant)).toBe(true);
    expect(await isComparedOn(1, paidTenant)).toBe(false);
  });
});

describe('a lost dispute without its event', () => {
  async function lose(charge: string): Promise<void> {
    await press('payments', charge, 'chargeback');
    await press('payments', charge, 'refund');
  }

  test('is found in the list when its charge is recent', async ({ paidTenant }) => {
    await lose(await paidTenant.lastCharge());
    await compare(0, today());
    expect(await paidTenant.notices()).toEqual(['refunded']);
    expect(await paidTenant.state()).toBe('ended');
  });

  test('is found at the weekly check when its charge is older', async () => {
    const customer = await newTenant('pro', 'yearly');
    await lose(await lastCharge(customer));
    await compare(6);
    expect(await stateIn(customer)).toBe('active');
    await compare(7);
    expect(await stateIn(customer)).toBe('ended');
  });

  test('is found for a year whose renewal was cancelled', async () => {
    const customer = await newTenant('pro', 'yearly');
    await cancel(customer);
    await lose(await lastCharge(customer));
    await compare(7);
    expect(await stateIn(customer)).toBe('ended');
  });

  test('is found for a difference, which no subscription lists', async () => {
    const customer = await newTenant('pro', 'yearly');
    const { db, processor } = depsAt(0);
    const { customerId } = (await findTenant(db, customer.orderId)) ?? {};
    const paid = await processor.openCharge(
      customerId ?? '',
      {
        reference: crypto.randomUUID(),
        amountCentavos: 100_000,
        dueDate: today(),
        description: 'x',
        returnUrl: addresses.siteUrl,
      },
      { from: 'subscription', subscriptionId: customer.subscriptionId ?? '', remoteIp: '198.18.0.1' },
    );
    await confirmPayment(paid.paymentId);
    const read = await readLedger(db, customer.orderId);
    const [period] = read.facts.charges;
    if (period === undefined) throw new Error('The ledger has no charge.');
    const charge = {
      ...period,
      paymentId: paid.paymentId,
      kind: 'difference' as const,
      plan: 'enterprise' as const,
      amountCentavos: 100_000,
      baseCentavos: period.fullCentavos,
    };
    await writeLedger(db, read, [{ kind: 'charge', charge }], Date.now());
    await lose(paid.paymentId);
    await compare(7);
    const states = 'SELECT state FROM charges WHERE payment_id = ?';
    expect(await sql(states, paid.paymentId)).toEqual([{ state: 'refunded' }]);
  });
});

test('an ended, refunded contract is not checked again', async ({ paidTenant }) => {
  await paidTenant.undo();
  expect(await isComparedOn(7, paidTenant)).toBe(false);
  const closed = 'SELECT compare_due FROM contracts WHERE order_id = ? AND closed_at IS NOT NULL';
  expect(await sql(closed, paidTenant.orderId)).toEqual([{ compare_due: 0 }]);
});

test('only charges that differ from the list are read one by one', async () => {
  const [quiet, paying] = [await newTenant('pro'), await newTenant('pro')];
  await renew(paying);
  await reconcilePayments(depsAt(0), today());
  const renewal = await lastCharge(paying);
  await confirmPayment(renewal);
  await compare(1, addDays(today(), -60));
  const state = 'SELECT state FROM charges WHERE payment_id = ?';
  expect(await sql(state, renewal)).toEqual([{ state: 'confirmed' }]);
  expect(asked.some((address) => address.includes(quiet.subscriptionId ?? ''))).toBe(false);
});
