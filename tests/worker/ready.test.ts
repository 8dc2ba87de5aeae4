/** Readiness: each dependency is checked with our credentials, with a timeout, and only its name is shown. */
import { beforeEach, expect, test } from 'vitest';
import { localSecrets } from '#dev/local-values.ts';
import { healthEndpoint, readyEndpoint } from '#domain/api-schemas/health.ts';
import { operationPath, type ReadyResponse } from '#domain/api-schemas/operations.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { admittedWork } from '#functions/people/send-admitted.ts';
import { mailWork } from '#functions/platform/mail/send-mail.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { operatorToken } from './operations-support.ts';
import { placeOrder } from './order-support.ts';
import {
  addresses,
  call,
  calmServices,
  clearWork,
  depsAt,
  dueAtOf,
  noFaults,
  sendJson,
  setDue,
  setFaults,
  sql,
  watchWorkflows,
} from './support.ts';
import { newTenant } from './upgrade-support.ts';

beforeEach(async () => {
  await calmServices();
  await sql("UPDATE orders SET released_at = 1 WHERE status = 'ERRO' AND released_at IS NULL");
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
    dependencies: ['banco', 'identidade', 'pagamentos', 'implantação', 'e-mail', 'telegram'].map((name) => ({
      name,
      state: 'ok',
      latencyMs: expect.any(Number),
    })),
    newEnvironments: { begun: expect.any(Number), perDay: 100_000 },
    salesClosedSince: null,
    alerts: { waiting: expect.any(Number), since: null, refused: expect.any(Number) },
    overdue: [],
    clusters: [],
  });
});

test.each([
  ['pagamentos', addresses.asaasUrl],
  ['implantação', addresses.argocdUrl],
  ['e-mail', addresses.mailUrl],
  ['telegram', addresses.telegramUrl],
])('%s is down: 503 with its name, and no address in the answer', async (name, origin) => {
  await setFaults(origin, { ...noFaults, down: true });
  const { status, body } = await ready();
  expect(status).toBe(503);
  expect(stateIn(body)).toEqual({
    ...{ banco: 'ok', identidade: 'ok', pagamentos: 'ok', implantação: 'ok', 'e-mail': 'ok', telegram: 'ok' },
    [name]: 'down',
  });
  expect(JSON.stringify(body)).not.toMatch(/https?:|localhost|\d{4,5}\/|Error/);
});

test.each([
  ['v2.13.4', 'outdated'],
  ['v2.14.0', 'ok'],
  ['v10.0.0', 'ok'],
])('Argo CD %s is %s', async (version, state) => {
  await sendJson(`${addresses.argocdUrl}/__stand-in/settings`, 'PATCH', { version });
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
  await setDue(mailWork, crypto.randomUUID(), old);
  expect(await ready()).toMatchObject({
    status: 503,
    body: {
      status: 'degraded',
      overdue: [{ kind: 'mail', name: 'E-mail', count: 1, since: old }],
    },
  });
});

test('an environment without its list of accounts for minutes is counted, however often it was tried', async () => {
  const { orderId } = await newTenant('pro');
  const failingSince = async (at: number): Promise<void> => {
    await clearWork();
    await setDue(admittedWork, orderId, 8e14);
    await sql('UPDATE work SET tried_since = ? WHERE key = ?', at, orderId);
  };
  await failingSince(Date.now());
  expect((await ready()).body.overdue).toEqual([]);
  await failingSince(Date.now() - 600_000);
  expect(await ready()).toMatchObject({ status: 503, body: { overdue: [{ kind: 'admitted', count: 1 }] } });
});

test('an environment just finished does not count before its list was sent', async () => {
  await using workflows = await watchWorkflows();
  const { id } = await placeOrder(newFreeOrder());
  await workflows.allDone();
  const [row] = await sql('SELECT admitted_sent AS sent FROM tenants WHERE order_id = ?', id);
  expect([row, await dueAtOf(admittedWork, id)]).toEqual([{ sent: 0 }, expect.any(Number)]);
  expect(await ready()).toMatchObject({ status: 200, body: { overdue: [] } });
});

test('identity down: the readiness key still works, and opens nothing else', async () => {
  await setFaults(addresses.identityUrl, { ...noFaults, down: true });
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
