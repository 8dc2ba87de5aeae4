/** What the account says of monitors that are down, or not checked. */
import { beforeEach, expect, test } from 'vitest';
import { type AccountResponse, accountEndpoint } from '#domain/api-schemas/account.ts';
import { Companion, downOf, levelOf } from './alert-reports.ts';
import { newWatched } from './alerts-support.ts';
import type { Customer } from './plan-change-support.ts';
import { call, calmServices, sql } from './support.ts';

beforeEach(calmServices);

const BEGIN = Date.parse('2026-11-26T06:00:00Z');
const MINUTE_MS = 60_000;

const read = async ({ token }: Customer): Promise<Pick<AccountResponse, 'falls' | 'unchecked'>> => {
  const { falls, unchecked } = (await (await call(accountEndpoint, { token })).json()) as AccountResponse;
  return { ...(falls && { falls }), ...(unchecked && { unchecked }) };
};

test('names what is down by its level, the first one first', async () => {
  const customer = await newWatched();
  await new Companion(customer).report({
    levels: [
      levelOf(1),
      downOf(2, BEGIN + 2 * MINUTE_MS),
      downOf(3, BEGIN, { doubt: 'maintenance' }),
      levelOf(4, { state: 'outside', reason: 'paused' }),
    ],
  });
  expect(await read(customer)).toEqual({
    falls: [
      { name: 'Site 3', at: BEGIN },
      { name: 'Site 2', at: BEGIN + 2 * MINUTE_MS },
    ],
  });
});

test('says that nothing is down, once a monitor was seen', async () => {
  const customer = await newWatched();
  expect(await read(customer)).toEqual({});
  const companion = new Companion(customer);
  await companion.report({ levels: [levelOf(1, { state: 'new' })] });
  expect(await read(customer)).toEqual({});
  await companion.report({ levels: [levelOf(1)] });
  expect(await read(customer)).toEqual({ falls: [] });
});

test('names what has no current check, and since when, or that it never had one', async () => {
  const customer = await newWatched();
  const unchecked = { doubt: 'unchecked', doubtSince: BEGIN } as const;
  await new Companion(customer).report({
    levels: [
      downOf(1, BEGIN - MINUTE_MS, { ...unchecked, checkedAt: BEGIN }),
      levelOf(2, { ...unchecked, state: 'new', since: BEGIN }),
      levelOf(3, { ...unchecked, state: 'outside', reason: 'paused' }),
    ],
  });
  expect(await read(customer)).toEqual({
    falls: [{ name: 'Site 1', at: BEGIN - MINUTE_MS }],
    unchecked: [
      { name: 'Site 1', since: BEGIN },
      { name: 'Site 2', since: null },
    ],
  });
});

test('does not call a new monitor unchecked while its first check may still come', async () => {
  const customer = await newWatched();
  const justNow = Date.now() - MINUTE_MS;
  const fresh = { doubt: 'unchecked', state: 'new', doubtSince: justNow, since: justNow } as const;
  await new Companion(customer).report({
    levels: [levelOf(1, { ...fresh, checkedAt: null, interval: 600 })],
  });
  expect(await read(customer)).toEqual({});
});

test('claims nothing without the channel, nor of an environment that does not run', async () => {
  const customer = await newWatched();
  await new Companion(customer).report({ levels: [downOf(1, BEGIN)] });
  await sql(`UPDATE alert_channels SET channel = 'deleted' WHERE order_id = ?`, customer.orderId);
  expect(await read(customer)).toEqual({});
  await sql(`UPDATE alert_channels SET channel = 'on' WHERE order_id = ?`, customer.orderId);
  await sql(`UPDATE tenants SET state = 'suspended' WHERE order_id = ?`, customer.orderId);
  expect(await read(customer)).toEqual({});
});

test('another environment’s falls are not shown', async () => {
  const [one, other] = [await newWatched(), await newWatched()];
  await new Companion(one).report({ levels: [downOf(1, BEGIN)] });
  await new Companion(other).report({ levels: [levelOf(1)] });
  expect(await read(other)).toEqual({ falls: [] });
});
