/** Readiness: each dependency is checked with our credentials, with a timeout, and only its name is shown. */
import { beforeEach, expect, test } from 'vitest';
import { localSecrets } from '#dev/local-values.ts';
import { healthEndpoint, readyEndpoint } from '#domain/contracts/health.ts';
import { operationPath, type ReadyResponse } from '#domain/contracts/operations.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { operatorToken } from './operations-support.ts';
import { placeOrder } from './order-support.ts';
import {
  at,
  call,
  calmServices,
  depsAt,
  noFaults,
  sendJson,
  setFaults,
  sql,
  watchWorkflows,
} from './support.ts';
import { newTenant } from './upgrade-support.ts';

beforeEach(async () => {
  await calmServices();
  // Work left by other tests would count as overdue.
  await sql('UPDATE outbox SET sent_at = 1 WHERE sent_at IS NULL');
  await sql('UPDATE webhook_events SET processed_at = 1 WHERE processed_at IS NULL');
  await sql("UPDATE orders SET touched_at = 4102444800000 WHERE status = 'EM_ANDAMENTO'");
  await sql("UPDATE orders SET released_at = 1 WHERE status = 'ERRO' AND released_at IS NULL");
  await sql('UPDATE tenants SET admitted_due_at = NULL');
});

async function ready(): Promise<{ status: number; body: ReadyResponse }> {
  const response = await call(readyEndpoint, { token: await operatorToken() });
  return { status: response.status, body: await response.json() };
}
const stateIn = ({ dependencies }: ReadyResponse): Record<string, string> =>
  Object.fromEntries(dependencies.map(({ name, state }) => [name, state]));

test('everything works: each dependency is listed with its time', async () => {
  const { status, body } = await ready();
  expect(status).toBe(200);
  expect(body).toEqual({
    status: 'ok',
    dependencies: ['banco', 'identidade', 'pagamentos', 'implantação', 'e-mail'].map((name) => ({
      name,
      state: 'ok',
      latencyMs: expect.any(Number),
    })),
    newEnvironments: { begun: expect.any(Number), perDay: 100_000 },
    overdue: { mails: 0, paymentEvents: 0, orders: 0, undelivered: 0, admitted: 0 },
    clusters: [],
  });
});

test.each([
  ['pagamentos', at.asaasUrl],
  ['implantação', at.argocdUrl],
  ['e-mail', at.mailUrl],
])('%s is down: 503 with its name, and no address in the answer', async (name, origin) => {
  await setFaults(origin, { ...noFaults, down: true });
  const { status, body } = await ready();
  expect(status).toBe(503);
  expect(stateIn(body)).toEqual({
    ...{ banco: 'ok', identidade: 'ok', pagamentos: 'ok', implantação: 'ok', 'e-mail': 'ok' },
    [name]: 'down',
  });
  expect(JSON.stringify(body)).not.toMatch(/https?:|localhost|\d{4,5}\/|Error/);
});

test.each([
  ['v2.13.4', 'outdated'],
  ['v2.14.0', 'ok'],
  ['v10.0.0', 'ok'],
])('Argo CD %s is %s', async (version, state) => {
  await sendJson(`${at.argocdUrl}/__stand-in/settings`, 'PATCH', { version });
  const { body } = await ready();
  expect(stateIn(body)).toMatchObject({ implantação: state });
});

test('a hanging dependency counts as slow and is not waited for', async () => {
  const forever = { name: 'lento', check: () => new Promise<void>(() => undefined) };
  const answer = await readReadiness({ ...depsAt(0), dependencies: [forever] }, 20);
  expect(answer).toMatchObject({ status: 'degraded', dependencies: [{ name: 'lento', state: 'slow' }] });
});

test('overdue work shows, although every service answers', async () => {
  const old = Date.now() - 600_000;
  await sql(
    `INSERT INTO outbox (id, template, payload, due_at, created_at) VALUES (?, 'welcome', '{}', ?, ?)`,
    ...[crypto.randomUUID(), old, old],
  );
  expect(await ready()).toMatchObject({
    status: 503,
    body: {
      status: 'degraded',
      overdue: { mails: 1, paymentEvents: 0, orders: 0, undelivered: 0, admitted: 0 },
    },
  });
});

test('an environment without its list of accounts for minutes is counted', async () => {
  const { orderId } = await newTenant('pro');
  const owe = (changedAt: number, activeSince: number) =>
    sql(
      `UPDATE tenants SET admitted_revision = ?1 / 1000, admitted_due_at = 4102444800000, state_since = ?2
       WHERE order_id = ?3`,
      ...[changedAt, activeSince, orderId],
    );
  const now = Date.now();
  const old = now - 600_000;
  await owe(now, old);
  expect((await ready()).body.overdue.admitted).toBe(0);
  // Changed while it was suspended: owed since it runs again.
  await owe(old, now);
  expect((await ready()).body.overdue.admitted).toBe(0);
  await owe(old, old);
  expect(await ready()).toMatchObject({ status: 503, body: { overdue: { admitted: 1 } } });
});

test('an environment just finished does not count before its list was sent', async () => {
  await using workflows = await watchWorkflows();
  const { id } = await placeOrder(newFreeOrder());
  await workflows.allDone();
  const [row] = await sql(
    'SELECT admitted_due_at >= 0 AS isOwed, admitted_sent AS sent FROM tenants WHERE order_id = ?',
    id,
  );
  expect(row).toEqual({ isOwed: 1, sent: 0 });
  expect(await ready()).toMatchObject({ status: 200, body: { overdue: { admitted: 0 } } });
});

test('identity down: the readiness key still works, and opens nothing else', async () => {
  await setFaults(at.identityUrl, { ...noFaults, down: true });
  const response = await call(readyEndpoint, { token: localSecrets.readyKey });
  expect(response.status).toBe(503);
  expect(stateIn(await response.json())).toMatchObject({ identidade: 'down', pagamentos: 'ok' });
  const other = await call(operationPath('pedidos'), { token: localSecrets.readyKey, body: {} });
  expect(other.status).toBe(401);
  for (const wrong of [`${localSecrets.readyKey}x`, '', 'null'])
    expect((await call(readyEndpoint, { headers: { Authorization: `Bearer ${wrong}` } })).status).toBe(401);
});

test('the shallow health check stays public', async () => {
  expect(await (await call(healthEndpoint)).json()).toEqual({ status: 'ok', database: true });
  expect((await call(readyEndpoint)).status).toBe(401);
});
