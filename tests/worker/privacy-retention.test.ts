/** Every period in content/legal/retention.json for a table is kept, to the day. */

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import { businessDay } from '#domain/billing/days.ts';
import { createRetention } from '#domain/privacy/retention.ts';
import { closingWork } from '#functions/checkout/end-closed-order.ts';
import { markCancelled } from '#functions/orders/closing-rows.ts';
import { reopenOrder } from '#functions/orders/run-rows.ts';
import { privacyJobs } from '#functions/privacy/jobs.ts';
import { tableNames } from '#functions/privacy/personal-tables.ts';
import { listForgotten } from '#functions/privacy/retention-store.ts';
import { runScheduled } from '#functions/scheduled.ts';
import { newPaidOrder } from '#tests/support/orders.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { orderRows } from '#tests/support/rows.ts';
import { placeOrder } from './order-support.ts';
import { calmServices, chargesOf, depsAt, orderRow, putRows, runDue, sql } from './support.ts';

const retention = createRetention(retentionJson);
const DAY_MS = 86_400_000;
/**
 * Far enough in the past to avoid other tests' rows, and after São Paulo's last daylight saving time, when its days
 * began an hour earlier.
 */
const BORN = Date.UTC(2020, 0, 15, 3, 30);

beforeEach(calmServices);

const count = async (table: string, where: string, ...values: unknown[]): Promise<number> =>
  (await sql(`SELECT 1 FROM ${table} WHERE ${where}`, ...values)).length;

/** One run of the job, exactly so many days after `BORN`. */
const daysLater = (days: number): Promise<void> =>
  privacyJobs.retention({ ...depsAt(0), clock: { now: () => BORN + days * DAY_MS } });

/** An order with a released name and all dependent rows. */
async function releasedOrder(known: { status: string; payment: string; endsOn?: string }): Promise<string> {
  const id = crypto.randomUUID();
  const subscription = `sub_${id}`;
  await putRows(
    orderRows({
      ...{ id, subject: id, subdomain: newSubdomain(), plan: 'pro', amount_centavos: 9900 },
      ...{ status: known.status, payment: known.payment, subscription_id: subscription },
      ...{ created_at: BORN, released_at: BORN },
    }),
  );
  await sql(
    `INSERT INTO plan_changes (id, order_id, subdomain, plan, cycle, amount_centavos, kind, state, expires_at,
       lease_until, created_at, settled_at)
     VALUES (?1, ?1, 'x', 'pro', 'monthly', 1, 'purchase', 'closed', 0, 0, 0, 1)`,
    id,
  );
  await sql(
    `INSERT INTO dunning (payment_id, subscription_id, subdomain, failed_at, retry_at, closed_at)
     SELECT ?, subscription_id, subdomain, 0, 0, 1 FROM orders WHERE id = ?`,
    `pay_${id}`,
    id,
  );
  if (known.endsOn)
    await sql(
      `INSERT INTO contract_ends (subscription_id, subdomain, order_id, kind, ends_on, requested_at, done_at)
       VALUES (?, 'x', ?, 'cancellation', ?, 0, 1)`,
      subscription,
      id,
      known.endsOn,
    );
  await sql(
    `INSERT INTO card_changes (id, order_id, subscription_id, customer_id, attempt, state, expires_at, lease_until,
       created_at, settled_at) VALUES (?1, ?1, ?2, 'cus', ?1, 'done', 0, 0, 0, 1)`,
    id,
    subscription,
  );
  await sql(
    'INSERT INTO provisioning_runs (order_id, attempt, touched_at, updated_at) VALUES (?, 0, 0, 0)',
    id,
  );
  await sql(`INSERT INTO events (at, kind, order_id) VALUES (?, 'order-reserved', ?)`, BORN, id);
  await sql(
    `INSERT INTO contracts (id, order_id, customer_id, subscription_id, contracted_at, first_due_on)
     VALUES (?1, ?1, 'cus', ?2, 0, '2020-01-01')`,
    id,
    subscription,
  );
  await sql(
    `INSERT INTO contract_terms (contract_id, position, at, reason, plan, cycle, amount_centavos)
     VALUES (?, 0, 0, 'sale', 'pro', 'monthly', 9900)`,
    id,
  );
  await sql(
    `INSERT INTO charges (payment_id, contract_id, order_id, kind, plan, cycle, amount_centavos, full_centavos, due_on,
       covers_from, covers_through, state, state_on)
     VALUES (?1, ?2, ?2, 'period', 'pro', 'monthly', 9900, 9900, '2020-01-01', '2020-01-01', '2020-01-31', 'confirmed', '2020-01-01')`,
    `pay_${id}`,
    id,
  );
  await sql(
    `INSERT INTO fiscal_notes (payment_id, order_id, state, created_at) VALUES (?, ?, 'authorized', 0)`,
    `pay_${id}`,
    id,
  );
  await sql(
    `INSERT INTO fiscal_contacts (order_id, emails, purchase_order, updated_at) VALUES (?, '[]', '', 0)`,
    id,
  );
  await sql(
    `INSERT INTO quotes (order_id, plan, cycle, kind, today_centavos, amount_centavos, version, quoted_at)
     VALUES (?, 'pro', 'monthly', 'purchase', 1, 1, 0, 0)`,
    id,
  );
  return id;
}

/** Rows that name this order, over all tables. */
async function traces(id: string): Promise<Record<string, number>> {
  const where = {
    orders: 'id = ?',
    buyers: 'order_id = ?',
    acceptances: 'order_id = ?',
    provisioning_runs: 'order_id = ?',
    plan_changes: 'order_id = ?',
    card_changes: 'order_id = ?',
    contract_ends: 'order_id = ?',
    events: 'order_id = ?',
    contracts: 'order_id = ?',
    contract_terms: 'contract_id = ?',
    charges: 'order_id = ?',
    quotes: 'order_id = ?',
    fiscal_notes: 'order_id = ?',
    fiscal_contacts: 'order_id = ?',
  };
  const counted = await Promise.all(
    Object.entries(where).map(async ([table, find]) => [table, await count(table, find, id)] as const),
  );
  return Object.fromEntries([
    ...counted,
    ['dunning', await count('dunning', 'subscription_id = ?', `sub_${id}`)],
  ]);
}

test('a contract’s rows are deleted five years after its last day', async () => {
  const endsOn = businessDay(BORN - 30 * DAY_MS);
  const id = await releasedOrder({ status: 'CONCLUIDO', payment: 'confirmed', endsOn });
  const days = retention.keptDays('orders');
  await daysLater(days - 30);
  expect((await traces(id))['orders']).toBe(1);
  await daysLater(days - 29);
  expect(Object.values(await traces(id)).every((rows) => rows === 0)).toBe(true);
});

test('a contract without an end counts from its name’s release', async () => {
  const id = await releasedOrder({ status: 'CONCLUIDO', payment: 'free' });
  const days = retention.keptDays('orders');
  await daysLater(days);
  expect((await traces(id))['orders']).toBe(1);
  await daysLater(days + 1);
  expect(Object.values(await traces(id)).every((rows) => rows === 0)).toBe(true);
});

test('a never paid order is deleted sooner; a paid, failed one is not', async () => {
  const abandoned = await releasedOrder({ status: 'AGUARDANDO', payment: 'none' });
  const paid = await releasedOrder({ status: 'ERRO', payment: 'confirmed' });
  const days = retention.keptDays('abandoned-orders');
  await daysLater(days);
  expect((await traces(abandoned))['orders']).toBe(1);
  await daysLater(days + 1);
  expect((await traces(abandoned))['orders']).toBe(0);
  expect((await traces(paid))['orders']).toBe(1);
});

interface Sample {
  readonly entry: string;
  readonly table: string;
  /** Columns and their values; `at` stands for the time, `day` for the calendar day. */
  readonly row: Readonly<Record<string, string | number>>;
}
const samples: readonly Sample[] = [
  {
    entry: 'messages',
    table: 'outbox',
    row: { id: 'r', template: 'x', payload: '{}', created_at: 0, sent_at: 'at' },
  },
  {
    entry: 'support',
    table: 'support_messages',
    row: { id: 'r', nome: 'x', email: 'x', assunto: 'x', mensagem: 'x', created_at: 'at' },
  },
  {
    entry: 'request-records',
    table: 'idempotency',
    row: { route: 'r', subject: 'x', key: 'x', fingerprint: 'x', lease_until: 0, created_at: 'at' },
  },
  {
    entry: 'payment-events',
    table: 'webhook_events',
    row: { id: 'r', type: 'x', received_at: 'at', processed_at: 1 },
  },
  { entry: 'orders', table: 'billing_notices', row: { kind: 'r', reference: 'x', noticed_at: 'at' } },
  {
    entry: 'purchase-marks',
    table: 'billing_notices',
    row: { reference: 'conta/dia', kind: 'purchase-held', noticed_at: 'at' },
  },
  {
    entry: 'purchase-marks',
    table: 'marks',
    row: { id: 'withdrawal:r', kind: 'withdrawal', reference: 'r', at: 'at' },
  },
  {
    entry: 'purchase-marks',
    table: 'marks',
    row: { id: 'dispute:won', kind: 'dispute', reference: 'won', at: 'at', settled_at: 1, settled_by: 'won' },
  },
  { entry: 'debts', table: 'marks', row: { id: 'debt:r', kind: 'debt', reference: 'r', at: 'at' } },
  {
    entry: 'debts',
    table: 'marks',
    row: { id: 'dispute:r', kind: 'dispute', reference: 'r', at: 'at', settled_at: 1, settled_by: 'lost' },
  },
  { entry: 'payment-events', table: 'reconciliations', row: { day: 'day', since: 'x' } },
  {
    entry: 'quarantined-names',
    table: 'quarantined_names',
    row: { subdomain: 'r', quarantined_until: 'at' },
  },
  { entry: 'payment-attempts', table: 'processor_calls', row: { caller: 'r', hour: 'at', calls: 1 } },
  { entry: 'deleted-accounts', table: 'deleted_accounts', row: { account: 'r', deleted_at: 'at' } },
  { entry: 'own-data', table: 'data_copies', row: { subject: 'r', day: 'day', copies: 1 } },
  {
    entry: 'own-data',
    table: 'deletions',
    row: { subject: 'r', requested_at: 0, deletable_at: 0, done_at: 'at' },
  },
  { entry: 'new-environments', table: 'new_environments', row: { day: 'day', network: 'r', begun: 1 } },
  { entry: 'missing-pages', table: 'missing_pages', row: { day: 'day', path: '/r', visits: 1 } },
  { entry: 'missing-words', table: 'missing_words', row: { day: 'day', word: 'r', times: 1 } },
  { entry: 'availability', table: 'availability_minutes', row: { at: 'at' } },
  { entry: 'availability', table: 'availability_alerts', row: { hour: 'at' } },
  { entry: 'docs-feedback', table: 'feedback', row: { page: '/r', reader_key: 'x', helpful: 1, day: 'day' } },
  { entry: 'orders', table: 'events', row: { kind: 'r', at: 'at' } },
  { entry: 'alert-codes', table: 'alert_code_sends', row: { day: 'day', who: 'r', sent: 1, last_at: 0 } },
];

describe('when its period ends, not a day before,', () => {
  /** How many rows of each sample are left, on the last day of its period and a day later. */
  const left = new Map<Sample, readonly number[]>();

  beforeAll(async () => {
    const stored = (value: string | number | undefined) =>
      value === 'at' ? BORN : value === 'day' ? businessDay(BORN) : value;
    for (const { table, row } of samples)
      await sql(
        `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join(', ')})`,
        ...Object.values(row).map(stored),
      );
    const leftOf = ({ table, row }: Sample) => {
      const key = Object.keys(row).find((column) => typeof row[column] === 'string') ?? '';
      return count(table, `${key} = ?`, stored(row[key]));
    };
    const periods = new Set(samples.map(({ entry }) => retention.keptDays(entry)));
    for (const days of [...periods].toSorted((one, other) => one - other)) {
      const ending = samples.filter(({ entry }) => retention.keptDays(entry) === days);
      await daysLater(days);
      const before = await Promise.all(ending.map(leftOf));
      await daysLater(days + 1);
      const after = await Promise.all(ending.map(leftOf));
      for (const [index, sample] of ending.entries())
        left.set(sample, [before[index] ?? 0, after[index] ?? 0]);
    }
  });

  test.each(samples)('$table ($entry) is deleted', (sample) => {
    expect(left.get(sample)).toEqual([1, 0]);
  });
});

test('every table is tested', async () => {
  const cascading = await sql<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE sql LIKE '%REFERENCES tenants (order_id) ON DELETE CASCADE%'",
  );
  const proved = new Set([
    ...samples.map(({ table }) => table),
    // Deleted with its mark (debts-marks.test.ts).
    'mark_parties',
    'orders',
    'buyers',
    'acceptances',
    'provisioning_runs',
    'plan_changes',
    'card_changes',
    'contract_ends',
    'events',
    'dunning',
    'contracts',
    'contract_terms',
    'charges',
    'quotes',
    'fiscal_notes',
    'fiscal_contacts',
    // Deleted with the environment, long before the order (renewals.test.ts, operations.test.ts).
    'tenants',
    'quota_readings',
    'limit_graces',
    'limit_states',
    // Deleted with the row of the environment.
    ...cascading.map(({ name }) => name),
    // Belong to an order, or name revisions only (fleet.test.ts).
    'fleet_runs',
    'fleet_steps',
    'moves',
    'volumes',
    // About programs; gone when they are (images.test.ts).
    'image_sources',
    'image_findings',
    // Kept for good: a refusal has no end, and sums and incidents are about no one.
    'alert_refusals',
    'availability_days',
    'incidents',
    'incident_texts',
    'providers',
    'alert_networks',
    // Belong to an environment (alerts-kept.test.ts).
    'alert_reporters',
    'alert_levels',
    'alert_falls',
    'alert_channels',
    'alert_recipients',
    'first_monitors',
    'alert_codes',
    'alert_days',
    'alert_events',
    'alert_messages',
    // With their message, and with their recipient.
    'alert_posts',
    'alert_webhooks',
    'telegram_links',
    // Deleted a day at a time (reports.test.ts).
    'report_days',
    'report_months',
    // Deleted when it is done (work.test.ts).
    'work',
  ]);
  expect(new Set<string>(tableNames)).toEqual(proved);
});

test('unsent mails and unprocessed events are not deleted by age', async () => {
  await sql(`INSERT INTO outbox (id, template, payload, created_at) VALUES ('unsent', 'x', '{}', ?)`, BORN);
  await sql(`INSERT INTO webhook_events (id, type, received_at) VALUES ('unworked', 'x', ?)`, BORN);
  await daysLater(3650);
  expect(await count('outbox', `id = 'unsent'`)).toBe(1);
  expect(await count('webhook_events', `id = 'unworked'`)).toBe(1);
  await sql(`DELETE FROM outbox WHERE id = 'unsent'`);
  await sql(`DELETE FROM webhook_events WHERE id = 'unworked'`);
});

test('a large backlog is deleted in batches', async () => {
  const rows = JSON.stringify(Array.from({ length: 450 }, (_, index) => `batch-${index}`));
  await sql(
    `INSERT INTO support_messages (id, nome, email, assunto, mensagem, created_at)
     SELECT value, 'x', 'x', 'x', 'x', ? FROM json_each(?)`,
    BORN,
    rows,
  );
  const left: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    await daysLater(3650);
    left.push(await count('support_messages', `id LIKE 'batch-%'`));
  }
  expect(left).toEqual([250, 50, 0]);
});

test('an abandoned unpaid order is cancelled at the processor, then deleted', async () => {
  const { subject, id } = await placeOrder(newPaidOrder());
  const days = retention.keptDays('abandoned-orders');
  await sql('UPDATE orders SET chosen_at = ? WHERE id = ?', Date.now() - (days + 1) * DAY_MS, id);
  await privacyJobs.retention(depsAt(0));
  expect(await orderRow(subject)).toMatchObject({ closed_at: expect.any(Number), released_at: null });
  await runScheduled(depsAt(400_000));
  const { subscriptions } = await chargesOf(id);
  expect(subscriptions.map(({ deleted }) => deleted)).toEqual([true]);
  await privacyJobs.retention(depsAt(400_000));
  await expect(orderRow(subject)).rejects.toThrow('no order');
});

/** A free order whose last try was long ago, in the given state. */
async function oldFreeOrder(known: { status: string; payment?: string; triedAt?: number }): Promise<string> {
  const id = await releasedOrder({ payment: 'free', ...known });
  await sql(
    `UPDATE orders SET released_at = NULL, plan = 'free', updated_at = ? WHERE id = ?`,
    known.triedAt ?? BORN,
    id,
  );
  return id;
}

test('an abandoned failed free order is cancelled, then deleted', async () => {
  const failed = await oldFreeOrder({ status: 'ERRO' });
  const others = await Promise.all([
    oldFreeOrder({ status: 'ERRO', triedAt: Date.now() }),
    oldFreeOrder({ status: 'EM_ANDAMENTO' }),
    oldFreeOrder({ status: 'CONCLUIDO' }),
    oldFreeOrder({ status: 'ERRO', payment: 'confirmed' }),
  ]);
  await privacyJobs.retention(depsAt(0));
  expect(await count('orders', 'id = ? AND closed_at IS NOT NULL', failed)).toBe(1);
  for (const id of others) expect(await count('orders', 'id = ? AND closed_at IS NULL', id)).toBe(1);
  await runDue(closingWork, depsAt(400_000));
  await privacyJobs.retention(depsAt(400_000));
  expect(await traces(failed)).toMatchObject({ orders: 0, events: 0 });
});

test('an order that became active since it was listed is kept', async () => {
  const id = await oldFreeOrder({ status: 'ERRO' });
  const { db } = depsAt(0);
  const before = Date.now() - retention.keptDays('abandoned-orders') * DAY_MS;
  const found = (await listForgotten(db, before, 20)).filter((each) => each.id === id);
  expect(found).toEqual([{ id, status: 'ERRO' }]);
  expect(await reopenOrder(db, { id, attempt: 0 }, Date.now())).not.toBeNull();
  expect(await markCancelled(db, id, Date.now(), 'ERRO')).toBe(false);
});
