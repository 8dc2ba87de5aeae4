/** Free environments end at FREE_ENVIRONMENTS_MAX; paid ones go on, and operators are told before and at the end. */
import { beforeEach, expect, test } from 'vitest';
import { businessDay } from '#domain/billing/days.ts';
import { message } from '#domain/messages.ts';
import { orderJobs } from '#functions/checkout/jobs.ts';
import { composeDeps, type Deps } from '#functions/compose.ts';
import type { Env } from '#functions/env.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { readFreePlaces } from '#functions/orders/free-places.ts';
import { declinedOrder, newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { calmClusters, envWith, orderAt, provision, signUpAt } from './clusters-support.ts';
import { answerOf, sql } from './support.ts';

beforeEach(calmClusters);

const shopWith = (most: string): Env =>
  ({ ...envWith({ one: 50, two: 50 }), FREE_ENVIRONMENTS_MAX: most }) as Env;
const refused = { status: 409, code: 'no-room', error: message('free.full') };
const used = async (deps: Deps) => (await readFreePlaces(deps)).used;

test('a free environment beyond the ceiling is refused with a sentence, a paid one is not', async () => {
  const shop = shopWith('1');
  const first = newFreeOrder();
  const { token } = await signUpAt(shop, first);
  expect(await answerOf((await signUpAt(shop)).answer)).toMatchObject(refused);
  expect((await signUpAt(shop, newPaidOrder())).answer.status).toBe(200);
  // The order that has the place may be repeated.
  expect((await orderAt(shop, token, first)).status).toBe(200);
});

test('the last place is given once when many come at the same time', async () => {
  const shop = shopWith('3');
  const people = await Promise.all(Array.from({ length: 7 }, () => signUpAt(shop)));
  expect(people.filter(({ answer }) => answer.status === 200)).toHaveLength(3);
});

test('a paid order that was declined finds no place by changing to the free plan', async () => {
  const shop = shopWith('1');
  const paid = await signUpAt(shop, declinedOrder());
  await signUpAt(shop);
  expect(await answerOf(await orderAt(shop, paid.token, newFreeOrder()))).toMatchObject(refused);
});

test('an upgrade and a removal free the place, going back to the free plan takes one', async () => {
  const shop = shopWith('2');
  const deps = composeDeps(shop);
  const [upgraded, removed] = [await signUpAt(shop), await signUpAt(shop)];
  for (const person of [upgraded, removed]) await provision(deps, person);
  expect(await used(deps)).toBe(2);
  await sql("UPDATE tenants SET plan = 'pro' WHERE subdomain = ?", upgraded.subdominio);
  expect(await used(deps)).toBe(1);
  await sql('DELETE FROM tenants WHERE subdomain = ?', removed.subdominio);
  await sql('UPDATE orders SET released_at = 1 WHERE subdomain = ?', removed.subdominio);
  expect(await used(deps)).toBe(0);
  await sql("UPDATE tenants SET plan = 'free' WHERE subdomain = ?", upgraded.subdominio);
  expect(await used(deps)).toBe(1);
  expect((await signUpAt(shop)).answer.status).toBe(200);
  expect(await answerOf((await signUpAt(shop)).answer)).toMatchObject(refused);
});

test('readiness tells of it from nine tenths on; the mail comes at the ceiling, once a day', async () => {
  const deps = composeDeps(shopWith('10'));
  const mails = () =>
    sql<{ n: number }>(
      'SELECT COUNT(*) AS n FROM outbox WHERE id = ?',
      `operator-free-ceiling-${businessDay(Date.now())}`,
    );
  const said = async () => (await readReadiness(deps)).problems.map(({ text }) => text);
  const line = (count: number) => `ambientes gratuitos: ${count} de 10 (FREE_ENVIRONMENTS_MAX)`;
  await sql("DELETE FROM billing_notices WHERE kind = 'free-ceiling'");
  const shop = shopWith('10');
  for (let place = 0; place < 8; place += 1) await signUpAt(shop);
  expect(await said()).not.toContain(line(8));
  await signUpAt(shop);
  expect(await said()).toContain(line(9));
  await orderJobs.ceiling(deps);
  expect(await mails()).toEqual([{ n: 0 }]);
  await signUpAt(shop);
  expect(await said()).toContain(line(10));
  await orderJobs.ceiling(deps);
  await orderJobs.ceiling(deps);
  expect(await mails()).toEqual([{ n: 1 }]);
});

test('without a ceiling there is no end, and readiness says so', async () => {
  const shop = shopWith('');
  expect((await signUpAt(shop)).answer.status).toBe(200);
  expect(await readReadiness(composeDeps(shop))).toMatchObject({ freeEnvironments: { used: 1, max: null } });
});
