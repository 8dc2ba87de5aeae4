/** A name is blocked while a former user may still be signed in to its environment. */
import { beforeEach, expect, test } from 'vitest';
import { provisioningStatusEndpoint } from '#domain/api-schemas/provisioning.ts';
import { subdomainPath } from '#domain/api-schemas/subdomain.ts';
import { NAME_QUARANTINE_MS } from '#domain/subdomain/name-quarantine.ts';
import { endCancelledOrder } from '#functions/checkout/end-closed-order.ts';
import { findOrder } from '#functions/orders/store.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { operated } from './operations-support.ts';
import { placeOrder, reserveOrder } from './order-support.ts';
import { type Customer, newTenant } from './plan-change-support.ts';
import { answerOf, call, calmServices, depsAt, orderRow, sendOrder, sql } from './support.ts';

beforeEach(calmServices);

/** An environment just removed at its customer's request. */
async function removedTenant(): Promise<Customer> {
  const customer = await newTenant();
  const { subdominio } = customer;
  await operated('apagar', { quem: subdominio, confirma: subdominio });
  return customer;
}

const isFree = async (name: string): Promise<unknown> => {
  const answer = await (await call(subdomainPath(name))).json<Record<string, unknown>>();
  return answer['disponivel'] === true || answer['motivo'];
};

test('the name of a removed environment is taken for every account', async () => {
  const { subdominio } = await removedTenant();
  expect(await isFree(subdominio)).toBe('ocupado');
  const { token } = await signUp();
  const order = newFreeOrder({ subdominio });
  expect(await answerOf(await sendOrder(token, order))).toMatchObject({
    status: 409,
    code: 'subdomain-taken',
    details: { field: 'subdominio' },
  });
});

test('an order that waits for its payment cannot change to it either', async () => {
  const { subdominio } = await removedTenant();
  const { token, subject } = await signUp();
  const { subdomain: own } = await reserveOrder({ subject }, Date.now() - 60_000);
  expect(await answerOf(await sendOrder(token, newFreeOrder({ subdominio })))).toMatchObject({
    code: 'subdomain-taken',
  });
  expect(await orderRow(subject)).toMatchObject({ subdomain: own });
});

test('it is not suggested as an alternative', async () => {
  const { subdominio } = await newTenant();
  const offered = async (): Promise<readonly string[]> =>
    (await (await call(subdomainPath(subdominio))).json<{ sugestoes: readonly string[] }>()).sugestoes;
  const [first = ''] = await offered();
  await sql(
    'INSERT INTO quarantined_names (subdomain, quarantined_until) VALUES (?, ?)',
    first,
    Date.now() + NAME_QUARANTINE_MS,
  );
  for (let turn = 0; turn < 20; turn += 1) expect(await offered()).not.toContain(first);
});

test('it is free again once no former session can be valid', async () => {
  const { subdominio } = await removedTenant();
  const [row] = await sql<{ quarantined_until: number }>(
    'SELECT quarantined_until FROM quarantined_names WHERE subdomain = ?',
    subdominio,
  );
  expect(Math.abs((row?.quarantined_until ?? 0) - Date.now() - NAME_QUARANTINE_MS)).toBeLessThan(60_000);
  await sql(
    'UPDATE quarantined_names SET quarantined_until = ? WHERE subdomain = ?',
    Date.now() - 1,
    subdominio,
  );
  expect(await isFree(subdominio)).toBe(true);
  const { token } = await signUp();
  expect((await sendOrder(token, newFreeOrder({ subdominio }))).status).toBe(200);
});

test('a name that never had a user is free at once', async () => {
  const { token, subject, id, order: placed } = await placeOrder(newPaidOrder());
  await operated('cancelar', { quem: placed.subdominio });
  const late = depsAt(3_600_000);
  const order = await findOrder(late.db, id);
  if (order !== null) await endCancelledOrder(late, order);
  expect(await orderRow(subject)).toMatchObject({ released_at: expect.any(Number) });
  expect(await isFree(placed.subdominio)).toBe(true);
  expect((await call(provisioningStatusEndpoint, { token })).status).toBe(200);
});
