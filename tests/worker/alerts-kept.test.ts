/** How long what an environment reported is kept. */
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#domain/billing/days.ts';
import { purge } from '#functions/privacy/retention-store.ts';
import { Companion, downOf, eventOf, fallOf, levelOf } from './alert-reports.ts';
import { newWatched } from './alerts-support.ts';
import { calmServices, depsAt, sql } from './support.ts';

beforeEach(calmServices);

const KEPT_MS = 90 * DAY_MS;
const purgeAt = (now: number) => purge(depsAt(0).db, 'alerts', now - KEPT_MS, 1_000);

test('falls, events and monitors that left go after their period; what is watched, or goes on, stays', async () => {
  const customer = await newWatched();
  const now = Date.now();
  await new Companion(customer).report({
    levels: [
      levelOf(1),
      downOf(2, now - 1_000),
      levelOf(3, { state: 'outside', reason: 'deleted' }),
      downOf(4, now - 1_000),
    ],
    falls: [fallOf(1, now - 9_000, now - 8_000)],
    events: [eventOf('test')],
  });
  // The last of them ended long after it began.
  await sql(
    'UPDATE alert_falls SET until = ? WHERE order_id = ? AND monitor_id = 4',
    now + 5 * DAY_MS,
    customer.orderId,
  );
  const left = async () => {
    const of = (table: string, column: string) =>
      sql<{ it: unknown }>(
        `SELECT ${column} AS it FROM ${table} WHERE order_id = ? ORDER BY 1`,
        customer.orderId,
      );
    const [levels, falls, events] = await Promise.all([
      of('alert_levels', 'monitor_id'),
      of('alert_falls', 'monitor_id'),
      of('alert_events', 'kind'),
    ]);
    return [levels, falls, events].map((rows) => rows.map(({ it }) => it));
  };
  await purgeAt(now + KEPT_MS - DAY_MS);
  expect(await left()).toEqual([[1, 2, 3, 4], [1, 2, 4], ['test']]);
  await purgeAt(now + KEPT_MS + DAY_MS);
  expect(await left()).toEqual([[1, 2, 4], [2, 4], []]);
  await purgeAt(now + KEPT_MS + 6 * DAY_MS);
  expect(await left()).toEqual([[1, 2, 4], [2], []]);
});
