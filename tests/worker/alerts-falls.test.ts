/** What the account says of monitors that are down. */
import { beforeEach, expect, test } from 'vitest';
import { type AccountResponse, accountEndpoint } from '#domain/api-schemas/account.ts';
import { type AlertEvents, alertEventsEndpoint } from '#domain/api-schemas/alert-events.ts';
import { newWatched } from './alerts-support.ts';
import type { Customer } from './plan-change-support.ts';
import { call, calmServices, depsAt, sql } from './support.ts';

beforeEach(calmServices);

type Reported = AlertEvents['events'][number];
const BEGIN = Date.parse('2026-11-26T06:00:00Z');

/** Reports changes of monitors, a minute apart. */
async function report(
  { orderId }: Customer,
  ...changes: readonly (readonly [id: number, kind: 'down' | 'up' | 'first' | 'stopped'])[]
): Promise<void> {
  const token = await depsAt(0).environmentTokens.tokenOf(orderId);
  const events = changes.map(([id, kind], minute): Reported => {
    const monitor = { id, name: `Site ${id}` };
    return { key: crypto.randomUUID(), at: BEGIN + minute * 60_000, kind, monitor, message: '' };
  });
  const answer = await call(alertEventsEndpoint, {
    token,
    body: { generation: crypto.randomUUID(), events },
  });
  expect(answer.status).toBe(204);
}

const fallsOf = async ({ token }: Customer): Promise<AccountResponse['falls']> =>
  ((await (await call(accountEndpoint, { token })).json()) as AccountResponse).falls;

test('names what is down by its newest change, the first one first', async () => {
  const customer = await newWatched();
  await report(
    customer,
    [1, 'first'],
    [2, 'down'],
    [3, 'down'],
    [1, 'down'],
    [3, 'up'],
    [4, 'down'],
    [4, 'stopped'],
  );
  expect(await fallsOf(customer)).toEqual([
    { name: 'Site 2', at: BEGIN + 60_000 },
    { name: 'Site 1', at: BEGIN + 180_000 },
  ]);
});

test('says that nothing is down, once a check was reported', async () => {
  const customer = await newWatched();
  expect(await fallsOf(customer)).toBeUndefined();
  await report(customer, [1, 'first']);
  expect(await fallsOf(customer)).toEqual([]);
});

test('claims nothing without the channel, nor of an environment that does not run', async () => {
  const customer = await newWatched();
  await report(customer, [1, 'down']);
  await sql(`UPDATE alert_channels SET channel = 'deleted' WHERE order_id = ?`, customer.orderId);
  expect(await fallsOf(customer)).toBeUndefined();
  await sql(`UPDATE alert_channels SET channel = 'on' WHERE order_id = ?`, customer.orderId);
  await sql(`UPDATE tenants SET state = 'suspended' WHERE order_id = ?`, customer.orderId);
  expect(await fallsOf(customer)).toBeUndefined();
});

test('another environment’s falls are not shown', async () => {
  const [one, other] = [await newWatched(), await newWatched()];
  await report(one, [1, 'down']);
  await report(other, [1, 'first']);
  expect(await fallsOf(other)).toEqual([]);
});
