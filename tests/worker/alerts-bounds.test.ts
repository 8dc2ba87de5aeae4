/** A day's bounds of what an environment reports: by monitor, with the newest falls kept, and on how many monitors. */
import { beforeEach, describe, expect, test } from 'vitest';
import { FALLS_A_DAY, FOLDED_KEPT, OF_NO_MONITOR_A_DAY, RARE_A_DAY } from '#domain/alerts/shares.ts';
import { FALLS_MAX, type ReportedFall } from '#domain/api-schemas/alert-report.ts';
import { addDays, businessDay, startOfDay } from '#domain/billing/days.ts';
import { Companion, CREATED, downOf, eventOf, fallOf, levelOf, sendReport } from './alert-reports.ts';
import { newProven, newWatched } from './alerts-support.ts';
import type { Customer } from './plan-change-support.ts';
import { calmServices, depsAt, sql } from './support.ts';

beforeEach(calmServices);

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How far the clock is ahead at half past midnight of the next day in São Paulo, so that a whole day is left. */
const morning = (): number => startOfDay(addDays(businessDay(Date.now()), 1)) + 30 * MINUTE_MS - Date.now();

const storedOf = ({ orderId }: Customer) =>
  sql<{ id: number; rows: number; folded: number; last: number }>(
    `SELECT monitor_id AS id, COUNT(*) AS rows, SUM(is_folded) AS folded, MAX(since) AS last
      FROM alert_falls WHERE order_id = ? GROUP BY monitor_id ORDER BY 1`,
    orderId,
  );
const levelsOf = ({ orderId }: Customer) =>
  sql<{ id: number; state: string }>(
    'SELECT monitor_id AS id, state FROM alert_levels WHERE order_id = ? ORDER BY 1',
    orderId,
  );
const foldedOf = ({ orderId }: Customer) =>
  sql<{ facts: string }>(`SELECT facts FROM alert_events WHERE order_id = ? AND kind = 'folded'`, orderId);
const noticesOf = ({ orderId }: Customer) =>
  sql(
    `SELECT reference FROM billing_notices WHERE kind = 'alert-flood' AND reference LIKE ?`,
    `${orderId}/%`,
  );

/** Falls of a monitor, two minutes apart, each of one minute. */
const fallsOf = (id: number, from: number, count: number): ReportedFall[] =>
  Array.from({ length: count }, (_, at) => {
    const since = from + 2 * at * MINUTE_MS;
    return fallOf(id, since, since + MINUTE_MS);
  });
async function reportFalls(companion: Companion, falls: readonly ReportedFall[], ahead: number) {
  for (let from = 0; from < falls.length; from += FALLS_MAX)
    await companion.report({ falls: falls.slice(from, from + FALLS_MAX) }, ahead);
}

test('after 2,520 falls of 40 monitors in a day, that of a quiet one is kept and makes work', async () => {
  const customer = await newWatched('pro');
  await newProven(customer);
  const companion = new Companion(customer);
  const monitors = Array.from({ length: 40 }, (_, at) => at + 1);
  const [from, rounds] = [morning(), 63];
  for (let round = 0; round < rounds; round += 1) {
    const [ahead, since] = [from + round * 22 * MINUTE_MS, Date.now() + from + round * 22 * MINUTE_MS];
    const falls = monitors.map((id) => fallOf(id, since, since + MINUTE_MS));
    await companion.report(
      { falls, levels: monitors.map((id) => levelOf(id, { since })) },
      ahead + 2 * MINUTE_MS,
    );
  }
  for (const { rows, folded } of await storedOf(customer))
    expect([rows, folded]).toEqual([FALLS_A_DAY + FOLDED_KEPT, FOLDED_KEPT]);
  const ahead = from + rounds * 22 * MINUTE_MS;
  expect(await companion.report({ levels: [downOf(99, Date.now() + ahead)] }, ahead + 1)).toHaveLength(2);
  expect(await foldedOf(customer)).toHaveLength(1);
  expect(await noticesOf(customer)).toEqual([]);
}, 120_000);

describe('a monitor beyond its bound', () => {
  async function folded(count: number) {
    const customer = await newWatched('free');
    const companion = new Companion(customer);
    const from = morning();
    const ahead = from + 2 * count * MINUTE_MS;
    const falls = fallsOf(1, Date.now() + from, count);
    await reportFalls(companion, falls, ahead);
    return { customer, companion, falls, ahead };
  }

  test('keeps its first falls and its newest, and is named in the word about it', async () => {
    const { customer, falls } = await folded(FALLS_A_DAY + 21);
    expect(await storedOf(customer)).toEqual([
      { id: 1, rows: FALLS_A_DAY + FOLDED_KEPT, folded: FOLDED_KEPT, last: falls.at(-1)?.since },
    ]);
    const [notice] = await foldedOf(customer);
    expect(JSON.parse(notice?.facts ?? '{}')).toEqual({ monitor: { id: 1, name: 'Site 1' }, message: '' });
  });

  test('keeps the fall that goes on, whatever follows it', async () => {
    const { customer, companion, ahead } = await folded(FALLS_A_DAY);
    const since = Date.now() + ahead;
    await companion.report({ levels: [downOf(1, since)] }, ahead);
    await companion.report({ levels: [downOf(1, since, { doubt: 'unchecked' })] }, ahead + MINUTE_MS);
    const open = await sql(
      'SELECT since, is_folded FROM alert_falls WHERE order_id = ? AND until IS NULL',
      customer.orderId,
    );
    expect(open).toEqual([{ since, is_folded: 1 }]);
  });

  test('is not turned back by a report that comes twice, or late', async () => {
    const { customer, companion, falls, ahead } = await folded(FALLS_A_DAY + 21);
    const before = await storedOf(customer);
    for (const late of [falls, falls.slice(FALLS_A_DAY, FALLS_A_DAY + 5), falls.slice(60, 61)])
      await companion.report({ falls: late }, ahead + DAY_MS);
    expect(await storedOf(customer)).toEqual(before);
  });

  test('begins anew on the next day', async () => {
    const { customer, companion, ahead } = await folded(FALLS_A_DAY + 2);
    await companion.report({ levels: [downOf(1, Date.now() + ahead + DAY_MS)] }, ahead + DAY_MS);
    expect(await storedOf(customer)).toMatchObject([{ rows: FALLS_A_DAY + 3, folded: 2 }]);
  });

  test('takes no event with it', async () => {
    const { customer, companion, ahead } = await folded(FALLS_A_DAY + 2);
    const monitor = { id: 1, name: 'Site 1' };
    const events = Array.from({ length: RARE_A_DAY + 5 }, () => eventOf('certificate', { monitor }));
    await companion.report({ events }, ahead);
    const kept = await sql(
      `SELECT 1 FROM alert_events WHERE order_id = ? AND kind = 'certificate'`,
      customer.orderId,
    );
    expect(kept).toHaveLength(RARE_A_DAY);
  });
});

test('windows of a day are all kept, as an agency has them, up to their bound', async () => {
  const customer = await newWatched('pro');
  const companion = new Companion(customer);
  const window = { title: 'Janela', from: Date.now(), until: null, count: 0, monitors: [] };
  for (let each = 0; each < 7; each += 1)
    await companion.report({ events: Array.from({ length: 50 }, () => eventOf('maintenance', { window })) });
  const kept = await sql('SELECT 1 FROM alert_events WHERE order_id = ?', customer.orderId);
  expect(kept).toHaveLength(OF_NO_MONITOR_A_DAY);
});

test('a report whose answer was lost comes again after midnight, and is no flood', async () => {
  const customer = await newWatched('free');
  const companion = new Companion(customer);
  const monitor = { id: 1, name: 'Site 1' };
  const parts = { levels: [downOf(1, CREATED)], events: [eventOf('certificate', { monitor })] };
  for (const ahead of [0, morning()]) await companion.report(parts, ahead);
  expect(await storedOf(customer)).toMatchObject([{ id: 1, rows: 1 }]);
  expect(await noticesOf(customer)).toEqual([]);
});

describe('of an environment are kept four times the plan’s monitors', () => {
  const monitorsMax = 4 * depsAt(0).catalog.plan('free').limits.monitors;
  const ids = Array.from({ length: 6 * monitorsMax }, (_, at) => at + 1);

  test.each([
    ['levels', { levels: ids.map((id) => downOf(id, CREATED)) }],
    ['falls', { falls: ids.map((id) => fallOf(id, CREATED, CREATED + 1)) }],
  ])('of those that are reported by %s', async (_, parts) => {
    const customer = await newWatched('free');
    const companion = new Companion(customer);
    await companion.report(parts);
    expect(await storedOf(customer)).toHaveLength(monitorsMax);
    expect(await levelsOf(customer)).toHaveLength(monitorsMax);
    expect(await noticesOf(customer)).toHaveLength(1);
    // Those that are known are heard still, and whatever names no monitor.
    await companion.report({
      levels: [levelOf(1, { since: CREATED + 5 }), downOf(9_999, CREATED)],
      events: [eventOf('test')],
    });
    expect((await levelsOf(customer))[0]).toEqual({ id: 1, state: 'up' });
    expect(await levelsOf(customer)).toHaveLength(monitorsMax);
    expect(await sql('SELECT 1 FROM alert_events WHERE order_id = ?', customer.orderId)).toHaveLength(1);
  });

  test('of those that are reported by events', async () => {
    const customer = await newWatched('free');
    const events = ids.slice(0, 50).map((id) => eventOf('certificate', { monitor: { id, name: 'x' } }));
    await new Companion(customer).report({ events });
    const kept = await sql('SELECT 1 FROM alert_events WHERE order_id = ?', customer.orderId);
    expect(kept).toHaveLength(Math.min(50, monitorsMax));
    expect(await noticesOf(customer)).toHaveLength(1);
  });

  test('also where requests come at the same time', async () => {
    const customer = await newWatched('free');
    const companion = new Companion(customer);
    const bodies = [0, 1, 2, 3].map((part) =>
      companion.body({
        base: null,
        levels: ids.slice(part * monitorsMax, (part + 1) * monitorsMax).map((id) => levelOf(id)),
      }),
    );
    const answers = await Promise.all(bodies.map((body) => sendReport(customer, body)));
    // Each was made over the same revision, so one of them counts.
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await levelsOf(customer)).toHaveLength(monitorsMax);
  });

  test('and the next day has room for others', async () => {
    const customer = await newWatched('free');
    const companion = new Companion(customer);
    await companion.report({ base: null, levels: ids.slice(0, monitorsMax).map((id) => levelOf(id)) });
    const others = ids.slice(monitorsMax, monitorsMax + 3).map((id) => levelOf(id));
    await companion.report({ base: null, levels: others });
    expect(await levelsOf(customer)).toHaveLength(monitorsMax);
    await companion.report({ base: null, levels: others }, morning());
    expect(await levelsOf(customer)).toHaveLength(monitorsMax + 3);
  });
});
