/** A cluster whose network is down: noticed once, by what another network got, and over by itself. */
import { beforeEach, expect, test } from 'vitest';
import { ourNetworkTrouble } from '#functions/alerts/our-network-store.ts';
import { depsOn, lookAtFalls, newInternet, newOrdersIn, putMonitor } from './alerts-look-support.ts';
import { pagesAt } from './alerts-support.ts';
import { calmServices, depsAt, env, mailsSent, sendMails, sql } from './support.ts';

const MINUTE = 60_000;

beforeEach(async () => {
  await calmServices();
  await sql('DELETE FROM alert_levels');
  await sql('DELETE FROM alert_falls');
  await sql('DELETE FROM alert_networks');
  await sql("DELETE FROM outbox WHERE template = 'operator-notice'");
});

/** Lets a monitor of each environment fall, and another network look at it. */
async function fallAll(
  orders: readonly string[],
  { site = 200 as 200 | 'breaks', sinceAgoMs = 30_000, receivedAgoMs = 0, aheadMs = 0 } = {},
): Promise<void> {
  const internet = newInternet(() => site);
  for (const orderId of orders) {
    const look = `https://${orderId}.com.br/`;
    const monitor = await putMonitor(orderId, {
      look,
      looked: look,
      since: Date.now() + aheadMs - sinceAgoMs,
    });
    await sql(
      'UPDATE alert_falls SET received_at = ? WHERE order_id = ?',
      Date.now() + aheadMs - receivedAgoMs,
      orderId,
    );
    await lookAtFalls(depsOn(internet, undefined, aheadMs), [monitor]);
  }
}

const troubleOf = (orderId: string, aheadMs = 0) =>
  ourNetworkTrouble(env.DB, orderId, depsAt(aheadMs).clock.now());
const newCluster = (): string => `c-${crypto.randomUUID().slice(0, 8)}`;

/** Mails about a cluster to the operators. */
async function mailsAbout(cluster: string): Promise<number> {
  await sendMails(120 * MINUTE);
  return (await mailsSent('sem rede para fora')).filter(({ text }) => text.includes(cluster)).length;
}

test('twenty environments of a cluster: it is noticed, told once, and of no other cluster', async () => {
  const [cluster, other] = [newCluster(), newCluster()];
  const orders = await newOrdersIn(cluster, 25);
  const [elsewhere = ''] = await newOrdersIn(other, 1);
  await fallAll(orders.slice(0, 19));
  expect(await troubleOf(orders[0] ?? '')).toBeNull();
  await fallAll(orders.slice(19));
  expect(await troubleOf(orders[0] ?? '')).toMatchObject({ since: expect.closeTo(Date.now() - 30_000, -5) });
  expect(await troubleOf(elsewhere)).toBeNull();
  expect(await mailsAbout(cluster)).toBe(1);
  expect((await pagesAt(0)).filter((line) => line.startsWith(`rede do cluster ${cluster}`))).toHaveLength(1);
});

test('sites that another network does not reach either are no trouble of ours', async () => {
  const orders = await newOrdersIn(newCluster(), 22);
  await fallAll(orders, { site: 'breaks' });
  expect(await troubleOf(orders[0] ?? '')).toBeNull();
});

test('a dozen environments in each of two clusters are no trouble of ours', async () => {
  const [one, other] = [await newOrdersIn(newCluster(), 12), await newOrdersIn(newCluster(), 12)];
  await fallAll(one);
  await fallAll(other);
  for (const [orderId = ''] of [one, other]) expect(await troubleOf(orderId)).toBeNull();
});

test('falls that ended are no trouble of ours', async () => {
  const orders = await newOrdersIn(newCluster(), 22);
  await fallAll(orders.slice(0, 10));
  await sql(`UPDATE alert_falls SET until = since + 1, ended_by = 'up'`);
  await fallAll(orders.slice(10));
  expect(await troubleOf(orders[0] ?? '')).toBeNull();
});

test('falls of a whole hour that arrive together, after nothing could be reported, are no trouble of ours', async () => {
  const orders = await newOrdersIn(newCluster(), 22);
  for (const [at, orderId] of orders.entries()) await fallAll([orderId], { sinceAgoMs: (at + 1) * 150_000 });
  expect(await troubleOf(orders[0] ?? '')).toBeNull();
});

test('it is over five minutes after the last fall that showed it, and the next time is told anew', async () => {
  const cluster = newCluster();
  const orders = await newOrdersIn(cluster, 44);
  await fallAll(orders.slice(0, 22));
  const begun = await troubleOf(orders[0] ?? '');
  expect(await troubleOf(orders[0] ?? '', 4 * MINUTE)).toEqual(begun);
  expect(await troubleOf(orders[0] ?? '', 6 * MINUTE)).toBeNull();
  await sql('UPDATE alert_falls SET until = since + 1');
  await fallAll(orders.slice(22), { aheadMs: 60 * MINUTE });
  const again = await troubleOf(orders[0] ?? '', 60 * MINUTE);
  expect(again?.noticedAt).toBeGreaterThan((begun?.noticedAt ?? 0) + 50 * MINUTE);
  expect(await mailsAbout(cluster)).toBe(2);
});

test('falls that follow keep its beginning', async () => {
  const orders = await newOrdersIn(newCluster(), 24);
  await fallAll(orders.slice(0, 22));
  const begun = await troubleOf(orders[0] ?? '');
  await fallAll(orders.slice(22), { aheadMs: 3 * MINUTE });
  expect(await troubleOf(orders[0] ?? '', 7 * MINUTE)).toEqual(begun);
});
