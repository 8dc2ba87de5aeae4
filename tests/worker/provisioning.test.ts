/** The durable part: workflow runs in workerd, against the stand-ins. */
import { beforeEach, expect, test, vi } from 'vitest';
import { provisioningStartEndpoint } from '#domain/contracts/provisioning.ts';
import { createOrderStore } from '#functions/checkout/store.ts';
import { readStatus } from '#functions/provisioning/read-status.ts';
import { applicationName } from '#functions/vendors/argocd/application.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { signUp, tokenFor } from '#tests/support/worker-door.ts';
import {
  act,
  at,
  call,
  calmServices,
  depsAt,
  env,
  noFaults,
  orderRow,
  runJobs,
  sendOrder,
  setArgocd,
  setFaults,
  stateOf,
  statusOf,
  watchWorkflows,
} from './support.ts';

beforeEach(calmServices);

/** Slower than the status limit allows, quicker than a person would notice. */
const polling = { timeout: 12_000, interval: 300 };

async function applicationNames(): Promise<string[]> {
  const { applications } = await stateOf<{ applications: { metadata: { name: string } }[] }>(at.argocdUrl);
  return applications.map(({ metadata }) => metadata.name);
}

const claimsOf = (token: string): { groups?: string[] } => {
  const payload = token.split('.')[1] ?? '';
  return JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
};

test('a free order ends in a running environment, a membership and one welcome mail', async () => {
  await using workflows = await watchWorkflows();
  const person = await signUp();
  const order = newFreeOrder();
  await sendOrder(person.token, order);
  for (const instance of await workflows.get()) await instance.waitForStatus('complete');

  expect(await statusOf(person.token)).toMatchObject({
    provisionamentoStatus: 'CONCLUIDO',
    argocd: { synced: true, healthy: true },
    ping: { ok: true },
    url: at.tenantUrlTemplate.replace('{tenant}', order.subdominio),
  });
  expect(claimsOf(await tokenFor(person.email)).groups).toEqual([`tenant:${order.subdominio}`]);
  expect(
    await env.DB.prepare('SELECT subject FROM tenants WHERE subdominio = ?').bind(order.subdominio).first(),
  ).toEqual({
    subject: person.subject,
  });

  await runJobs();
  await runJobs(10 * 60_000);
  const { messages } = await stateOf<{ messages: { to: unknown; subject: string }[] }>(at.mailUrl);
  const mine = messages.filter((message) => JSON.stringify(message.to).includes(person.email));
  expect(mine.map((message) => message.subject)).toEqual([`Seu ambiente ${order.subdominio} está pronto`]);
});

test('an account with an environment is sent to the upgrade', async () => {
  await using workflows = await watchWorkflows();
  const { token } = await signUp();
  const order = newFreeOrder();
  await sendOrder(token, order);
  for (const instance of await workflows.get()) await instance.waitForStatus('complete');
  const response = await sendOrder(token, newFreeOrder());
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    code: 'tenant-exists',
    details: { redirect: `/upgrade?tenant=${order.subdominio}`, tenant: order.subdominio },
  });
});

test('while the cluster is down the status says that it is tried again, and it finishes by itself', async () => {
  const { token, subject } = await signUp();
  await setFaults(at.argocdUrl, { down: true });
  await sendOrder(token, newFreeOrder());
  await expect.poll(() => statusOf(token), polling).toMatchObject({ tentandoNovamente: true });
  expect(await orderRow(subject)).toMatchObject({
    status: 'EM_ANDAMENTO',
    failure_code: 'cluster-unavailable',
  });
  await setFaults(at.argocdUrl, noFaults);
  await expect.poll(() => statusOf(token), polling).toMatchObject({ provisionamentoStatus: 'CONCLUIDO' });
  expect(await statusOf(token)).not.toHaveProperty('tentandoNovamente');
});

test('a failed sync is ERRO, and "start" makes a new run that finishes', async () => {
  const { token, subject } = await signUp();
  await setArgocd({ secondsToHealthy: 600 });
  await sendOrder(token, newFreeOrder());
  const name = applicationName(String((await orderRow(subject))['id']));
  await expect.poll(() => applicationNames(), polling).toContain(name);
  await act(name, 'fail-sync');
  await expect
    .poll(() => statusOf(token), polling)
    .toMatchObject({
      provisionamentoStatus: 'ERRO',
      argocd: { healthy: false },
    });
  await setArgocd({ secondsToHealthy: 0 });
  const restarted = await call(provisioningStartEndpoint, { token, method: 'POST' });
  expect(await restarted.json()).toMatchObject({ provisionamentoStatus: 'EM_ANDAMENTO' });
  await expect.poll(() => statusOf(token), polling).toMatchObject({ provisionamentoStatus: 'CONCLUIDO' });
  expect(await orderRow(subject)).toMatchObject({ attempt: 1 });
});

test('an order whose run was never started is picked up by the sweep', async () => {
  const { token, subject } = await signUp();
  await sendOrder(token, newFreeOrder());
  const { id } = await orderRow(subject);
  // As after a kill between the order's change and the start of its run: another attempt without an instance.
  await env.DB.prepare("UPDATE orders SET status = 'EM_ANDAMENTO', attempt = 7 WHERE id = ?").bind(id).run();
  await runJobs(60_000);
  await expect.poll(() => statusOf(token), polling).toMatchObject({ provisionamentoStatus: 'CONCLUIDO' });
});

test('looking after a finished order makes no second application', async () => {
  const { token, subject } = await signUp();
  await sendOrder(token, newFreeOrder());
  await expect.poll(() => statusOf(token), polling).toMatchObject({ provisionamentoStatus: 'CONCLUIDO' });
  const { id } = await orderRow(subject);
  await runJobs(60_000);
  const mine = (await applicationNames()).filter((name) => name === applicationName(String(id)));
  expect(mine).toHaveLength(1);
});

test('status is one query; once ready, it tells plan and state of the contract', async () => {
  const { token, subject } = await signUp();
  await setFaults(at.argocdUrl, { down: true });
  const order = newFreeOrder();
  await sendOrder(token, order);
  const prepare = vi.fn(env.DB.prepare.bind(env.DB));
  const orders = createOrderStore({ prepare } as unknown as D1Database);
  const readOnce = async (): Promise<unknown> => {
    prepare.mockClear();
    const status = await readStatus({ ...depsAt(0), orders }, subject);
    expect(prepare).toHaveBeenCalledOnce();
    return status;
  };
  expect(await readOnce()).toMatchObject({ plano: 'free', provisionamentoStatus: 'EM_ANDAMENTO' });
  await setFaults(at.argocdUrl, noFaults);
  await expect.poll(() => statusOf(token), polling).toMatchObject({ provisionamentoStatus: 'CONCLUIDO' });
  expect(await readOnce()).toMatchObject({ plano: 'free', provisionamentoStatus: 'CONCLUIDO' });
  expect(await statusOf(token)).not.toHaveProperty('situacao');
  for (const [state, situacao] of [
    ['suspended', 'suspensa'],
    ['ended', 'encerrada'],
  ]) {
    await env.DB.prepare("UPDATE tenants SET plano = 'pro', ciclo = 'yearly', state = ? WHERE subdominio = ?")
      .bind(state, order.subdominio)
      .run();
    expect(await statusOf(token)).toMatchObject({ plano: 'pro', ciclo: 'yearly', situacao });
  }
});

test('"start" without an order says so', async () => {
  const { token } = await signUp();
  const response = await call(provisioningStartEndpoint, { token, method: 'POST' });
  expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([404, 'order-missing']);
});
