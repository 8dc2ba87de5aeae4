/** Whether a name is free, for which account, and the suggested alternatives. */
import { beforeEach, expect, test } from 'vitest';
import { SubdomainAvailability, subdomainPath } from '#domain/api-schemas/subdomain.ts';
import { declinedOrder, newFreeOrder } from '#tests/support/orders.ts';
import { placeOrder } from './order-support.ts';
import { call, calmServices, sql } from './support.ts';

beforeEach(calmServices);

test("an account's reserved name counts as free for itself only", async () => {
  const { token, order } = await placeOrder(declinedOrder());
  const path = subdomainPath(order.subdominio);
  expect(await (await call(path, { token })).json()).toMatchObject({ isAvailable: true });
  expect(await (await call(path)).json()).toMatchObject({ isAvailable: false });
  expect(await (await call(path, { token: 'stale' })).json()).toMatchObject({ isAvailable: false });
});

test.each(['EM_ANDAMENTO', 'ERRO', 'CONCLUIDO'])(
  "an account's own name counts as its own in %s",
  async (status) => {
    const { id, token, order } = await placeOrder(newFreeOrder());
    await sql('UPDATE orders SET status = ? WHERE id = ?', status, id);
    const path = subdomainPath(order.subdominio);
    expect(await (await call(path, { token })).json()).toMatchObject({ isAvailable: true });
    expect(await (await call(path)).json()).toMatchObject({ isAvailable: false });
  },
);

test('a taken name has three free suggestions; other answers have none', async () => {
  const { order } = await placeOrder(newFreeOrder());
  await placeOrder(newFreeOrder({ subdominio: `${order.subdominio}-br` }));
  const ask = async (name: string) =>
    SubdomainAvailability.parse(await (await call(subdomainPath(name))).json());

  const offered = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const { suggestions = [] } = await ask(order.subdominio);
    expect(suggestions).toHaveLength(3);
    for (const name of suggestions) offered.add(name);
  }
  expect(offered).not.toContain(`${order.subdominio}-br`);
  for (const name of offered) expect(await ask(name)).toEqual({ subdomain: name, isAvailable: true });
  expect((await ask('admin')).suggestions).toHaveLength(3);
  expect(await ask('a--b')).not.toHaveProperty('suggestions');
});
