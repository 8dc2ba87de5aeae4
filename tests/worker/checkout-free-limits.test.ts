/**
 * Free environments are limited by network and day; operators are notified of the daily limit, and paid orders pass.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { readyEndpoint } from '#domain/api-schemas/health.ts';
import { businessDay } from '#domain/billing/days.ts';
import { messages } from '#domain/messages.ts';
import { orderJobs } from '#functions/checkout/jobs.ts';
import { countPaid, takeFree, uncountFree } from '#functions/platform/new-environments.ts';
import { declinedOrder, newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { operatorToken } from './operations-support.ts';
import { call, calmServices, depsAt, newKey, sendOrder, sql } from './support.ts';

beforeEach(async () => {
  await calmServices();
  await sql('DELETE FROM new_environments');
});

const PER_DAY = 100_000;
const today = () => businessDay(Date.now());
const rows = () => sql<{ network: string; begun: number }>('SELECT network, begun FROM new_environments');
const inAll = async () => (await rows()).find(({ network }) => network === '')?.begun ?? 0;

async function setBegun(network: string, begun: number): Promise<void> {
  await sql('INSERT OR REPLACE INTO new_environments VALUES (?, ?, ?)', today(), network, begun);
}
const hashOf = (network: string) => depsAt(0).partyHash(`network:${today()}:${network}`);

/** An order of a new account from this IP address. */
async function orderFrom(address: string, body: unknown = newFreeOrder(), known?: { token: string }) {
  const { token } = known ?? (await signUp());
  const headers = { 'CF-Connecting-IP': address };
  const response = await call(checkoutEndpoint, { token, key: newKey(), body, headers });
  return { token, response, answer: await response.clone().json<Record<string, unknown>>() };
}

describe('a network', () => {
  test('over its daily limit is refused with a sentence and a time', async () => {
    await setBegun(await hashOf('192.0.2.0/24'), PER_DAY);
    const { response, answer } = await orderFrom('192.0.2.77');
    expect([response.status, answer['code'], answer['error']]).toEqual([
      429,
      'rate-limited',
      messages['free.network-full'],
    ]);
    const seconds = Number(response.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(0);
    expect(businessDay(Date.now() + seconds * 1000 + 1000)).not.toBe(today());
    expect((await orderFrom('192.0.3.77')).response.status).toBe(200);
  });

  test('uses one place per new order, none for repeated or refused ones', async () => {
    const order = newFreeOrder();
    const first = await orderFrom('192.0.2.1', order);
    expect(first.response.status).toBe(200);
    expect((await orderFrom('192.0.2.1', order, first)).response.status).toBe(200);
    expect((await orderFrom('192.0.2.1', order)).answer).toMatchObject({ code: 'subdomain-taken' });
    expect((await rows()).map(({ begun }) => begun)).toEqual([1, 1]);
  });

  test('is stored as a hash only', async () => {
    await orderFrom('192.0.2.1');
    for (const { network } of await rows()) expect(network).toMatch(/^$|^[0-9a-f]{64}$/);
  });

  test('cannot order more by changing a paid order to free', async () => {
    const paid = await orderFrom('192.0.2.1', declinedOrder());
    await setBegun(await hashOf('192.0.2.0/24'), PER_DAY);
    expect((await orderFrom('192.0.2.1', newFreeOrder(), paid)).answer).toMatchObject({
      error: messages['free.network-full'],
    });
  });
});

describe('the daily limit', () => {
  test('refuses further free environments, never paid ones', async () => {
    await setBegun('', PER_DAY);
    expect((await orderFrom('192.0.2.1')).answer).toMatchObject({ error: messages['free.day-full'] });
    const { token } = await signUp();
    expect((await sendOrder(token, newPaidOrder())).status).toBe(200);
  });

  test('shows in readiness and is mailed to operators once', async () => {
    const ready = async () => (await call(readyEndpoint, { token: await operatorToken() })).status;
    const mails = () =>
      sql<{ n: number }>(
        'SELECT COUNT(*) AS n FROM outbox WHERE id = ?',
        `operator-environments-ceiling-${today()}`,
      );
    const watch = () => orderJobs.ceiling(depsAt(0));
    await sql('DELETE FROM billing_notices WHERE kind = ?', 'environments-ceiling');
    await watch();
    expect(await mails()).toEqual([{ n: 0 }]);
    await setBegun('', PER_DAY);
    await watch();
    await watch();
    expect(await mails()).toEqual([{ n: 1 }]);
    expect(await ready()).toBe(503);
  });

  test('counts paid environments too', async () => {
    const deps = depsAt(0);
    await countPaid(deps);
    await countPaid(deps);
    expect(await inAll()).toBe(2);
  });
});

test('does not use up the network’s limit, and ends with the day', async () => {
  let now = Date.UTC(2026, 0, 15, 12);
  const needs = {
    ...depsAt(0),
    clock: { now: () => now },
    environmentLimits: { perNetwork: 2, perDay: 3 },
  };
  expect(await takeFree(needs, '2001:db8:1:1::1')).toBe('taken');
  expect(await takeFree(needs, '2001:db8:1:2::1')).toBe('taken');
  expect(await takeFree(needs, '2001:db8:1:3::1')).toBe('network-full');
  expect(await takeFree(needs, '2001:db8:2:1::1')).toBe('taken');
  expect(await takeFree(needs, '2001:db8:3:1::1')).toBe('day-full');
  await uncountFree(needs, '2001:db8:1:1::1');
  expect(await takeFree(needs, '2001:db8:3:1::1')).toBe('taken');
  now += 86_400_000;
  expect(await takeFree(needs, '2001:db8:1:3::1')).toBe('taken');
});
